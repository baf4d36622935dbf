// SPDX-License-Identifier: Apache-2.0
// What the analysis says of networks whose answer is known, and that simulations agree.
#include <doctest/doctest.h>

#include "fsin/deadlock/design.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/deadlock/cases.hpp"
#include "tests/share_of_cases.hpp"

namespace verdict_test {

using namespace deadlock_test;
using fsin::deadlock::Answer;
using fsin::deadlock::Verdict;

TEST_CASE("the verdict is right for every network whose answer is known") {
  fsin::test::ShareOfCases share;
  for (const Case& each : all_cases()) {
    if (!share.takes_next()) continue;
    const Verdict verdict = each.verdict(false);
    INFO(each.name << ": " << verdict.text);
    CHECK(verdict.answer == (each.free ? Answer::free : Answer::unsafe));
    CHECK(verdict.cycle.empty() == each.free);
  }
}

TEST_CASE("symmetry changes no verdict") {
  fsin::test::ShareOfCases share;
  for (const Case& each : all_cases()) {
    if (!share.takes_next()) continue;
    INFO(each.name);
    const Verdict folded = each.verdict(false), whole = each.verdict(true);
    CHECK(folded.answer == whole.answer);
    CHECK(folded.reason == whole.reason);
    CHECK(folded.cycle.size() == whole.cycle.size());
    CHECK(folded.states <= whole.states);
  }
}

/// Routings whose virtual channels are a ladder of hops; the diameters that their longest way has, and links more.
template <class Use>
void for_each_ladder(Use use) {
  using namespace fsin::routing;
  for (const PortChoice choice :
       {PortChoice::first, PortChoice::flow, PortChoice::packet, PortChoice::adaptive, PortChoice::emptiest}) {
    ShortestParams shortest;
    GraphValiantParams valiant;
    GraphUgalParams ugal;
    GraphUgalGParams ugal_g;
    GraphParParams par;
    shortest.choice = valiant.choice = ugal.choice = ugal_g.choice = par.choice = choice;
    use(shortest, 1U, 0U);
    use(valiant, 2U, 0U);
    use(ugal, 2U, 0U);
    use(ugal_g, 2U, 0U);
    use(par, 2U, 1U);
  }
}

TEST_CASE("a ladder with a level for each hop is decided without following packets, over detours too") {
  using fsin::deadlock::Reason;
  constexpr unsigned diameter = 4;
  const fsin::deadlock::Budget nothing{.states = 1};
  for_each_ladder([&](const auto& routing, unsigned ways, unsigned more) {
    fsin::engine::Design design;
    design.topology = fsin::topology::TorusParams{{8}, true};
    design.routing = routing;
    design.router.virtual_channels = ways * diameter + more;
    INFO(design.routing.name());
    const fsin::topology::Topology built = fsin::topology::build(design.topology);
    const Verdict verdict = fsin::deadlock::decide(design, built, nothing);
    CHECK(verdict.answer == Answer::free);
    CHECK(verdict.reason == Reason::ladder);
    CHECK(verdict.states == 0);
    CHECK(fsin::deadlock::decide(design, built, nothing, true).answer == Answer::undecided);
    const Verdict followed = fsin::deadlock::decide(design, built, {}, true);
    CHECK(followed.answer == Answer::free);
    CHECK(followed.reason == Reason::ladder);
    CHECK(followed.states > 0);
    design.router.virtual_channels = ways * diameter + more - 1;
    CHECK(fsin::deadlock::decide(design, built, nothing).answer == Answer::undecided);
    design.topology = fsin::topology::TorusParams{{8, 8}, true};  // of twice the diameter
    design.router.virtual_channels = ways * diameter + more;
    const fsin::topology::Topology larger = fsin::topology::build(design.topology);
    CHECK(fsin::deadlock::decide(design, larger, nothing).answer == Answer::undecided);
  });
}

TEST_CASE("a ladder of hops is decided in networks whose packets are too many to be followed") {
  fsin::topology::JellyfishParams random;
  random.switches = 1000;
  random.degree = 12;
  random.terminals = 4;
  for_each_ladder([&](const auto& routing, unsigned ways, unsigned more) {
    fsin::engine::Design design;
    design.topology = random;
    design.routing = routing;
    design.router.virtual_channels = ways * 4 + more;  // its diameter
    const fsin::topology::Topology built = fsin::topology::build(design.topology);
    CHECK(fsin::deadlock::decide(design, built).answer == Answer::free);
  });
}

TEST_CASE("PAR needs a virtual channel more than UGAL for its second decision, and UGAL-G needs none") {
  fsin::engine::Design design;
  design.topology = fsin::topology::SlimFlyParams{};
  const fsin::topology::Topology built = fsin::topology::build(design.topology);
  const auto answer = [&](const fsin::routing::AnyRouting& routing, unsigned vcs) {
    design.routing = routing;
    design.router.virtual_channels = vcs;
    return fsin::deadlock::decide(design, built).answer;
  };
  CHECK(answer(fsin::routing::GraphParParams{}, 5) == Answer::free);
  CHECK(answer(fsin::routing::GraphParParams{}, 4) == Answer::unsafe);
  CHECK(answer(fsin::routing::GraphUgalGParams{}, 4) == Answer::free);
  CHECK(answer(fsin::routing::GraphUgalGParams{}, 3) == Answer::unsafe);
}

TEST_CASE("links that fail leave packets without a way, which a ladder of hops does not show") {
  fsin::engine::Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  design.routing = fsin::routing::GraphValiantParams{};
  design.router.virtual_channels = 14;  // twice the longest way on the line that is left
  fsin::topology::Topology built = fsin::topology::build(design.topology);
  CHECK(fsin::deadlock::decide(design, built, {.states = 1}).answer == Answer::free);
  built.failures.links.push_back({fsin::RouterId(0), 0, built.graph.next(fsin::RouterId(0), 0), {100, fsin::never}});
  CHECK(fsin::deadlock::decide(design, built, {.states = 1}).answer == Answer::undecided);
}

TEST_CASE("a network that is not free deadlocks under some load, and one that is free under none") {
  fsin::test::ShareOfCases share;
  for (const Case& each : all_cases()) {
    if (!share.takes_next()) continue;
    INFO(each.name);
    const Search found = each.free ? search(each, 2, 0) : search(each, 20, 200);
    CHECK(found.found != each.free);
  }
}

}  // namespace verdict_test
