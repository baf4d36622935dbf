// SPDX-License-Identifier: Apache-2.0
// Output of IMB-MPI1 of the Intel MPI Benchmarks: the tables below "# Benchmarking PingPong", with the columns #bytes,
// #repetitions, t[usec] and Mbytes/sec. The time is half a round trip. Tables of other benchmarks in the same file are
// skipped, PingPing too, where both ranks send at the same time.
//
// Source: Intel MPI Benchmarks user guide, PingPong.
#pragma once

#include <span>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct ImbFormat {
  static constexpr std::string_view name = "imb";
  static constexpr std::string_view doc = "output of IMB-MPI1 PingPong (Intel MPI Benchmarks)";

  static bool recognises(std::span<const Line> lines);
  static void read(Reading& reading);
};

}  // namespace fsin::calibration
