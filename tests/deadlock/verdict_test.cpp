// SPDX-License-Identifier: Apache-2.0
// What the analysis says of networks whose answer is known, and that simulations agree.
#include <doctest/doctest.h>

#include "fsin/deadlock/design.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/deadlock/cases.hpp"

namespace verdict_test {

using namespace deadlock_test;
using fsin::deadlock::Answer;
using fsin::deadlock::Verdict;

TEST_CASE("the verdict is right for every network whose answer is known") {
  for (const Case& each : all_cases()) {
    const Verdict verdict = each.verdict(false);
    INFO(each.name << ": " << verdict.text);
    CHECK(verdict.answer == (each.free ? Answer::free : Answer::unsafe));
    CHECK(verdict.cycle.empty() == each.free);
  }
}

TEST_CASE("symmetry changes no verdict") {
  for (const Case& each : all_cases()) {
    INFO(each.name);
    const Verdict folded = each.verdict(false), whole = each.verdict(true);
    CHECK(folded.answer == whole.answer);
    CHECK(folded.reason == whole.reason);
    CHECK(folded.cycle.size() == whole.cycle.size());
    CHECK(folded.states <= whole.states);
  }
}

TEST_CASE("a ladder with a level for each hop is decided without following packets") {
  fsin::engine::Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  design.routing = fsin::routing::ShortestParams{};
  design.router.virtual_channels = 4;
  const fsin::topology::Topology built = fsin::topology::build(design.topology);
  const fsin::deadlock::Budget nothing{.states = 1};
  const Verdict verdict = fsin::deadlock::decide(design, built, nothing);
  CHECK(verdict.answer == Answer::free);
  CHECK(verdict.reason == fsin::deadlock::Reason::ladder);
  CHECK(fsin::deadlock::decide(design, built, nothing, true).answer == Answer::undecided);
  design.router.virtual_channels = 3;
  CHECK(fsin::deadlock::decide(design, built, nothing).answer == Answer::undecided);
}

TEST_CASE("a network that is not free deadlocks under some load, and one that is free under none") {
  for (const Case& each : all_cases()) {
    INFO(each.name);
    const Search found = each.free ? search(each, 2, 0) : search(each, 20, 200);
    CHECK(found.found != each.free);
  }
}

}  // namespace verdict_test
