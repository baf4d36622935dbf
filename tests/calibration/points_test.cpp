// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/points.hpp"

#include <doctest/doctest.h>

namespace points_test {

using namespace fsin;
using namespace fsin::calibration;

namespace {

Measurements measured(const std::string& name, const std::vector<std::pair<std::uint64_t, double>>& times) {
  Measurements made{name, "csv", "", {}};
  for (const auto& [bytes, ns] : times) made.samples.push_back({bytes, ns, Mark(name)});
  return made;
}

std::vector<Point> points(const std::vector<Measurements>& all, std::string& messages) {
  Diagnostics diagnostics;
  const auto made = points_of(all, diagnostics);
  messages = diagnostics.text();
  return made;
}

}  // namespace

TEST_CASE("a size has the median of its times in all files, and their range") {
  std::string messages;
  const auto made =
      points({measured("a", {{8, 30}, {1, 10}, {2, 10}, {4, 10}}), measured("b", {{8, 50}, {8, 31}})}, messages);
  REQUIRE(made.size() == 4);
  CHECK(made[3].bytes == 8);
  CHECK(made[3].ns == 31);
  CHECK(made[3].low == 30);
  CHECK(made[3].high == 50);
  CHECK(made[3].count == 3);
  CHECK(messages.empty());
}

TEST_CASE("three sizes are too few") {
  std::string messages;
  CHECK(points({measured("a", {{1, 1}, {2, 1}, {4, 1}})}, messages).empty());
  CHECK(messages == "a: has 3 sizes; a fit needs at least 4, from 1 byte to a few MiB\n");
}

TEST_CASE("times that scatter, sets that differ and times that drop are warned of") {
  std::string messages;
  points({measured("a", {{1, 10}, {1, 40}, {2, 10}, {4, 10}, {8, 10}})}, messages);
  CHECK(messages.find("a: warning: the middle half of the times of 1 size differs by a factor") == 0);
  points({measured("a", {{1, 10}, {2, 10}, {4, 10}, {8, 10}}), measured("b", {{1, 90}, {2, 90}, {4, 90}, {8, 90}})},
         messages);
  CHECK(messages.find("a: warning: 4 sizes take more than 2 times as long in one of the 2 sets") == 0);
  points({measured("a", {{1, 10}, {2, 100}, {4, 10}, {8, 10}})}, messages);
  CHECK(messages.find("a: warning: 4 bytes take 10 ns, less than half the 100 ns of 2 bytes") == 0);
}

}  // namespace points_test
