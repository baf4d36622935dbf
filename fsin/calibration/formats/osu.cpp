// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats/osu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"

namespace fsin::calibration {

bool OsuFormat::recognises(std::span<const Line> lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) { return line.starts_with("# OSU "); });
}

void OsuFormat::read(Reading& reading) {
  bool headed = false;
  for (const Line& line : reading.lines) {
    if (line.starts_with("# OSU ")) {
      if (!line.has("Latency Test") || line.has("Bcast") || line.has("One Sided")) {
        return reading.error(line, fmt::format("{} is no ping-pong, so that no time of a single message follows from "
                                               "it; give the output of osu_latency",
                                               in_quotes(line.text.substr(2))));
      }
      reading.begin_table();
      headed = false;
    } else if (line.starts_with("# Size")) {
      headed = true;
      if (!line.has("(us)")) {
        return reading.error(line,
                             "no column of latencies in microseconds, \"Latency (us)\"; give the output of "
                             "osu_latency as it is");
      }
    } else if (!line.words.empty() && !line.starts_with("#")) {
      if (!headed) return reading.error(line, "a value before the line \"# Size  Latency (us)\"; the head is missing");
      if (line.words.size() < 2) return reading.error(line, "a size without a latency; the file was cut off");
      reading.add(line, line.words[0], line.words[1], 1000);
    }
  }
  reading.taken("half round trips, as osu_latency prints them");
}

}  // namespace fsin::calibration
