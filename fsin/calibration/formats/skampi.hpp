// SPDX-License-Identifier: Apache-2.0
// Output of SKaMPI 5: blocks between `# begin result "NAME"` and `# end result "NAME"` with lines `count= ELEMENTS
// BYTES MICROSECONDS STANDARD-ERROR REPETITIONS ...`. Its measurements Pingpong_... are whole round trips, which are
// halved here. A file may hold several results; those with pingpong in their names are read.
//
// Source: R. Reussner, P. Sanders, L. Prechelt, M. Mueller, SKaMPI: a detailed, accurate MPI benchmark, EuroPVM/MPI
// 1998, and the program, version 5.
#pragma once

#include <span>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct SkampiFormat {
  static constexpr std::string_view name = "skampi";
  static constexpr std::string_view doc = "output of SKaMPI 5, results named Pingpong";

  static bool recognises(std::span<const Line> lines);
  static void read(Reading& reading);
};

}  // namespace fsin::calibration
