// SPDX-License-Identifier: Apache-2.0
// Each arbiter alone, on rivals that are a table.
#include <doctest/doctest.h>

#include <set>
#include <string_view>
#include <vector>

#include "fsin/router/arbiter_catalogue.hpp"

namespace arbiter_test {

namespace {

using namespace fsin;

struct Rival {
  std::uint64_t since;
  std::uint64_t entered;
  unsigned phits;
  unsigned hops;
};

struct Table {
  std::vector<Rival> rows;
  unsigned next = 0;  ///< the first behind the last winner
  std::uint32_t drawn = 0;

  unsigned count() const { return static_cast<unsigned>(rows.size()); }
  unsigned after_last_winner() const { return next; }
  std::uint64_t waiting_since(unsigned place) const { return rows[place].since; }
  std::uint64_t entered(unsigned place) const { return rows[place].entered; }
  unsigned hops(unsigned place) const { return rows[place].hops; }
  unsigned phits_queued(unsigned place) const { return rows[place].phits; }
  std::uint32_t draw(std::uint32_t n) const { return drawn % n; }
};
static_assert(router::Rivals<Table>);

template <class Arbiter>
unsigned winner(const Table& table) {
  return router::Arbiters::with(router::arbiter<Arbiter>, [&](const auto& arbiter) { return arbiter.pick(table); });
}

const Table four{{{7, 30, 16, 2}, {5, 40, 48, 0}, {5, 20, 32, 2}, {9, 20, 48, 1}}};

Table behind(unsigned place) {
  Table table = four;
  table.next = place;
  return table;
}

}  // namespace

TEST_CASE("round-robin takes the first rival behind the last winner") {
  for (unsigned place = 0; place < 4; ++place) CHECK(winner<router::RoundRobin>(behind(place)) == place);
}

TEST_CASE("oldest takes the header that has waited longest, of several the first in input order") {
  for (unsigned place = 0; place < 4; ++place) CHECK(winner<router::Oldest>(behind(place)) == 1);
}

TEST_CASE("age takes the packet that entered first, of several the first in input order") {
  for (unsigned place = 0; place < 4; ++place) CHECK(winner<router::Age>(behind(place)) == 2);
}

TEST_CASE("longest takes the queue with most phits, of several the first behind the last winner") {
  CHECK(winner<router::Longest>(behind(0)) == 1);
  CHECK(winner<router::Longest>(behind(1)) == 1);
  CHECK(winner<router::Longest>(behind(2)) == 3);
  CHECK(winner<router::Longest>(behind(3)) == 3);
}

TEST_CASE("most-hops takes the packet that has crossed most links, of several the first behind the last winner") {
  CHECK(winner<router::MostHops>(behind(0)) == 0);
  CHECK(winner<router::MostHops>(behind(1)) == 2);
  CHECK(winner<router::MostHops>(behind(2)) == 2);
  CHECK(winner<router::MostHops>(behind(3)) == 0);
}

TEST_CASE("random takes the rival that is drawn") {
  for (std::uint32_t drawn = 0; drawn < 4; ++drawn) {
    Table table = four;
    table.drawn = drawn;
    CHECK(winner<router::Random>(table) == drawn);
  }
}

TEST_CASE("the names of arbiters are those of the list, each once and in its order") {
  std::set<std::string_view> names;
  for (std::size_t place = 0; place < router::Arbiters::names.size(); ++place) {
    CHECK(static_cast<std::size_t>(router::Arbiters::names[place].value) == place);
    names.insert(router::Arbiters::names[place].name);
  }
  CHECK(names.size() == router::Arbiters::names.size());
  CHECK(config::name_of(router::Arbiters::names, router::arbiter<router::Oldest>) == "oldest");
}

}  // namespace arbiter_test
