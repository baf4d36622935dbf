// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats/imb.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

constexpr std::string_view title = "# Benchmarking ";

bool is_benchmark(const Line& line) { return line.starts_with(title) && line.words.size() > 2; }

}  // namespace

bool ImbFormat::recognises(std::span<const Line> lines) {
  return std::any_of(lines.begin(), lines.end(), is_benchmark);
}

void ImbFormat::read(Reading& reading) {
  std::vector<std::string> others;
  enum class Place : std::uint8_t { outside, before_head, table } place = Place::outside;
  for (const Line& line : reading.lines) {
    if (is_benchmark(line)) {
      const bool wanted = line.words[2] == "PingPong";
      if (!wanted) others.push_back(one_line(line.words[2]));
      place = wanted ? Place::before_head : Place::outside;
      reading.begin_table();
    } else if (place == Place::before_head && line.has("#bytes")) {
      if (line.words.size() < 3 || line.words[2] != "t[usec]") {
        return reading.error(line, "the third column is not t[usec]; give the output of IMB-MPI1 as it is");
      }
      place = Place::table;
    } else if (place == Place::table) {
      if (line.words.empty()) {
        place = Place::outside;
      } else if (!is_numbers(line) || line.words.size() < 3) {
        return reading.error(line, "no line of a table of PingPong: bytes, repetitions, t[usec], Mbytes/sec");
      } else {
        reading.add(line, line.words[0], line.words[2], 1000);
      }
    }
  }
  if (place != Place::outside) reading.error("ends within a table of PingPong: no blank line follows; it was cut off");
  if (reading.size() == 0 && reading.ok()) {
    reading.error(others.empty() ? std::string("has no table of PingPong; run IMB-MPI1 PingPong")
                                 : fmt::format("has no table of PingPong, only of {}; run IMB-MPI1 PingPong",
                                               fmt::join(others, ", ")));
  }
  reading.taken("half round trips, as IMB-MPI1 prints them");
}

}  // namespace fsin::calibration
