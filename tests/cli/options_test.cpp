// SPDX-License-Identifier: Apache-2.0
// The options of a command: values, mistakes told once, help.
#include "fsin/cli/options.hpp"

#include <doctest/doctest.h>

#include <array>

namespace options_test {

using namespace fsin;
using namespace fsin::cli;

namespace {

constexpr std::array options{Option{"ranks,n", "N", "ranks of the program"}, Option{"quiet,q", "", "say nothing"},
                             Option{"env", "NAME", "set it", true}};

Arguments parse(const std::vector<std::string>& words) {
  Diagnostics diagnostics;
  const auto arguments = parse_arguments("tool run", options, words, diagnostics);
  REQUIRE_MESSAGE(arguments, diagnostics.text());
  return *arguments;
}

std::string fault(const std::vector<std::string>& words) {
  Diagnostics diagnostics;
  CHECK_FALSE(parse_arguments("tool run", options, words, diagnostics));
  return diagnostics.text();
}

/// What a command that wants one file and a number of ranks tells of these words.
std::string thrown(const std::vector<std::string>& words) {
  Diagnostics diagnostics;
  try {
    const Arguments arguments = parse(words);
    arguments.natural("ranks", 1, 8, diagnostics);
    arguments.expect(1, 1, "one file", diagnostics);
    arguments.stop_at_errors(diagnostics);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("values stay text until a command reads them, and what follows -- is no option") {
  const Arguments arguments = parse({"a", "-n", "3", "--env", "x", "--env=y", "--", "--quiet"});
  CHECK(arguments.text("ranks") == "3");
  CHECK(arguments.texts("env") == std::vector<std::string>{"x", "y"});
  CHECK_FALSE(arguments.has("quiet"));
  CHECK(arguments.positional() == std::vector<std::string>{"a", "--quiet"});
  Diagnostics diagnostics;
  CHECK(arguments.natural("ranks", 1, 8, diagnostics) == 3);
  CHECK(parse({}).natural("ranks", 1, 8, diagnostics) == std::nullopt);
  CHECK(diagnostics.ok());
}

TEST_CASE("a wrong option says which and what to write") {
  CHECK(fault({"--rank=3"}) ==
        "tool run: unknown option --rank; did you mean \"--ranks\"? options: --ranks, --quiet, --env\n");
  CHECK(fault({"--quiet=1"}) == "tool run: option --quiet takes no value; leave it out\n");
  CHECK(fault({"--ranks"}) == "tool run: option --ranks needs a value; see tool run --help\n");
  CHECK(fault({"-q", "-q"}) == "tool run: option --quiet is given twice; keep one\n");
}

TEST_CASE("every unknown option is told, by the name that was typed") {
  CHECK(fault({"--rank=3", "x", "-z4", "--quite", "-n", "2"}) ==
        "tool run: unknown option --rank; did you mean \"--ranks\"? options: --ranks, --quiet, --env\n"
        "tool run: unknown option -z; options: --ranks, --quiet, --env\n"
        "tool run: unknown option --quite; did you mean \"--quiet\"? options: --ranks, --quiet, --env\n");
}

TEST_CASE("a command tells all mistakes, a line each, and at the end where to read on") {
  const std::string number = "tool run: --ranks \"9\" is not a whole number from 1 to 8";
  CHECK(thrown({"x", "-n", "9"}) == number + "; tool run --help explains");
  CHECK(thrown({"-n", "9"}) == number + "\ntool run: expects one file; tool run --help explains");
}

TEST_CASE("too few or too many words are told with what is expected") {
  CHECK(thrown({}) == "tool run: expects one file; tool run --help explains");
  CHECK(thrown({"a", "b"}) == "tool run: unexpected \"b\"; expects one file; tool run --help explains");
  CHECK(thrown({"a"}).empty());
}

TEST_CASE("the options are listed with the short names, and help is one of them") {
  CHECK(options_help(options) ==
        "  -n, --ranks N                ranks of the program\n  -q, --quiet                  say nothing\n"
        "      --env NAME               set it\n  -h, --help                   print this help\n");
}

TEST_CASE("the words of a program that is started are not asked for help") {
  CHECK(asks_for_help({"-n", "4", "-h"}));
  CHECK_FALSE(asks_for_help({"-n", "4", "--", "prog", "--help"}));
}

}  // namespace options_test
