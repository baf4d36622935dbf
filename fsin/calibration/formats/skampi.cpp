// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats/skampi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

constexpr std::string_view begin = "# begin result ";
constexpr std::string_view end = "# end result ";

bool is_ping_pong(const Line& line) {
  std::string name;
  for (const char c : line.text) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return name.find("pingpong") != std::string::npos;
}

/// The words behind the pairs `NAME= VALUE`.
std::span<const std::string_view> values_of(const Line& line) {
  std::span<const std::string_view> words(line.words);
  while (words.size() >= 2 && words[0].ends_with('=')) words = words.subspan(2);
  return words;
}

}  // namespace

bool SkampiFormat::recognises(std::span<const Line> lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) { return line.starts_with(begin); });
}

void SkampiFormat::read(Reading& reading) {
  std::vector<std::string> others;
  const Line* open = nullptr;
  bool wanted = false;
  for (const Line& line : reading.lines) {
    if (line.starts_with(begin)) {
      if (open != nullptr) return reading.error(line, "a result begins before the last one has ended; it was cut off");
      open = &line;
      wanted = is_ping_pong(line);
      if (!wanted) others.push_back(one_line(line.text.substr(begin.size())));
      reading.begin_table();
    } else if (line.starts_with(end)) {
      open = nullptr;
    } else if (open != nullptr && wanted && !line.words.empty() && !line.starts_with("#")) {
      const auto values = values_of(line);
      if (values.size() < 4) {
        return reading.error(line, "no line of a ping-pong: count= ELEMENTS BYTES MICROSECONDS ERROR REPETITIONS");
      }
      reading.add(line, values[0], values[1], 500);
    }
  }
  if (open != nullptr) return reading.error(*open, "this result has no end, \"# end result\"; the file was cut off");
  if (reading.size() == 0 && reading.ok()) {
    reading.error(fmt::format("has no result with pingpong in its name{}{}; measure Pingpong_Send_Recv",
                              others.empty() ? "" : ", only ", fmt::join(others, ", ")));
  }
  reading.taken("whole round trips, as SKaMPI prints them, halved");
}

}  // namespace fsin::calibration
