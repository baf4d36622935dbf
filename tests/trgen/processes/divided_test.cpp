// SPDX-License-Identifier: Apache-2.0
// Processes that are divided among several shares, served in another order, or saved and continued, do the same.
#include <doctest/doctest.h>

#include "tests/engine/differential/dice.hpp"
#include "tests/trgen/processes/message_loop.hpp"
#include "tests/trgen/processes/program_fixture.hpp"

using namespace trgen::replay;
using namespace trgen::replay::testing;
using differential::Dice;
using trgen::programs::any_rank;
using trgen::programs::any_tag;

namespace {

/// Rounds in which every rank starts sends to some others, and receives as many as are sent to it, from any or from
/// each; most of these receives are open, and those that are not come first, so that nothing can be taken from them.
std::shared_ptr<WrittenProgram> draw(Dice& dice, std::uint32_t ranks) {
  const auto program = std::make_shared<WrittenProgram>(ranks);
  const std::uint32_t rounds = dice.between(1, 5);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const auto tag = static_cast<std::int32_t>(round);
    std::vector<std::uint32_t> received(ranks), sent(ranks);
    const std::uint32_t messages = dice.between(1, 4 * ranks);
    for (std::uint32_t i = 0; i < messages; ++i) {
      const std::uint32_t from = dice.below(ranks), to = (from + 1 + dice.below(ranks - 1)) % ranks;
      if (received[to] >= 20 || sent[from] >= 20) continue;
      (*program)[from].send_start(32 + sent[from]++, to, dice.one_of({0U, 64U, 300U, 1000U}), tag);
      if (dice.chance(20)) (*program)[from].compute(dice.below(200));
      ++received[to];
    }
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      for (std::uint32_t i = 0; i < received[rank]; ++i) (*program)[rank].receive_start(i, any_rank, 64, tag);
      for (std::uint32_t i = 0; i < received[rank]; ++i) {
        if (dice.chance(20)) (*program)[rank].compute(dice.below(100));
        (*program)[rank].wait_any(0, received[rank]);
      }
      (*program)[rank].wait(32, sent[rank]);
    }
  }
  return program;
}

}  // namespace

TEST_CASE("random programs with open receives do the same in any number of shares, in any order, and when continued") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const std::uint32_t ranks = dice.between(2, 9), nodes = dice.between(1, ranks);
    const auto program = draw(dice, ranks);
    std::vector<std::uint32_t> node_of;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) node_of.push_back(rank * 5 % nodes);
    ProcessSettings settings = on_nodes(*program, node_of);
    settings.wildcards = true;
    settings.match = dice.chance(50) ? Match::messages : Match::packets;
    if (dice.chance(60)) settings.costs.eager = dice.one_of({0U, 100U, 500U});
    settings.costs.progress_in_calls = dice.chance(50);
    settings.costs.send_overhead = dice.below(3) * 20;
    settings.costs.receive_overhead = dice.below(3) * 15;
    settings.costs.copy_latency = dice.below(20);
    const auto make = [&] {
      return make_process_replay([program] { return std::make_unique<ProgramReader>(program); }, settings,
                                 network_of(nodes));
    };
    const LoopEnd whole = run_in_loop(make, {.nodes = nodes});
    CHECK(whole.finished);
    for (const unsigned parts : {2U, 3U}) {
      CHECK(run_in_loop(make, {.nodes = nodes, .parts = parts}) == whole);
      CHECK(run_in_loop(make, {.nodes = nodes, .parts = parts, .reverse = true}) == whole);
    }
    CHECK(run_in_loop(make, {.nodes = nodes, .reverse = true}) == whole);
    CHECK(run_in_loop(make, {.nodes = nodes, .parts = 2, .save_at = whole.cycles / 2}) == whole);
    CHECK(run_in_loop(make, {.nodes = nodes, .save_at = whole.cycles / 3}) == whole);
  }
}
