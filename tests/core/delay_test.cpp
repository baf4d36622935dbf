// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/delay.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <optional>

namespace delay_test {

using namespace fsin;

namespace {

constexpr LinkClock slow{1'000'000'000, 32, 200'000'000};  // 32 ns a cycle

Delay read(std::string_view text) {
  std::string error;
  const std::optional<Delay> delay = parse_quantity<Delay>(text, error);
  INFO(error);
  REQUIRE(delay.has_value());
  return *delay;
}

std::string error_of(std::string_view text) {
  std::string error;
  CHECK_FALSE(parse_quantity<Delay>(text, error).has_value());
  return error;
}

}  // namespace

TEST_CASE("a delay is cycles, a time or a length, and keeps its unit") {
  CHECK(read("4") == Delay(4));
  CHECK(read("4 cycles") == Delay(4));
  CHECK(read("100 ns") == Delay(Dimension::time, 100'000));
  CHECK(read("500 ps") == Delay(Dimension::time, 500));
  CHECK(read("0.5 ns") == Delay(Dimension::time, 500));
  CHECK(read("1.5 us") == Delay(Dimension::time, 1'500'000));
  CHECK(read("5 m") == Delay(Dimension::length, 5'000'000'000));
  CHECK(read("30 cm") == Delay(Dimension::length, 300'000'000));
  CHECK(read("1.2 km") == Delay(Dimension::length, 1'200'000'000'000));
  CHECK(read("7 mm") == Delay(Dimension::length, 7'000'000));
}

TEST_CASE("what is no delay is told so") {
  CHECK(error_of("64 B") ==
        "\"64 B\" is a size, not a delay; valid units: ps, ns, us, ms, s, mm, cm, m, km, cycle, cycles");
  CHECK(error_of("-1 ns") == "\"-1 ns\" is negative; write for example \"64 ns\"");
  CHECK(error_of("fast") == "\"fast\" is not a delay; write for example \"64 ns\"");
  CHECK(error_of("1.5") == "\"1.5\" is not a whole number of cycles");
  CHECK(error_of("0.1 ps") == "\"0.1 ps\" is not a whole number of ps");
  CHECK(read("10 nsec") == Delay(Dimension::time, 10'000));
  CHECK(error_of("10 NS") ==
        "\"10 NS\" has an unknown unit; did you mean \"ns\"? valid units: ps, ns, us, ms, s, mm, cm, m, km, cycle, "
        "cycles");
}

TEST_CASE("the text of a delay reads back as the same delay") {
  for (const char* text : {"0 cycles", "1 cycle", "77 cycles", "0 ns", "100 ns", "0.5 ns", "0.001 ns", "1234.567 ns",
                           "5 m", "0.007 m", "1200 m", "0.0000015 km"}) {
    CAPTURE(text);
    CHECK(read(to_text(read(text))) == read(text));
  }
  CHECK(to_text(read("2 us")) == "2 us");
  CHECK(to_text(read("2500 ns")) == "2.5 us");
  CHECK(to_text(read("1234.567 ns")) == "1234.567 ns");
  CHECK(to_text(read("0.5 ns")) == "500 ps");
  CHECK(to_text(read("100 s")) == "100 s");
  CHECK(to_text(read("30 cm")) == "300 mm");
  CHECK(to_text(read("5 m")) == "5 m");
  CHECK(to_text(read("1500 m")) == "1.5 km");
}

TEST_CASE("times become cycles rounded up, and a multiple of the cycle is not one more") {
  CHECK(slow.cycles(read("0 ns")) == 0);
  CHECK(slow.cycles(read("1 ps")) == 1);
  CHECK(slow.cycles(read("96 ns")) == 3);
  CHECK(slow.cycles(read("96.001 ns")) == 4);
  CHECK(slow.cycles(read("100 ns")) == 4);
  CHECK(slow.cycles(Delay(100)) == 100);
  // 0.32 ns a cycle: in floating point 0.96 / 0.32 is 3.0000000000000004 or less, by the order of the operations.
  const LinkClock fast{100'000'000'000, 32, 200'000'000};
  for (std::uint64_t cycles = 1; cycles <= 10'000; ++cycles) {
    REQUIRE(fast.cycles(Delay(Dimension::time, 320 * cycles)) == cycles);
    REQUIRE(fast.cycles(Delay(Dimension::time, 320 * cycles + 1)) == cycles + 1);
  }
  // A cycle that is no whole number of picoseconds: 24 bits at 7 Gb/s; 7 of them are 24 ns.
  const LinkClock odd{7'000'000'000, 24, 200'000'000};
  for (std::uint64_t sevens = 1; sevens <= 1000; ++sevens) {
    REQUIRE(odd.cycles(Delay(Dimension::time, 24'000 * sevens)) == 7 * sevens);
    REQUIRE(odd.cycles(Delay(Dimension::time, 24'000 * sevens + 1)) == 7 * sevens + 1);
  }
}

TEST_CASE("lengths take their time at the speed of the cable, and only the cycles are rounded") {
  CHECK(slow.cycles(read("5 m")) == 1);    // 25 ns
  CHECK(slow.cycles(read("6.4 m")) == 1);  // 32 ns
  CHECK(slow.cycles(read("6.401 m")) == 2);
  CHECK(slow.cycles(read("1 km")) == 157);  // 5 us
  const LinkClock vacuum{1'000'000'000, 32, 299'792'458};
  CHECK(vacuum.cycles(read("9.593358656 m")) == 1);  // 32 ns of light
  CHECK(vacuum.cycles(read("9.593358657 m")) == 2);
}

TEST_CASE("no delay is too long to be counted") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const LinkClock fastest{100'000'000'000'000, 8, 1'000'000};
  CHECK(fastest.cycles(Delay(Dimension::time, most)) == most);
  CHECK(fastest.cycles(Delay(Dimension::length, most)) == 230'584'300'921'369'396);
  CHECK(fastest.cycles(Delay(most)) == most);
  const LinkClock slowest{1, 8 * 65535, 299'792'458};
  CHECK(slowest.cycles(Delay(Dimension::time, most)) == 36);
  CHECK(slowest.cycles(Delay(Dimension::length, 1)) == 1);
}

TEST_CASE("speeds are metres per second") {
  std::string error;
  CHECK(parse_quantity<Speed>("0.2 m/ns", error)->value == 200'000'000);
  CHECK(parse_quantity<Speed>("200 m/us", error)->value == 200'000'000);
  CHECK(parse_quantity<Speed>("299792.458 km/s", error)->value == 299'792'458);
  CHECK(to_text(Speed{200'000'000}) == "0.2 m/ns");
  CHECK(to_text(Speed{299'792'458}) == "0.299792458 m/ns");
  CHECK_FALSE(parse_quantity<Speed>("5 ns", error).has_value());
  CHECK(error == "\"5 ns\" is a time, not a speed; valid units: m/s, km/s, m/us, m/ns");
}

}  // namespace delay_test
