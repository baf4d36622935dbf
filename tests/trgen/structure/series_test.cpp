// SPDX-License-Identifier: Apache-2.0
// Sequences become loops of differences, and give their numbers again, one after the other and at any place.
#include "trgen/structure/series.hpp"

#include <doctest/doctest.h>

#include "fsin/core/hash.hpp"

namespace series_test {

using namespace trgen::structure;

namespace {

constexpr auto no_limit = static_cast<std::size_t>(-1);

Series series_of(const std::vector<std::int64_t>& numbers) {
  SeriesBuilder builder;
  for (const std::int64_t number : numbers) builder.add(number, no_limit);
  return builder.series();
}

void check_numbers(const Series& series, const std::vector<std::int64_t>& numbers) {
  SeriesWalk walk(series);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    CAPTURE(i);
    REQUIRE(walk.next() == numbers[i]);
    REQUIRE(series.at(i) == numbers[i]);
  }
  if (!series.is_constant()) CHECK(series.length() == numbers.size());
}

/// A sequence that nested loops make, with some numbers that do not fit.
std::vector<std::int64_t> random_numbers(std::uint64_t seed) {
  std::uint64_t state = seed;
  const auto draw = [&](std::uint64_t limit) { return fsin::scramble(state += fsin::golden_ratio) % limit; };
  std::vector<std::int64_t> numbers;
  const std::uint64_t outer = 1 + draw(6);
  const std::uint64_t middle = 1 + draw(5);
  const std::uint64_t inner = 1 + draw(7);
  const auto a = static_cast<std::int64_t>(draw(5));
  const auto b = static_cast<std::int64_t>(draw(3)) - 1;
  const auto c = static_cast<std::int64_t>(draw(100));
  for (std::uint64_t i = 0; i < outer; ++i) {
    for (std::uint64_t j = 0; j < middle; ++j) {
      for (std::uint64_t k = 0; k < inner; ++k)
        numbers.push_back(a * static_cast<std::int64_t>(i) + b * static_cast<std::int64_t>(j) +
                          c * static_cast<std::int64_t>(k));
      if (draw(9) == 0) numbers.push_back(static_cast<std::int64_t>(draw(1000)));
    }
  }
  return numbers;
}

}  // namespace

TEST_CASE("affine and periodic sequences take a few numbers, whatever their length") {
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 50; ++j) {
      for (int k = 0; k < 4; ++k) numbers.push_back(1000 * i + 7 * j + (k % 2 == 0 ? 3 : -3));
    }
  }
  const Series series = series_of(numbers);
  check_numbers(series, numbers);
  CHECK(series.shape.size() < 40);
}

TEST_CASE("the coordinates of a grid are a few loops of differences") {
  std::vector<std::int64_t> members;
  for (int z = 0; z < 8; ++z) {
    for (int y = 1; y < 7; ++y) {
      for (int x = 0; x < 8; x += 2) members.push_back(x + 8 * (y + 8 * z));
    }
  }
  const Series series = series_of(members);
  check_numbers(series, members);
  CHECK(series.steps.size() < 12);
}

TEST_CASE("random sequences come back number by number, and when they are put together from parts") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    std::vector<std::int64_t> numbers = random_numbers(seed);
    check_numbers(series_of(numbers), numbers);
    SeriesBuilder whole;
    std::vector<std::int64_t> all;
    for (std::uint64_t part = 0; part < 5; ++part) {
      const std::vector<std::int64_t> more = part % 2 == 0 ? numbers : random_numbers(seed + 1000);
      SeriesBuilder of_part;
      for (const std::int64_t number : more) of_part.add(number, no_limit);
      whole.append(of_part, no_limit);
      all.insert(all.end(), more.begin(), more.end());
    }
    check_numbers(whole.series(), all);
  }
}

TEST_CASE("numbers that rise by the same in a row are added at once, as they are one by one") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    std::uint64_t state = seed;
    const auto draw = [&](std::uint64_t limit) { return fsin::scramble(state += fsin::golden_ratio) % limit; };
    std::vector<std::int64_t> numbers{static_cast<std::int64_t>(draw(9))};
    SeriesBuilder builder;
    builder.add(numbers.front(), no_limit);
    for (std::uint64_t stretch = draw(8); stretch-- > 0;) {
      const auto step = static_cast<std::int64_t>(draw(5)) - 2;
      const std::uint64_t times = draw(6);
      builder.add_rise(step, times, no_limit);
      for (std::uint64_t i = 0; i < times; ++i) numbers.push_back(numbers.back() + step);
    }
    CHECK(builder.length() == numbers.size());
    CHECK(builder.last() == numbers.back());
    check_numbers(builder.series(), numbers);
  }
}

TEST_CASE("a sequence without structure is given up at the limit, and says so") {
  SeriesBuilder builder;
  std::uint64_t state = 1;
  for (int i = 0; i < 100; ++i)
    builder.add(static_cast<std::int64_t>(fsin::scramble(state += fsin::golden_ratio) % 100000), 20);
  CHECK(builder.listed());
  CHECK(builder.length() == 100);
}

}  // namespace series_test
