// SPDX-License-Identifier: Apache-2.0
// Packet traces of netrace: packets between the caches and memory controllers of a chip, with the packets that each
// must wait for. Source: J. Hestness, B. Grot, S. Keckler, Netrace: dependency-driven trace-based network-on-chip
// simulation, NoCArc 2010; github.com/booksim/netrace, netrace.h.
#pragma once

#include <string_view>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Netrace {
  static constexpr std::string_view name = "netrace";
  static constexpr std::string_view doc = "packet trace of netrace, .tra.bz2, otherwise packed or unpacked";
  static constexpr bool binary = true;
  static bool sniff(std::string_view bytes);
  /// Writes a schedule (GOAL) and a mesh to run it on. Settings: `region=N`, `packets=N` at most, `cycle=NS`.
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
