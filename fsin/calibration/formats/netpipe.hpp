// SPDX-License-Identifier: Apache-2.0
// The file np.out of NetPIPE: no head, lines `bytes Mbps seconds` (versions 2 to 4) or `bytes least-Mbps mean-Mbps
// most-Mbps least-seconds` (version 5). The time is half a round trip. It is recognised by its own check sum: the
// bandwidth is eight times the size by the time, in units of 10^6 or 2^20.
//
// Source: Q. Snell, A. Mikler, J. Gustafson, NetPIPE: a network protocol independent performance evaluator, 1996, and
// the program.
#pragma once

#include <span>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct NetpipeFormat {
  static constexpr std::string_view name = "netpipe";
  static constexpr std::string_view doc = "np.out of NetPIPE";

  static bool recognises(std::span<const Line> lines);
  static void read(Reading& reading);
};

}  // namespace fsin::calibration
