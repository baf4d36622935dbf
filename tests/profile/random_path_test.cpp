// SPDX-License-Identifier: Apache-2.0
// Critical paths of random programs: whatever they do, the path has every cycle of the run once and knows what each was
// spent on, and what ranks do has every cycle up to their end once.
#include <doctest/doctest.h>

#include "tests/engine/differential/random_program.hpp"
#include "tests/profile/path_fixture.hpp"

namespace random_path_test {

using namespace profile_test;

TEST_CASE("the path of a random program has every cycle of the run once, and knows what it was spent on") {
  std::size_t finished = 0, messages = 0;
  for (std::uint64_t number = 0; number < 2000; ++number) {
    differential::Dice dice(number);
    fsin::workload::NetworkFacts facts = network_of(dice.between(1, 12));
    facts.variable_last_packet = dice.chance(50);
    differential::RandomCase random;
    choose_program(dice, facts, random);
    if (!random.make_told) continue;  // open receives, late ranks and backgrounds, which paths do not follow
    CAPTURE(number);
    CAPTURE(random.workload_text);
    IdealSettings how{.nodes = facts.nodes, .distance = dice.between(1, 30), .serial = dice.chance(50)};
    how.tight = dice.chance(30);
    const Profiled run = profiled(random.make_told, random.ranks, how);
    if (!run.finished) continue;
    ++finished;
    REQUIRE(gap_in(run.path) == "");
    REQUIRE(run.of(PathPart::wait) == 0);
    messages += fsin::profile::summary_of(run.path).messages;

    how.only_when_asked = false;
    how.reverse = true;
    REQUIRE(profiled(random.make_told, random.ranks, how).path.steps == run.path.steps);

    double sum = 0;
    for (const auto& row : run.profile.calls.rows()) sum += row.mean;
    double ends = 0;
    for (const auto& rank : run.ranks) ends += static_cast<double>(rank.finished);
    REQUIRE(sum * static_cast<double>(random.ranks) == doctest::Approx(ends).epsilon(1e-9));
  }
  CHECK(finished > 400);
  CHECK(messages > 3000);
}

}  // namespace random_path_test
