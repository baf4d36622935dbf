// SPDX-License-Identifier: Apache-2.0
// A table of sizes and times: fields between commas, semicolons or tabs, a head that names the columns, comments after
// #. The column of sizes has a name such as size, bytes or length, that of times one such as time, latency or rtt; a
// unit stands in the name: `size_KiB`, `time_us`, `time [us]`, `latency (ms)`. Sizes without a unit are bytes. Times
// called rtt or round trip are halved, all others are one way. Other columns are passed over. A size may have several
// lines.
#pragma once

#include <span>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct CsvFormat {
  static constexpr std::string_view name = "csv";
  static constexpr std::string_view doc = "table with a column of sizes and one of times, units in the head";

  static bool recognises(std::span<const Line> lines);
  static void read(Reading& reading);
};

}  // namespace fsin::calibration
