// SPDX-License-Identifier: Apache-2.0
// One outcome for several runs, and outcomes read back by name.
#include "fsin/stats/joint_outcome.hpp"

#include <doctest/doctest.h>

namespace joint_outcome_test {

using namespace fsin::stats;

TEST_CASE("every outcome is found by the name that results give it") {
  for (const Outcome each :
       {Outcome::finished, Outcome::deadlock, Outcome::saturated, Outcome::cycle_limit, Outcome::interrupted}) {
    CHECK(outcome_named(to_string(each)) == each);
  }
  CHECK_FALSE(outcome_named("finish"));
  CHECK(name_of(outcome_named("finish")) == "unknown");
}

TEST_CASE("the first outcome other than finished stands for all runs") {
  JointOutcome outcome;
  CHECK(outcome.text() == "finished");
  outcome.add(Outcome::finished);
  CHECK(outcome.finished());
  outcome.add(Outcome::saturated);
  outcome.add(Outcome::deadlock);
  outcome.add(Outcome::finished);
  CHECK(outcome.text() == "saturated");
  JointOutcome unknown;
  unknown.add(std::nullopt);
  unknown.add(Outcome::deadlock);
  CHECK_FALSE(unknown.finished());
  CHECK(unknown.text() == "unknown");
}

}  // namespace joint_outcome_test
