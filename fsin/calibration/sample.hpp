// SPDX-License-Identifier: Apache-2.0
// Measurements by ping-pongs: times of messages one way, by size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::calibration {

/// One measurement, as it stands in a file.
struct Sample {
  std::uint64_t bytes = 0;
  double ns = 0;  ///< one way
  Mark mark;
};

/// One file, or one pair of nodes of a simulated network.
struct Measurements {
  std::string source;  ///< the file, or the pair
  std::string format;  ///< name in the catalogue of formats
  std::string taken;   ///< nature of its times, and how they were converted to one way
  std::vector<Sample> samples;
};

/// The measurements of one size, of all files together.
struct Point {
  std::uint64_t bytes = 0;
  double ns = 0;  ///< median, one way
  double low = 0;
  double high = 0;
  std::size_t count = 0;

  double size() const { return static_cast<double>(bytes); }
};

}  // namespace fsin::calibration
