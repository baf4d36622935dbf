// SPDX-License-Identifier: Apache-2.0
// Loops: what triggers messages, closed loops with their laws, shots; and that neither the order nor the number of
// polls and deliveries changes anything, nor a state that is saved and loaded.
#include <doctest/doctest.h>

#include <map>

#include "fsin/core/bytes.hpp"
#include "tests/trgen/toy_network.hpp"
#include "trgen/synth/arrivals/poisson.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/sizes/catalogue.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/transpose.hpp"

namespace synth_loops_test {

using namespace trgen::synth;
using fsin::Cycle;
using fsin::NodeId;

namespace {

NetworkFacts loop_facts(std::uint32_t nodes, bool variable = false) {
  NetworkFacts facts;
  facts.nodes = nodes;
  facts.variable_last_packet = variable;
  return facts;
}

std::unique_ptr<fsin::workload::Workload> made(const SyntheticParams& params, const NetworkFacts& facts) {
  fsin::Diagnostics diagnostics;
  REQUIRE(check_synthetic(params, facts, false, diagnostics, [](std::string_view) { return fsin::Mark(); }));
  return make_synthetic(params, facts, 5);
}

SyntheticParams with(AnyLoop loop, AnySizes sizes = FixedSizes{}) {
  SyntheticParams params;
  params.loop = std::move(loop);
  params.sizes = std::move(sizes);
  return params;
}

BimodalSizes two_sizes() {
  BimodalSizes sizes;
  sizes.large = {300};
  sizes.fraction = 0.3;
  return sizes;
}

std::vector<SyntheticParams> all_loops() {
  std::vector<SyntheticParams> all;
  Loops::for_each([&](const auto& loop) {
    all.push_back(with(loop));
    all.push_back(with(loop, two_sizes()));
  });
  RequestReplyLoop slow;
  slow.window = 3;
  slow.service = {20};
  slow.think = {7};
  slow.reply = fsin::Bytes{200};
  all.push_back(with(slow, two_sizes()));
  ShotLoop twice;
  twice.messages = 6;
  twice.shots = 3;
  all.push_back(with(twice, two_sizes()));
  SyntheticParams waiting = with(OpenLoop{}, two_sizes());
  waiting.source = SourceModel::infinite;
  waiting.load = 3;
  waiting.arrivals = PoissonArrivals{};
  all.push_back(waiting);
  return all;
}

}  // namespace

TEST_CASE("neither the order nor the number of polls and deliveries changes what enters") {
  const NetworkFacts facts = loop_facts(12, true);
  for (const SyntheticParams& params : all_loops()) {
    INFO(params.loop.name());
    for (const bool tight : {false, true}) {
      const toy::Network network{12, tight};
      const auto one = made(params, facts), two = made(params, facts), three = made(params, facts);
      const auto asked = toy::run(*one, network, 3000, toy::Polls::asked);
      CHECK(asked.size() > 100);
      CHECK(asked == toy::run(*two, network, 3000, toy::Polls::always));
      CHECK(asked == toy::run(*three, network, 3000, toy::Polls::reversed));
      CHECK(one->report(3000).packets_generated == two->report(3000).packets_generated);
      CHECK(one->report(3000).phits_generated == three->report(3000).phits_generated);
      CHECK(one->report(3000).packets_generated >= asked.size());
    }
  }
}

TEST_CASE("a workload that is saved and loaded goes on as if it had not been") {
  const NetworkFacts facts = loop_facts(12, true);
  for (const SyntheticParams& params : all_loops()) {
    INFO(params.loop.name());
    const toy::Network network{12, true};
    auto whole = made(params, facts), first = made(params, facts), second = made(params, facts);
    const auto expected = toy::run(*whole, network, 2000, toy::Polls::always);
    // All packets arrive at once after the change, so that both sides have the same under way.
    std::multimap<Cycle, fsin::workload::Delivery> coming;
    std::vector<toy::Entry> entries;
    fsin::workload::Workload* workload = first.get();
    for (Cycle now = 1; now <= 2000; ++now) {
      if (now == 700) {
        fsin::ByteWriter out;
        first->resumable()->save(out);
        fsin::ByteReader in(out.bytes());
        second->resumable()->load(in);
        CHECK(in.at_end());
        workload = second.get();
      }
      for (auto [at, last] = coming.equal_range(now); at != last; ++at) workload->delivered(at->second);
      for (std::uint32_t node = 0; node < 12; ++node) {
        const auto answer = workload->poll(NodeId(node), now, network.room(node, now));
        if (!answer.offers) continue;
        const std::uint32_t to = answer.packet.destination.value;
        const Cycle end = now + network.time(node, to);
        entries.push_back({now, node, to, answer.packet.phits, answer.packet.generated, end});
        coming.emplace(end + 1, fsin::workload::Delivery{NodeId(node), NodeId(to), answer.packet.token, end});
      }
      if (workload->finished()) break;
    }
    std::sort(entries.begin(), entries.end());
    CHECK(entries == expected);
  }
}

TEST_CASE("a divided workload sends the same, served share by share") {
  const NetworkFacts facts = loop_facts(12, true);
  for (const SyntheticParams& params : all_loops()) {
    INFO(params.loop.name());
    const toy::Network network{12};
    auto whole = made(params, facts), parted = made(params, facts);
    Cycle ended = 0;
    const auto expected = toy::run(*whole, network, 1500, toy::Polls::always, &ended);
    if (parted->divisible() == nullptr) continue;
    std::vector<std::uint8_t> part(12);
    for (std::uint32_t node = 0; node < 12; ++node) part[node] = static_cast<std::uint8_t>(node * 3 / 12);
    const auto shares = parted->divisible()->divide({part, 3, {}});
    std::multimap<Cycle, fsin::workload::Delivery> coming;
    std::size_t sent = 0;
    Cycle stopped = 0;
    for (Cycle now = 1; now <= 1500 && stopped == 0; ++now) {
      for (auto [at, last] = coming.equal_range(now); at != last; ++at) {
        shares[part[at->second.destination.index()]]->delivered(at->second);
      }
      for (std::uint32_t node = 12; node-- > 0;) {
        const auto answer = shares[part[node]]->poll(NodeId(node), now, true);
        if (!answer.offers) continue;
        ++sent;
        const std::uint32_t to = answer.packet.destination.value;
        const Cycle end = now + network.time(node, to);
        coming.emplace(end + 1, fsin::workload::Delivery{NodeId(node), NodeId(to), answer.packet.token, end});
      }
      std::int64_t outstanding = 0;
      for (auto* share : shares) outstanding += share->outstanding();
      if (!parted->endless() && outstanding == 0) stopped = now;
    }
    CHECK(sent == expected.size());
    CHECK(stopped == ended);
  }
}

TEST_CASE("packets that arrive trigger their number of messages on top of the load") {
  TriggeredLoop loop;
  loop.rate = 0.25;
  loop.least = 1;
  loop.most = 3;
  SyntheticParams params = with(loop);
  params.load = 0.16;
  params.source = SourceModel::infinite;
  const auto packets = toy::run(*made(params, loop_facts(16)), {16}, 100000, toy::Polls::asked);
  // Every packet brings rate * mean further ones: a geometric series.
  const double expected = 0.01 * 16 * 100000 / (1 - 0.25 * 2);
  CHECK(static_cast<double>(packets.size()) == doctest::Approx(expected).epsilon(0.03));
}

TEST_CASE("a window is never overrun, and requests follow the law X = W / (R + Z)") {
  for (const std::uint32_t window : {1U, 4U}) {
    RequestReplyLoop loop;
    loop.window = window;
    loop.service = {30};
    loop.think = {50};
    const auto workload = made(with(loop), loop_facts(8));
    const toy::Network network{8, false, 25};
    const auto packets = toy::run(*workload, network, 50000, toy::Polls::asked);
    const auto trips = workload->report(0).round_trips;
    REQUIRE(trips);
    const double mean = static_cast<double>(trips->cycles) / static_cast<double>(trips->count);
    const double rate = static_cast<double>(trips->count) / 8 / 50000;
    // One cycle lies between a reply and what comes after it.
    CHECK(rate == doctest::Approx(window / (mean + 50 + 1)).epsilon(0.005));
    if (window == 1) CHECK(mean < 25 + 1 + 30 + 25 + 8);
    CHECK(mean >= 25 + 1 + 30 + 25);
    CHECK(trips->longest >= 81);
    CHECK(packets.size() >= 2 * trips->count);
  }
}

TEST_CASE("with nobody else a round trip takes both ways, the service and the cycle between them") {
  SyntheticParams params = with(RequestReplyLoop{.window = 1, .service = {12}, .think = {3}, .reply = {}});
  params.pattern = ShiftParams{.offset = 1};
  const auto workload = made(params, loop_facts(2));
  toy::run(*workload, {2, false, 20}, 5600, toy::Polls::asked);
  const auto trips = workload->report(0).round_trips;
  CHECK(trips->longest == 20 + 1 + 12 + 20);
  CHECK(trips->cycles == trips->count * 53);
  CHECK(trips->count == 2 * (5600 / 57));
}

TEST_CASE("acknowledgements of a window are packets of one phit") {
  const auto packets = toy::run(*made(with(WindowLoop{}), loop_facts(8)), {8}, 2000, toy::Polls::asked);
  std::size_t small = 0;
  for (const toy::Entry& packet : packets) small += packet.phits == 1 ? 1 : 0;
  CHECK(small > 100);
  CHECK(static_cast<double>(small) == doctest::Approx(static_cast<double>(packets.size()) / 2).epsilon(0.05));
}

TEST_CASE("a shot is as many messages of each node as it says, and the next begins when it has arrived") {
  ShotLoop loop;
  loop.messages = 10;
  loop.shots = 4;
  SyntheticParams params = with(loop);
  params.pattern = TransposeParams{};  // four silent nodes
  const auto workload = made(params, loop_facts(16));
  Cycle ended = 0;
  const auto packets = toy::run(*workload, {16, false, 30}, 100000, toy::Polls::asked, &ended);
  CHECK(packets.size() == 4 * 10 * 12);
  std::map<Cycle, std::size_t> begun;
  for (const toy::Entry& packet : packets) ++begun[packet.generated];
  // Ten packets enter in cycles 1 to 10, the last arrives in 40, and the next shot begins in 41.
  CHECK(begun == std::map<Cycle, std::size_t>{{1, 120}, {41, 120}, {81, 120}, {121, 120}});
  CHECK(ended == 161);
  CHECK(workload->progress() == 1);
  ShotLoop others;
  others.messages = 0;
  CHECK(toy::run(*made(with(others), loop_facts(7)), {7}, 10000, toy::Polls::always).size() == 7 * 6);
}

}  // namespace synth_loops_test
