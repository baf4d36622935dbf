// SPDX-License-Identifier: Apache-2.0
// Configurations of BookSim 2: tori, meshes, fat trees, flattened butterflies, dragonflies and anynet.
//
// Taken over: topology, routing, virtual channels and their buffers, the stages of the router and the delays of links,
// traffic, packets, injection, warm-up and measurement. What differs by design is told each time: packets move as a
// whole (virtual cut-through), so a buffer holds whole packets; allocators, speedups and the like have no counterpart.
// Source: BookSim 2.0, its configuration keys and defaults; N. Jiang et al., ISPASS 2013.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Booksim {
  static constexpr std::string_view name = "booksim";
  static constexpr std::string_view doc =
      "a configuration of BookSim 2, `key = value;`, anynet files beside it included";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
