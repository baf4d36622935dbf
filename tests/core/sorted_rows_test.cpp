// SPDX-License-Identifier: Apache-2.0
// Rows come out in their order, whatever was kept in memory and in whichever order they came.
#include "fsin/core/sorted_rows.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "fsin/core/output_file.hpp"
#include "tests/scratch.hpp"

namespace sorted_rows_test {

using fsin::SortedRows;

struct Number {
  std::uint64_t value = 0;
  bool operator<(const Number& other) const { return value < other.value; }
};

TEST_CASE("rows come out sorted and whole, however few of them memory keeps") {
  const fsin::test::Scratch scratch;
  for (const std::size_t kept : {1U, 2U, 7U, 600U, 5000U}) {
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{600}, std::uint64_t{4999}}) {
      SortedRows<Number> rows(scratch.path(), kept);
      for (std::uint64_t i = 0; i < count; ++i) rows.add({i * 7919 % (count + 1)});
      CHECK(rows.count() == count);
      std::vector<std::uint64_t> seen, expected;
      rows.visit([&](const Number& row) { seen.push_back(row.value); });
      for (std::uint64_t i = 0; i < count; ++i) expected.push_back(i * 7919 % (count + 1));
      std::sort(expected.begin(), expected.end());
      CHECK(seen == expected);
      CHECK(std::filesystem::is_empty(scratch.path()));
    }
  }
}

TEST_CASE("a folder that takes no temporary file is named") {
  SortedRows<Number> rows("/nowhere/at/all", 1);
  CHECK_THROWS_WITH_AS(rows.add({1}), doctest::Contains("/nowhere/at/all"), fsin::OutputError);
}

}  // namespace sorted_rows_test
