// SPDX-License-Identifier: Apache-2.0
// Events of ScalaTrace 2 as text, for tests.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tests/trgen/trace_tools.hpp"

namespace trgen::test::scalatrace {

/// An event of some ranks; `function` and its call path, and lines behind.
inline std::string event(const std::string& ranks, const std::string& head, const std::string& lines = "") {
  return "RANKS: " + ranks + "\nEVENT0: " + head + "\n" + lines + "\n";
}

inline constexpr std::string_view all = "1 -1 0 4 1";
inline std::string of_all(const std::string& head, const std::string& lines = "") {
  return event(std::string(all), head, lines);
}

inline std::string send(const std::string& to, const std::string& more = "12 5 \n") {
  return "10 2 \n" + more + "14 3 \n1b 7 \n1a " + to + "\n";
}
inline std::string receive(const std::string& from, const std::string& more = "12 5 \n") {
  return "10 2 \n" + more + "14 3 \n1b 7 \n2b " + from + "\n";
}
inline std::string loop(const std::string& iterations, const std::string& events, int number = 0) {
  return fmt::format("LOOP{}: iter: {} mem: {}\n", number, iterations, events);
}
inline std::string of(const std::string& values, const std::string& ranks = std::string(all)) {
  return "( " + values + " )[ " + ranks + " ]";
}

/// What a trace left out.
inline std::map<std::string, std::uint64_t> losses(const record::TraceSource& trace) {
  std::map<std::string, std::uint64_t> made;
  for (const auto& [what, count] : trace.losses().counts()) {
    if (count > 0) made[what] = count;
  }
  return made;
}

}  // namespace trgen::test::scalatrace
