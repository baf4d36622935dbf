// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/diagnostic.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>

namespace diagnostic_test {

using namespace fsin;

TEST_CASE("a mark prints as source, line and column, as far as they are known") {
  CHECK(Mark("exp.yaml", 12, 6).text() == "exp.yaml:12:6");
  CHECK(Mark("cg.txt", 12).text() == "cg.txt:12");
  CHECK(Mark("exp.yaml").text() == "exp.yaml");
  CHECK(Mark().text().empty());
  CHECK(Mark("exp.yaml", 1, 1).at(3, 4).text() == "exp.yaml:3:4");
  CHECK(Mark("override 'a=1'").text() == "override 'a=1'");
  Mark fallback("exp.yaml", 4, 3);
  fallback.is_default = true;
  CHECK(fallback.text() == "exp.yaml:4:3 (default)");
  CHECK(fallback.at(5, 1).text() == "exp.yaml:5:1");
}

TEST_CASE("diagnostics keep order, count and say which are warnings") {
  Diagnostics diagnostics;
  CHECK(diagnostics.ok());
  CHECK(diagnostics.exit_code() == 0);
  diagnostics.warning(Mark("a.yaml", 1, 2), "old key; write the new one");
  CHECK(diagnostics.ok());
  CHECK(diagnostics.exit_code() == 0);
  diagnostics.error(Mark("a.yaml", 3, 1), "wrong; mend it");
  diagnostics.error(Mark(), "no place");
  CHECK_FALSE(diagnostics.ok());
  CHECK(diagnostics.error_count() == 2);
  CHECK(diagnostics.warning_count() == 1);
  CHECK(diagnostics.text() ==
        "a.yaml:1:2: warning: old key; write the new one\n"
        "a.yaml:3:1: wrong; mend it\n"
        "no place\n");
}

TEST_CASE("the first error decides the exit code") {
  Diagnostics configuration;
  configuration.error(Mark("a"), "first");
  configuration.input_error(Mark("b"), "second");
  CHECK(configuration.exit_code() == 2);
  Diagnostics input;
  input.warning(Mark("a"), "only a warning");
  input.input_error(Mark("b"), "first");
  input.error(Mark("a"), "second");
  CHECK(input.exit_code() == 3);
}

TEST_CASE("beyond the limit errors and warnings are only counted, each for itself") {
  Diagnostics diagnostics(2);
  for (int i = 0; i < 3; ++i) diagnostics.warning(Mark("w"), "warned");
  for (int i = 0; i < 5; ++i) diagnostics.error(Mark("e"), "failed");
  CHECK(diagnostics.error_count() == 5);
  CHECK(diagnostics.entries().size() == 4);
  CHECK(
      diagnostics.text() ==
      "w: warning: warned\nw: warning: warned\ne: failed\ne: failed\n... and 3 more errors\n... and 1 more warning\n");
}

TEST_CASE("whatever is in a message, it prints on one line and drives no terminal") {
  Diagnostics diagnostics;
  diagnostics.error(Mark("bad\nname", 1, 1), "esc \x1b[31m and \xff and \n");
  CHECK(diagnostics.text() == "bad\\nname:1:1: esc \\x1b[31m and \\xff and \\n\n");
}

TEST_CASE("print writes the text to a stream") {
  Diagnostics diagnostics;
  diagnostics.error(Mark("a.yaml", 3, 1), "wrong; mend it");
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  diagnostics.print(file);
  std::rewind(file);
  std::array<char, 64> line{};
  REQUIRE(std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr);
  CHECK(std::string(line.data()) == "a.yaml:3:1: wrong; mend it\n");
  std::fclose(file);
}

TEST_CASE("an input error of several lines is as many errors") {
  Diagnostics diagnostics;
  diagnostics.input_error(Mark(), "a.txt:3: first\na.txt:4: second\n\n");
  CHECK(diagnostics.error_count() == 2);
  CHECK(diagnostics.text() == "a.txt:3: first\na.txt:4: second\n");
}

}  // namespace diagnostic_test
