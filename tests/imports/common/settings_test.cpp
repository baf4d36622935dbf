// SPDX-License-Identifier: Apache-2.0
// Settings: what was asked for, and what is left.
#include "fsin/imports/common/settings.hpp"

#include <doctest/doctest.h>

namespace settings_test {

using namespace fsin;
using imports::Settings;

TEST_CASE("settings that were not read are listed, and the last of two with one name counts") {
  Settings all(Mark("file"));
  all.add({"a", "1", Mark("file", 1)});
  all.add({"b", "2", Mark("file", 2)});
  all.add({"a", "3", Mark("file", 3)});
  Diagnostics diagnostics;
  CHECK(all.natural("a", 9, 0, 10, diagnostics) == 3);
  CHECK(all.natural("c", 9, 0, 10, diagnostics) == 9);
  REQUIRE(all.unread().size() == 1);
  CHECK(all.unread().front()->name == "b");
  CHECK(all.words("a", "9") == "a = 3");
  CHECK(all.words("c", "9") == "c = 9 (default)");
  CHECK(diagnostics.ok());
}

TEST_CASE("a value beyond its range is an error at its place, and gives the default") {
  Settings all(Mark("file"));
  all.add({"a", "11", Mark("file", 4)});
  Diagnostics diagnostics;
  CHECK(all.natural("a", 9, 0, 10, diagnostics) == 9);
  CHECK(diagnostics.text().find("file:4: a must be a whole number from 0 to 10, not \"11\"") != std::string::npos);
}

TEST_CASE("lists of numbers have braces or none") {
  CHECK(imports::numbers_of("{0.3, 0.1}") == std::vector<double>{0.3, 0.1});
  CHECK(imports::numbers_of("7") == std::vector<double>{7});
  CHECK(!imports::numbers_of("{a}"));
  CHECK(!imports::numbers_of("{}"));
}

}  // namespace settings_test
