// SPDX-License-Identifier: Apache-2.0
// The synthetic sources: rates, stalls, backlog, independence of the order and number of polls, the original's draws.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/sources.hpp"
#include "trgen/synth/transpose.hpp"
#include "trgen/synth/uniform.hpp"

namespace synth_sources_test {

using namespace trgen::synth;
using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Poll;
using fsin::workload::Workload;

namespace {

NetworkFacts network(std::uint32_t nodes) {
  NetworkFacts facts;
  facts.nodes = nodes;
  return facts;
}

std::unique_ptr<Workload> uniform_sources(std::uint32_t nodes, SourceSettings settings, std::uint64_t seed = 3) {
  return make_sources(UniformParams{}.make(network(nodes), seed), settings, network(nodes), seed);
}

struct Entry {
  Cycle cycle = 0;
  std::uint32_t node = 0;
  std::uint32_t destination = 0;
  Cycle generated = 0;
  bool operator==(const Entry&) const = default;
};

/// Room that opens and closes by a fixed pattern, the same for every driver.
bool room_at(std::uint32_t node, Cycle cycle, bool tight) { return !tight || (cycle * 7 + node) % 40 < 3; }

/// Polls every node in every cycle, in descending order of nodes when `reverse`.
std::vector<Entry> poll_always(Workload& workload, std::uint32_t nodes, Cycle cycles, bool tight, bool reverse) {
  std::vector<Entry> entries;
  for (Cycle now = 1; now <= cycles; ++now) {
    std::vector<Entry> these(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t node = reverse ? nodes - 1 - i : i;
      const Poll answer = workload.poll(NodeId(node), now, room_at(node, now, tight));
      if (answer.offers) these[node] = {now, node, answer.packet.destination.value, answer.packet.generated};
    }
    for (const Entry& entry : these) {
      if (entry.cycle != 0) entries.push_back(entry);
    }
  }
  return entries;
}

/// Polls a node only in the cycles it asked for, or when it wants room and there is some.
std::vector<Entry> poll_when_asked(Workload& workload, std::uint32_t nodes, Cycle cycles, bool tight) {
  std::vector<Entry> entries;
  std::vector<Cycle> due(nodes);
  std::vector<bool> wants(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) due[node] = workload.first_poll(NodeId(node));
  for (Cycle now = 1; now <= cycles; ++now) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const bool room = room_at(node, now, tight);
      if (due[node] != now && !(wants[node] && room)) continue;
      const Poll answer = workload.poll(NodeId(node), now, room);
      due[node] = answer.next;
      wants[node] = answer.wants_room;
      if (answer.offers) entries.push_back({now, node, answer.packet.destination.value, answer.packet.generated});
    }
  }
  return entries;
}

}  // namespace

TEST_CASE("both source models keep the Bernoulli rate when there is always room") {
  for (const SourceModel model : {SourceModel::stall, SourceModel::infinite}) {
    auto workload = uniform_sources(64, {.load = 0.8, .model = model});
    const auto entries = poll_when_asked(*workload, 64, 20000, false);
    const double expected = 0.05 * 64 * 20000;
    CHECK(std::fabs(static_cast<double>(entries.size()) - expected) < 4 * std::sqrt(expected));
    CHECK(workload->report(20000).packets_generated == entries.size());
    CHECK(workload->report(20000).phits_generated == entries.size() * 16);
    for (const Entry& entry : entries) REQUIRE(entry.generated == entry.cycle);
  }
}

TEST_CASE("a source can make a packet in cycle 1 and in consecutive cycles") {
  auto workload = uniform_sources(4, {.load = 16, .model = SourceModel::stall});
  CHECK(poll_when_asked(*workload, 4, 10, false).size() == 40);
  auto half = uniform_sources(1000, {.load = 8, .model = SourceModel::stall});
  std::size_t first = 0;
  for (const Entry& entry : poll_when_asked(*half, 1000, 2, false)) first += entry.cycle == 1 ? 1 : 0;
  CHECK(first > 420);
  CHECK(first < 580);
}

TEST_CASE("neither the order nor the number of polls changes what enters") {
  for (const SourceModel model : {SourceModel::stall, SourceModel::infinite}) {
    for (const bool tight : {false, true}) {
      const SourceSettings settings{.load = 1.2, .model = model};
      const auto asked = poll_when_asked(*uniform_sources(20, settings), 20, 3000, tight);
      CHECK(asked.size() > 1000);
      CHECK(asked == poll_always(*uniform_sources(20, settings), 20, 3000, tight, false));
      CHECK(asked == poll_always(*uniform_sources(20, settings), 20, 3000, tight, true));
    }
  }
}

TEST_CASE("a stalled source draws its next gap from the cycle of entry") {
  auto stalled = uniform_sources(2, {.load = 4, .model = SourceModel::stall});
  auto free = uniform_sources(2, {.load = 4, .model = SourceModel::stall});
  const NodeId node(0);
  const Cycle due = stalled->first_poll(node);
  CHECK(stalled->poll(node, due, false).wants_room);
  CHECK(stalled->poll(node, due, false).next == never);
  CHECK(stalled->report(due - 1).packets_generated == (stalled->first_poll(NodeId(1)) < due ? 1U : 0U));
  const Poll late = stalled->poll(node, due + 100, true);
  const Poll prompt = free->poll(node, due, true);
  CHECK(late.packet.generated == due);
  CHECK(late.packet.destination == prompt.packet.destination);
  CHECK(late.next - (due + 100) == prompt.next - due);
}

TEST_CASE("an infinite queue keeps its generation cycles whatever happens to its packets") {
  const SourceSettings settings{.load = 4, .model = SourceModel::infinite};
  auto free = uniform_sources(2, settings);
  auto blocked = uniform_sources(2, settings);
  const auto entries = poll_when_asked(*free, 2, 1000, false);
  for (const Cycle now : {300U, 700U, 100U, 1000U}) {
    std::size_t made = 0;
    for (const Entry& entry : entries) made += entry.generated <= now ? 1 : 0;
    CHECK(blocked->report(now).packets_generated == made);
    CHECK(free->report(1000).packets_generated == entries.size());
  }
  std::size_t k = 0;
  Cycle now = 5000;
  for (const Entry& entry : entries) {
    if (entry.node != 0) continue;
    const Poll answer = blocked->poll(NodeId(0), now, true);
    REQUIRE(answer.offers);
    CHECK(answer.packet.generated == entry.generated);
    CHECK(answer.packet.destination.value == entry.destination);
    CHECK(answer.next == now + 1);
    ++now;
    ++k;
  }
  CHECK(k > 200);
}

TEST_CASE("seeds give different arrivals, and the same seed the same ones") {
  const SourceSettings settings{.load = 0.5, .model = SourceModel::stall};
  const auto a = poll_when_asked(*uniform_sources(8, settings, 1), 8, 2000, false);
  CHECK(a == poll_when_asked(*uniform_sources(8, settings, 1), 8, 2000, false));
  CHECK(a != poll_when_asked(*uniform_sources(8, settings, 2), 8, 2000, false));
}

TEST_CASE("silent nodes are never polled and make nothing") {
  const NetworkFacts facts = network(16);
  auto workload = make_sources(TransposeParams{}.make(facts, 1), {.load = 1}, facts, 1);
  for (const std::uint32_t diagonal : {0U, 5U, 10U, 15U}) CHECK(workload->first_poll(NodeId(diagonal)) == never);
  for (const Entry& entry : poll_always(*workload, 16, 500, false, false)) CHECK(entry.node != entry.destination);
}

TEST_CASE("the original draws a hotspot packet to its own source anew as a whole: hot or not, then the node") {
  const auto pattern = HotspotParams{}.make(network(4), 1);
  fsin::OriginalRandom random(11);
  fsin::OriginalRandom twin(11);
  unsigned again = 0;
  for (std::uint64_t packet = 0; packet < 2000; ++packet) {
    std::uint32_t node = 0;
    for (bool first = true; node == 0; first = false) {
      again += first ? 0 : 1;
      const bool hot = static_cast<double>(twin.next()) / fsin::OriginalRandom::max <= 0.02;
      node = hot ? 0 : twin.below(4);
    }
    REQUIRE(pattern->original_destination(0, packet, random) == node);
    REQUIRE(random.draws() == twin.draws());
  }
  CHECK(again > 400);  // node 0 meets itself in a quarter of its draws
}

TEST_CASE("original sources draw in the order of the original simulator") {
  const NetworkFacts facts = network(16);
  fsin::OriginalRandom random(7);
  fsin::OriginalRandom twin(7);
  auto workload = make_original_sources(TransposeParams{}.make(facts, 1), 8, facts, random);
  bool kept = false;
  std::size_t entered = 0;
  for (Cycle now = 1; now < 300; ++now) {
    const bool room = now % 3 == 0;
    const Poll answer = workload->poll(NodeId(1), now, room);
    bool made = kept;
    if (!kept) made = twin.next() <= 1073741823U;  // floor(8 / 16 * RAND_MAX)
    if (made) twin.next();
    CHECK(answer.offers == (made && room));
    CHECK(answer.wants_room == (made && !room));
    kept = made && !room;
    entered += answer.offers ? 1 : 0;
    REQUIRE(random.draws() == twin.draws());
    workload->poll(NodeId(5), now, true);  // silent: one draw, nothing else
    twin.next();
    REQUIRE(random.draws() == twin.draws());
  }
  CHECK(entered > 50);
  CHECK(workload->report(300).packets_generated == entered + (kept ? 1 : 0));
}

}  // namespace synth_sources_test
