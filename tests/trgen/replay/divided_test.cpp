// SPDX-License-Identifier: Apache-2.0
// Ranks that are divided among several shares, served in another order, or saved and continued, do the same.
#include <doctest/doctest.h>

#include "tests/engine/differential/random_trace.hpp"
#include "tests/trgen/replay/message_loop.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/replay/trace_params.hpp"

namespace divided_test {

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
    ReplaySettings settings = on_nodes(*program, node_of);
    settings.wildcards = true;
    settings.match = dice.chance(50) ? Match::messages : Match::packets;
    if (dice.chance(60)) settings.costs.eager = dice.one_of({0U, 100U, 500U});
    settings.costs.progress_in_calls = dice.chance(50);
    settings.costs.send_overhead = dice.below(3) * 20;
    settings.costs.receive_overhead = dice.below(3) * 15;
    settings.costs.copy_latency = dice.below(20);
    const auto make = [&] { return make_replay(operations_of(program), settings, network_of(nodes)); };
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

TEST_CASE("random traces whose calls cost something do the same in any number of shares, and when continued") {
  unsigned finished = 0, departed = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const auto trace = differential::make_random_trace(dice, {dice.between(2, 8), dice.between(1, 60), true});
    ReplaySettings settings = consecutive(*trace);
    const std::uint32_t nodes = dice.between(1, trace->ranks());
    for (std::uint32_t& node : settings.node_of_rank) node %= nodes;
    settings.bursts = true;
    settings.burst_clock = cycle_clock();
    TraceParams params;
    if (dice.chance(50)) params.mpi.eager = fsin::Bytes{dice.below(300)};
    if (params.mpi.eager && dice.chance(50)) params.mpi.progress = Progress::calls;
    if (dice.chance(60)) params.any_source = AnySourceRule::wildcard;
    params.mpi.send_overhead.value = dice.below(30);
    params.mpi.receive_overhead.value = dice.below(30);
    auto facts = network_of(nodes);
    facts.bit_rate = 32'000'000'000;
    settings.wildcards = params.any_source == AnySourceRule::wildcard;
    set_costs(settings, params.mpi, facts);
    const auto make = [&] { return make_message_replay(trace, settings, facts); };
    const LoopEnd whole = run_in_loop(make, {.nodes = nodes, .most_cycles = 60000});
    finished += whole.finished ? 1 : 0;
    departed += whole.departures != 0 ? 1 : 0;
    CHECK(run_in_loop(make, {.nodes = nodes, .parts = 2, .most_cycles = 60000}) == whole);
    CHECK(run_in_loop(make, {.nodes = nodes, .parts = 3, .reverse = true, .most_cycles = 60000}) == whole);
    CHECK(run_in_loop(make, {.nodes = nodes, .parts = 2, .save_at = whole.cycles / 2, .most_cycles = 60000}) == whole);
    CHECK(run_in_loop(make, {.nodes = nodes, .save_at = whole.cycles / 3, .most_cycles = 60000}) == whole);
  }
  CHECK(finished > 20);
  CHECK(departed > 5);
}

TEST_CASE("who waits is told in the order of ranks, however they are divided") {
  struct Silent final : fsin::workload::Carrier {
    std::string arrived(std::uint32_t /*receiver*/, std::uint32_t /*flow*/) const override { return {}; }
    std::string left(std::uint32_t /*task*/) const override { return {}; }
  };
  const Trace trace = trace_of(5);
  for (std::uint32_t rank = 0; rank < 5; ++rank) trace->receive(rank, (rank + 1) % 5, 64);
  const ReplaySettings settings = consecutive(*trace);
  const auto whole = make_message_replay(trace, settings, network_of(5));
  for (std::uint32_t rank = 0; rank < 5; ++rank) {
    whole->whole().next(rank, 0);
    whole->whole().next(rank, 1);
  }
  const auto divided = make_message_replay(trace, settings, network_of(5));
  const std::vector<std::uint8_t> parts{0, 1, 0, 1, 1};
  const auto shares = divided->divisible()->divide({parts, 2, {}});
  for (std::uint32_t rank = 0; rank < 5; ++rank) {
    shares[parts[rank]]->next(rank, 0);
    shares[parts[rank]]->next(rank, 1);
  }
  const auto lines = divided->explain_wait(3, Silent());
  REQUIRE(lines.size() == 3);
  CHECK(lines == whole->explain_wait(3, Silent()));
  CHECK(lines[1].find("rank 1 (node 1) waits for 64 B from rank 2") == 0);
}
}  // namespace divided_test
