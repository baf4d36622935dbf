// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/decimal.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace decimal_test {

using namespace fsin;

TEST_CASE("an exponent moves the point and rounds nothing") {
  CHECK(without_exponent("1e4") == "10000");
  CHECK(without_exponent("1E+4") == "10000");
  CHECK(without_exponent("2.5e3") == "2500");
  CHECK(without_exponent("1.25e1") == "12.5");
  CHECK(without_exponent("1e-3") == "0.001");
  CHECK(without_exponent("-12.50e-1") == "-1.25");
  CHECK(without_exponent("0e7") == "0");
  CHECK(without_exponent("1e40")->size() == 41);
  CHECK(without_exponent("12345678901234567891e1") == "123456789012345678910");
  CHECK(without_exponent("64 B") == "64 B");
  for (const char* bad :
       {"e4", "1e", "1e+", "1e-", "1e1.5", "1e41", "1e9999999999", ".5e1", "5.e1", "01e2", "0x1e3", "seven"}) {
    CAPTURE(bad);
    CHECK_FALSE(without_exponent(bad).has_value());
  }
}

TEST_CASE("a whole number may have an exponent if it stays whole") {
  CHECK(parse_whole_number("1e4") == 10000U);
  CHECK(parse_whole_number("1.5e1") == 15U);
  CHECK(parse_whole_number("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  CHECK(parse_signed_whole_number("-2e3") == -2000);
  for (const char* bad : {"1.5", "1.5e0", "1e-1", "2.0", "1e20", "-1e1", "0x1e3", "010", "1e3 "}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_whole_number(bad).has_value());
  }
}

TEST_CASE("a decimal number is read and printed digit by digit") {
  for (const char* text : {"0", "0.3", "-2", "0.0015", "123456789012345678", "-0.000001", "1000"}) {
    CAPTURE(text);
    const auto number = parse_decimal(text);
    REQUIRE(number.has_value());
    CHECK(print_decimal(*number) == text);
  }
  CHECK(print_decimal(*parse_decimal("0.10")) == "0.1");
  CHECK(print_decimal(*parse_decimal("1.5e-3")) == "0.0015");
  CHECK(print_decimal({3, 1}) == "0.3");
  CHECK(print_decimal({-30, 1}) == "-3");
  CHECK(print_decimal({0, 5}) == "0");
  for (const char* bad : {"", "-", "1.", ".1", "1,5", "1234567890123456789", "inf", "0x10"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_decimal(bad).has_value());
  }
}

}  // namespace decimal_test
