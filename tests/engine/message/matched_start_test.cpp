// SPDX-License-Identifier: Apache-2.0
// Messages that leave once their receives are posted, over flows: SimGrid's way (docs/model/workloads.md, "Matched
// start"). On these links a message of n bytes alone takes n / 4 cycles and a hop. A word that a send or a receive has
// been posted takes 2 cycles each way.
#include <doctest/doctest.h>

#include "fsin/engine/message/flow_network.hpp"
#include "fsin/engine/message/loop.hpp"
#include "fsin/engine/message/message_feed.hpp"
#include "tests/engine/message/grid_routes.hpp"
#include "tests/trgen/replay/program_fixture.hpp"

namespace matched_start_test {

using namespace fsin::engine::message;
using namespace trgen::replay;
using namespace trgen::replay::testing;
using fsin::Cycle;

namespace {

struct Matched {
  fsin::stats::RunTotals totals;
  std::vector<fsin::workload::RankAccount> ranks;
};

Matched run(const std::shared_ptr<WrittenProgram>& program, std::uint64_t buffered, bool open = false) {
  flows::Torus ring({8});
  fsin::workload::NetworkFacts facts;
  facts.nodes = 8;
  ReplaySettings settings = on_nodes(*program);
  settings.outboxes = true;
  settings.costs.start_matched = true;
  settings.costs.buffered = buffered;
  settings.wildcards = open;
  const auto ranks = make_replay(operations_of(program), settings, facts);
  MessageFeed feed(*ranks, facts.phit_bytes, nullptr);
  const fsin::engine::RunPlan plan;
  fsin::engine::Control control;
  FlowRules rules;
  rules.whole_packets = false;
  Matched matched{Loop(FlowNetwork(rules), ring.ground(), feed, plan, control).run(), {}};
  matched.ranks = feed.rank_accounts(matched.totals.cycles);
  return matched;
}

constexpr Cycle words = 4;  ///< there and back

}  // namespace

TEST_CASE("a message leaves once its receive is posted, whatever its size") {
  for (const std::uint64_t bytes : {4U, 4000U}) {
    const auto program = std::make_shared<WrittenProgram>(2);
    (*program)[0].send(1, bytes);
    (*program)[1].compute(5000);
    (*program)[1].receive(0, bytes);
    const Matched ran = run(program, 65536);
    CHECK(ran.totals.outcome == fsin::stats::Outcome::finished);
    CHECK(ran.ranks[0].finished <= 2);  // its message was copied
    CHECK(ran.ranks[1].finished >= 5000 + bytes / 4);
    CHECK(ran.ranks[1].finished <= 5000 + bytes / 4 + words + 2);
  }
}

TEST_CASE("the send of a message that is not copied ends when the message is there") {
  for (const bool starts : {false, true}) {
    const auto program = std::make_shared<WrittenProgram>(2);
    if (starts) {
      (*program)[0].send_start(0, 1, 4000);
      (*program)[0].wait(0);
    } else {
      (*program)[0].send(1, 4000);
    }
    (*program)[1].receive(0, 4000);
    const Matched ran = run(program, 4000);
    CHECK(ran.totals.outcome == fsin::stats::Outcome::finished);
    CHECK(ran.ranks[0].finished >= 1000);
    CHECK(ran.ranks[0].finished <= 1000 + 2 * words);
  }
}

TEST_CASE("messages of a rank leave side by side") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send_start(0, 1, 40000);
  (*program)[0].send_start(1, 2, 4);
  (*program)[0].wait(0, 2);
  (*program)[1].receive(0, 40000);
  (*program)[2].receive(0, 4);
  const Matched ran = run(program, 0);
  CHECK(ran.ranks[1].finished >= 10000);
  CHECK(ran.ranks[2].finished <= 20);
}

TEST_CASE("two ranks that send long messages to each other before they receive never end, as in MPI") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    (*program)[rank].send(1 - rank, 640);
    (*program)[rank].receive(1 - rank, 640);
  }
  CHECK(run(program, 641).totals.outcome == fsin::stats::Outcome::finished);
  CHECK(run(program, 640).totals.outcome == fsin::stats::Outcome::deadlock);
}

TEST_CASE("receives from any source take what was sent first") {
  const auto program = std::make_shared<WrittenProgram>(4);
  for (std::uint32_t rank = 1; rank < 4; ++rank) {
    (*program)[rank].compute(1000 * rank);
    (*program)[rank].send(0, 80000);
    (*program)[0].receive(trgen::programs::any_rank, 80000);
  }
  const Matched ran = run(program, 0, true);
  CHECK(ran.totals.outcome == fsin::stats::Outcome::finished);
  CHECK(ran.ranks[0].finished >= 1000 + 3 * 20000);
  CHECK(ran.ranks[0].finished <= 1000 + 3 * (20000 + 2 * words + 4));
  CHECK(ran.ranks[1].finished < ran.ranks[2].finished);
}

}  // namespace matched_start_test
