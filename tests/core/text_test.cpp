// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "fsin/core/suggest.hpp"

namespace text_test {

using namespace fsin;

TEST_CASE("natural numbers are digits and nothing else") {
  CHECK(parse_natural("0") == 0U);
  CHECK(parse_natural("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  for (const char* bad :
       {"", "-1", "+1", "010", "0x10", "1e3", "1.0", " 1", "1 ", "1u", "18446744073709551616", "-0"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_natural(bad).has_value());
  }
}

TEST_CASE("integers may have a minus") {
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_integer("7") == 7);
  for (const char* bad : {"", "-", "--1", "+1", "-01", "9223372036854775808", "0x1"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_integer(bad).has_value());
  }
}

TEST_CASE("real numbers are finite decimals") {
  CHECK(parse_real("0.4") == 0.4);
  CHECK(parse_real("1e-3") == 1e-3);
  CHECK(parse_real("-2") == -2.0);
  for (const char* bad : {"", "inf", "nan", "-inf", "0x1p3", "+1", "1e999", "1..2", "1 ", "e", "1,5"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_real(bad).has_value());
  }
}

TEST_CASE("a printed real number reads back as itself") {
  for (const double value : {0.0, 0.1, 1.0 / 3.0, 1e300, 5e-324, -12345.678}) {
    CAPTURE(value);
    CHECK(parse_real(print_real(value)) == value);
  }
  CHECK(print_real(0.4) == "0.4");
}

TEST_CASE("foreign text is quoted, escaped and cut") {
  CHECK(in_quotes("torus") == "\"torus\"");
  CHECK(in_quotes("a\tb\x01") == "\"a\\tb\\x01\"");
  CHECK(in_quotes("abcdef", 3) == "\"abc...\"");
  CHECK(in_quotes("ab\xc3\xa9", 3) == "\"ab...\"");
  CHECK(one_line("caf\xc3\xa9 \xf0\x9f\x90\x8c") == "caf\xc3\xa9 \xf0\x9f\x90\x8c");
}

TEST_CASE("broken UTF-8 and control characters are found and escaped") {
  // A lone continuation, an overlong form, a surrogate, beyond Unicode, a C1 control, and one cut short.
  CHECK(one_line("\x80") == "\\x80");
  CHECK(one_line("\xc0\xaf") == "\\xc0\\xaf");
  CHECK(one_line("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(one_line("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(one_line("\xc2\x9b") == "\\xc2\\x9b");
  CHECK(one_line("\xe2\x82") == "\\xe2\\x82");
  CHECK(find_non_text("a: 1\n\tb\r\n") == std::nullopt);
  CHECK(find_non_text("ab\x7f") == 2U);
  CHECK(find_non_text(std::string_view("a\0b", 3)) == 1U);
}

TEST_CASE("blanks at the ends of a text are cut, those inside stay") {
  CHECK(trimmed(" \t marker A 2\r") == "marker A 2");
  CHECK(trimmed("a") == "a");
  CHECK(trimmed(" \t\r").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("counted adds the plural") {
  CHECK(counted(1, "value") == "1 value");
  CHECK(counted(0, "value") == "0 values");
}

TEST_CASE("the nearest name is suggested, if one is near enough") {
  constexpr std::array<std::string_view, 5> names{"virtual_channels", "queue", "torus", "fat-tree", "n"};
  CHECK(nearest("virtual_chanels", names) == "virtual_channels");
  CHECK(nearest("Virtual-Channels", names) == "virtual_channels");
  CHECK(nearest("tours", names) == "torus");
  CHECK(nearest("quue", names) == "queue");
  CHECK(nearest("fattree", names) == "fat-tree");
  CHECK(nearest("k", names) == std::nullopt);
  CHECK(nearest("hypercube", names) == std::nullopt);
  CHECK(nearest("", names) == std::nullopt);
  CHECK(nearest(std::string(1U << 20U, 'x'), names) == std::nullopt);
  CHECK(nearest("mix_runs", std::array<std::string_view, 2>{"min_runs", "max_runs"}) == std::nullopt);
  CHECK(nearest("injection", std::array<std::string_view, 1>{"injectors"}) == std::nullopt);
}

TEST_CASE("a name with other digits is another thing and not suggested") {
  constexpr std::array<std::string_view, 3> names{"oblivious-1vc", "oblivious-3vc", "adaptive-3vc"};
  CHECK(nearest("oblivious-2vc", names) == std::nullopt);
  CHECK(nearest("adaptive-1vc", names) == std::nullopt);
  CHECK(nearest("adaptiv-3vc", names) == "adaptive-3vc");
  CHECK(nearest("adaptive-vc", names) == "adaptive-3vc");
}

TEST_CASE("a suggestion ends a message with what may be written") {
  constexpr std::array<std::string_view, 2> names{"torus", "mesh"};
  CHECK(suggestion("tours", names, "valid types") == "; did you mean \"torus\"? valid types: torus, mesh");
  CHECK(suggestion("xyzzy", names, "valid types") == "; valid types: torus, mesh");
  CHECK(suggestion("x", {}, "keys") == "; there are no keys");
}

}  // namespace text_test
