// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/quad_heap.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>

#include "fsin/core/rng.hpp"
#include "fsin/engine/message/agenda.hpp"

namespace quad_heap_test {

using fsin::Cycle;
using fsin::engine::message::Agenda;
using fsin::engine::message::QuadHeap;

TEST_CASE("a heap gives its entries in ascending order, equal ones as often as they were put in") {
  QuadHeap<std::uint32_t> heap;
  std::multiset<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const auto words = fsin::philox({7, fsin::Purpose::arrival}, i);
    if (words[0] % 5 < 3) {
      heap.push(words[1] % 300);
      expected.insert(words[1] % 300);
    } else if (!heap.empty()) {
      REQUIRE(heap.top() == *expected.begin());
      heap.pop();
      expected.erase(expected.begin());
    }
    REQUIRE(heap.size() == expected.size());
  }
  for (; !heap.empty(); heap.pop()) {
    REQUIRE(heap.top() == *expected.begin());
    expected.erase(expected.begin());
  }
  CHECK(expected.empty());
}

TEST_CASE("an agenda asks those of a cycle in ascending order, each at its earliest cycle and once") {
  Agenda agenda(8);
  for (const std::uint32_t who : {6U, 2U, 7U, 0U}) agenda.plan(who, 10);
  agenda.plan(7, 4);
  agenda.plan(2, 12);
  std::vector<std::uint32_t> asked;
  const auto ask = [&](std::uint32_t who) { asked.push_back(who); };
  CHECK(agenda.next() == 4);
  agenda.serve(4, ask);
  CHECK(asked == std::vector<std::uint32_t>{7});
  asked.clear();
  agenda.serve(20, ask);
  CHECK(asked == std::vector<std::uint32_t>{0, 2, 6});
  CHECK(agenda.next() == fsin::never);
}

TEST_CASE("who is asked may be asked again in the same cycle") {
  Agenda agenda(2);
  agenda.plan(1, 3);
  unsigned asked = 0;
  agenda.serve(3, [&](std::uint32_t who) {
    if (++asked < 3) agenda.plan(who, 3);
  });
  CHECK(asked == 3);
}

}  // namespace quad_heap_test
