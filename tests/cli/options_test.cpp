// SPDX-License-Identifier: Apache-2.0
// The options of a command: values, mistakes told once, help.
#include "fsin/cli/options.hpp"

#include <doctest/doctest.h>

#include <array>

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

std::string thrown(const std::vector<std::string>& words) {
  try {
    const Arguments arguments = parse(words);
    arguments.natural("ranks", 1, 8, 4);
    arguments.expect(1, 1, "one file");
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
  CHECK(arguments.natural("ranks", 1, 8, 4) == 3);
  CHECK(parse({}).natural("ranks", 1, 8, 4) == 4);
}

TEST_CASE("a wrong option says which and what to write") {
  CHECK(fault({"--rank=3"}) ==
        "tool run: unknown option --rank; did you mean \"--ranks\"? options: --ranks, --quiet, --env\n");
  CHECK(fault({"--quiet=1"}) == "tool run: option --quiet takes no value; leave it out\n");
  CHECK(fault({"--ranks"}) == "tool run: option --ranks needs a value; see tool run --help\n");
  CHECK(fault({"-q", "-q"}) == "tool run: option --quiet is given twice; keep one\n");
}

TEST_CASE("a number out of its range is told in the same words to those who collect mistakes and those who stop") {
  const std::string told = "tool run: --ranks \"9\" is not a whole number from 1 to 8";
  Diagnostics diagnostics;
  CHECK_FALSE(parse({"-n", "9"}).natural("ranks", 1, 8, diagnostics));
  CHECK(diagnostics.text() == told + "\n");
  CHECK(thrown({"x", "-n", "9"}) == told + "; tool run --help explains");
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
