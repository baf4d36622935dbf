// SPDX-License-Identifier: Apache-2.0
// Output of osu_latency of the OSU Micro-Benchmarks: lines `size latency`, in bytes and microseconds, below a title and
// a head that begin with #. The latency is half a round trip. Other benchmarks of the suite, such as osu_bw, are
// recognised by their titles and refused: they are no ping-pongs.
//
// Source: D. K. Panda et al., OSU Micro-Benchmarks, The Ohio State University, osu_latency.c (version 7).
#pragma once

#include <span>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct OsuFormat {
  static constexpr std::string_view name = "osu";
  static constexpr std::string_view doc = "output of osu_latency (OSU Micro-Benchmarks)";

  static bool recognises(std::span<const Line> lines);
  static void read(Reading& reading);
};

}  // namespace fsin::calibration
