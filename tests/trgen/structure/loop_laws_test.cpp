// SPDX-License-Identifier: Apache-2.0
// Laws of numbers over loops, and values of fields as columns.
#include "trgen/structure/loop_laws.hpp"

#include <doctest/doctest.h>

#include "trgen/structure/columns.hpp"

namespace loop_laws_test {

using namespace trgen::structure;

TEST_CASE("a number that depends on each loop in its own way is told apart") {
  std::vector<std::int64_t> values;  // 4 x 3 x 5 iterations: nothing, a table, a multiple
  for (std::int64_t i = 0; i < 4 * 3 * 5; ++i) {
    const std::int64_t middle = i / 5 % 3;
    values.push_back((middle == 0 ? 7 : middle == 1 ? -1 : 20) + 100 * (i % 5));
  }
  const LoopLaws laws(values, std::vector<std::uint64_t>{4, 3, 5});
  CHECK(laws.of(0) == Law::none);
  CHECK(laws.of(1) == Law::table);
  CHECK(laws.of(2) == Law::affine);
  CHECK(laws.second_iteration(2) == 1);
  REQUIRE(laws.entries() == 3);
  for (std::uint64_t entry = 0; entry < 3; ++entry) CHECK(laws.run_of_entry(entry) == 5 * entry);
}

TEST_CASE("two loops that decide together make one table, the innermost variable fastest") {
  const std::vector<std::int64_t> values{3, 3, 8, 8, 1, 1, 9, 9, 2, 2, 4, 4};
  const LoopLaws laws(values, std::vector<std::uint64_t>{3, 2, 2});
  CHECK(laws.of(2) == Law::none);
  REQUIRE(laws.entries() == 6);
  CHECK(laws.run_of_entry(1) == 2);
  CHECK(laws.run_of_entry(2) == 4);
  CHECK(LoopLaws(std::vector<std::int64_t>{5}, std::vector<std::uint64_t>{3, 2}).entries() == 1);
}

TEST_CASE("a table is cut where its entries change or change their step") {
  const auto cuts = [](std::vector<std::int64_t> values) {
    std::vector<std::uint64_t> all;
    for (const TablePiece& each : pieces_of_table(values)) all.push_back(each.to);
    return all;
  };
  CHECK(cuts({4, 4, 4, 9, 9}) == std::vector<std::uint64_t>{3, 5});
  CHECK(cuts({1, 2, 3, 4}) == std::vector<std::uint64_t>{4});
  CHECK(cuts({1, 7}) == std::vector<std::uint64_t>{1, 2});
  CHECK(cuts({0, 0, 5, 6, 7}) == std::vector<std::uint64_t>{2, 5});
}

TEST_CASE("columns are the values of a field, and make the same field again") {
  Field field;  // 3 ranks: 10 20 10 20, 11 22 11 22, 12 12 12 12
  field.choice = {0, {{0, 0}, {0, 0}}, {0, 1}};
  const Shape next{{0, 0}};
  field.alternatives.push_back(
      {{{0, 0}, {0, 0}, {0, 0}}, {10, next, {1}}, {{10, next, {1}}, {-10, next, {-1}}, {10, next, {1}}}, {}});
  field.alternatives.push_back({{}, {12, {}, {}}, {}, {}});
  const auto columns = Columns::of(field, 3, 4);
  REQUIRE(columns);
  CHECK(columns->sequence() == std::vector<std::uint32_t>{0, 1, 0, 1});
  CHECK(columns->numbers(0) == Columns::Numbers{10, 11, 12});
  CHECK(columns->numbers(1) == Columns::Numbers{20, 22, 12});
  CHECK(!columns->is_uniform(0));
  const auto again = Columns::of(columns->field(columns->sequence(), 100), 3, 4);
  REQUIRE(again);
  CHECK(again->sequence() == columns->sequence());
  CHECK(again->numbers(1) == columns->numbers(1));
  const auto squares = Columns::combined(*columns, *columns, [](std::int64_t a, std::int64_t b) { return a * b; });
  CHECK(squares.numbers(1) == Columns::Numbers{400, 484, 144});
  field.listed = true;
  CHECK(!Columns::of(field, 3, 4));
}

}  // namespace loop_laws_test
