// SPDX-License-Identifier: Apache-2.0
// Flows over the links of a torus: closed forms of their times, to the cycle.
#include "fsin/engine/message/flow_network.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "fsin/core/rng.hpp"
#include "fsin/engine/message/flow.hpp"
#include "tests/engine/message/grid_routes.hpp"

namespace flow_network_test {

using namespace fsin::engine::message;
using flows::Fate;
using flows::fates;
using flows::Timed;
using flows::Torus;
using fsin::Cycle;

namespace {

constexpr std::uint64_t packet = 64;  ///< bytes, of 16 phits

Timed message(Cycle cycle, std::uint32_t from, std::uint32_t to, std::uint64_t packets) {
  return {cycle, {from, to, packets * packet, packets * 16}};
}
std::vector<Cycle> ends(const std::vector<Fate>& all) {
  std::vector<Cycle> ends;
  for (const Fate& each : all) ends.push_back(each.consumed);
  return ends;
}
std::vector<Fate> on_ring(const std::vector<Timed>& messages, const FlowRules& rules = {}) {
  Torus ring({12});
  return fates(FlowNetwork(rules), ring.ground(), messages);
}
FlowNetwork alone_on(Torus& torus, const FlowModel& model) {
  FlowNetwork network = model.network({});
  network.prepare(torus.ground());
  return network;
}

}  // namespace

TEST_CASE("a message alone leaves at the speed of its links and arrives a hop's time for each hop later") {
  for (const std::uint32_t hops : {1U, 2U, 6U}) {
    const Fate fate = on_ring({message(7, 0, hops, 10)})[0];
    CHECK(fate.began == 7);
    CHECK(fate.left == 7 + 160 - 1);
    CHECK(fate.consumed == 7 + hops + 160 - 1);
  }
  Torus slow({12});
  slow.rules.router_delay = 3;
  slow.rules.link_times[0] = {.phit_cycles = 4, .delay = 5};
  // As a packet of routers: every hop a phit's time, the delay and the router's; then the other phits, and one router.
  CHECK(fates(FlowNetwork{}, slow.ground(), {message(1, 0, 3, 1)})[0].consumed == 1 + 3 * (4 + 5 + 3) + 3 + 15 * 4);
}

TEST_CASE("messages count the phits of the packets that they would be cut into") {
  const auto length = [](std::uint64_t bytes, bool variable) {
    FlowRules rules;
    rules.machine.variable_last_packet = variable;
    return on_ring({{1, {0, 1, bytes, 1}}}, rules)[0].left;
  };
  CHECK(length(0, false) == 16);
  CHECK(length(64, false) == 16);
  CHECK(length(65, false) == 32);
  CHECK(length(65, true) == 17);
  CHECK(length(0, true) == 1);
}

TEST_CASE("two messages over one link have half of it each, and the one that is left has all of it") {
  CHECK((ends(on_ring({message(1, 0, 2, 10), message(1, 1, 2, 10)})) == std::vector<Cycle>{1 + 320 + 1, 1 + 320}));
  // The second begins 100 cycles later: of the first 60 phits are left, and then 100 of the second.
  const std::vector<Fate> late = on_ring({message(1, 0, 2, 10), message(101, 1, 2, 10)});
  CHECK(late[0].consumed == 1 + 100 + 120 + 1);
  CHECK(late[1].consumed == 101 + 120 + 100);
}

TEST_CASE("in a parking lot all messages to the last node end together, when its link has carried them all") {
  std::vector<Timed> messages;
  for (std::uint32_t from = 0; from < 5; ++from) messages.push_back(message(1, from, 5, 10));
  const std::vector<Fate> all = on_ring(messages);
  for (std::uint32_t from = 0; from < 5; ++from) CHECK(all[from].consumed == 5 * 160 + (5 - from));
}

TEST_CASE("what a bottleneck leaves over is taken by the messages that do not cross it") {
  // Links 0-1 and 1-2 carry the long one; three others share 1-2 with it, one shares 0-1.
  const std::vector<Fate> all =
      on_ring({message(1, 11, 2, 40), message(1, 0, 1, 27), message(1, 1, 2, 10), message(1, 0, 3, 10)});
  // On 1-2 three messages of a third each: 10 packets end at 480. On 0-1 the second then has 1 - 2/3; its 27 packets
  // have 160 phits behind them, and 272 left when the others are gone and the long one takes half of the link.
  CHECK(all[2].left == 480);
  CHECK(all[3].left == 480);
  CHECK(all[1].left == 480 + 2 * 272);
  CHECK(all[0].left == 480 + 544 + 640 - 160 - 272);
}

TEST_CASE("all messages of a node share its way into the network, and with it its injectors") {
  std::vector<Timed> both{message(1, 0, 1, 10), message(1, 0, 11, 10)};
  CHECK((ends(on_ring(both)) == std::vector<Cycle>{321, 321}));
  Torus ring({12});
  ring.rules.injectors = 2;
  CHECK((ends(fates(FlowNetwork{}, ring.ground(), both)) == std::vector<Cycle>{161, 161}));
}

TEST_CASE("in turn, a message of a node enters when the one before is inside, and has no share before") {
  FlowRules rules;
  rules.in_turn = true;
  const std::vector<Fate> all = on_ring({message(1, 0, 1, 10), message(1, 0, 11, 10)}, rules);
  CHECK(all[0].left == 160);
  CHECK(all[0].consumed == 161);
  CHECK(all[1].left == 320);
  CHECK(all[1].consumed == 321);
  Torus ring({12});
  ring.rules.injectors = 2;
  const std::vector<Timed> three{message(1, 0, 1, 10), message(1, 0, 11, 10), message(1, 0, 2, 10)};
  CHECK((ends(fates(FlowNetwork(rules), ring.ground(), three)) == std::vector<Cycle>{161, 161, 322}));
}

TEST_CASE("in turn, a rank goes on when what its node has inside fits the queues on the way") {
  FlowRules rules;
  rules.in_turn = true;
  const auto room = [](double hops) { return FlowRoutes::filled * 4 * hops * 16; };
  // Of 30 packets each, half a link each: those from next door have fewer queues on their way.
  const std::vector<Fate> all = on_ring({message(1, 0, 2, 30), message(1, 1, 2, 30)}, rules);
  CHECK(all[0].left == std::max<Cycle>(480, static_cast<Cycle>(2 * (480 - room(2)))));
  CHECK(all[1].left == std::max<Cycle>(480, static_cast<Cycle>(2 * (480 - room(1)))));
  CHECK(all[0].consumed == 960 + 2);
  CHECK(all[1].consumed == 960 + 1);
}

TEST_CASE("in turn, short messages stop entering when together they fill the queues") {
  FlowRules rules;
  rules.in_turn = true;
  std::vector<Timed> messages{message(1, 0, 3, 1000)};
  for (unsigned i = 0; i < 60; ++i) messages.push_back(message(1, 1, i % 2 == 0 ? 3 : 2, 1));
  const std::vector<Fate> all = on_ring(messages, rules);
  const double most = FlowRoutes::filled * 4 * 2 * 16;
  for (std::size_t i = 1; i < all.size(); ++i) {
    double inside = 0;  // at the end of the cycle in which message i has entered
    for (std::size_t j = 1; j <= i; ++j) inside += all[j].consumed - 2 > all[i].left ? 16 : 0;
    CHECK(inside <= most + 2 * 16);  // two may be on their way, and count for less
  }
  // Two of three messages on the link 1-2 are theirs: 24 cycles for each packet.
  CHECK(all[60].left - all[40].left > 20 * 20);
}

TEST_CASE("in turn, messages of one pair of nodes follow each other through the queues") {
  FlowRules rules;
  rules.in_turn = true;
  // The link 1-2 has two flows, however many messages of a node are inside.
  const std::vector<Fate> all =
      on_ring({message(1, 0, 2, 20), message(1, 1, 2, 5), message(1, 1, 2, 5), message(1, 1, 2, 10)}, rules);
  CHECK(all[1].left == 128);  // 16 phits of it are left, which the queue of the one hop holds
  CHECK(all[1].consumed == 161);
  CHECK(all[2].left == 288);
  CHECK(all[2].consumed == 321);
  CHECK(all[3].consumed == 641);
  CHECK(all[0].consumed == 642);
}

TEST_CASE("a node that consumes one packet at a time shares its way out among what comes from both sides") {
  const std::vector<Timed> both{message(1, 0, 1, 10), message(1, 2, 1, 10)};
  CHECK((ends(on_ring(both)) == std::vector<Cycle>{161, 161}));
  Torus ring({12});
  ring.rules.consumes_one_at_a_time = true;
  CHECK((ends(fates(FlowNetwork{}, ring.ground(), both)) == std::vector<Cycle>{321, 321}));
}

TEST_CASE("a message of fewer bytes than are buffered lets its rank go on in the cycle in which it begins") {
  FlowRules rules;
  rules.buffered = 641;
  const std::vector<Fate> all = on_ring({message(5, 0, 1, 10), message(5, 3, 4, 11)}, rules);
  CHECK(all[0].left == 5);
  CHECK(all[0].consumed == 5 + 160);
  CHECK(all[1].left == 5 + 176 - 1);
}

TEST_CASE("by latency, flows share in inverse proportion to it and to what each link adds") {
  FlowRules rules;
  rules.by_latency = true;
  // 2 hops and 1 hop over the link 1-2: weights 1/2 and 1/1, so the nearer one has two thirds.
  CHECK(on_ring({message(1, 0, 2, 100), message(1, 1, 2, 10)}, rules)[1].left == 240);
  rules.weight_size = 3;  // 2 + 3 * 2 against 1 + 3: again one to two
  CHECK(on_ring({message(1, 0, 2, 100), message(1, 1, 2, 10)}, rules)[1].left == 240);
}

TEST_CASE("factors, window and the way back change the time of a message alone as they say") {
  Torus ring({12});
  TableFactors table;
  table.from = {fsin::Bytes{0}, fsin::Bytes{1000}};
  table.bandwidth = {1, 0.5};
  table.latency = {2, 10};
  FlowModel model;
  model.factors = table;
  CHECK(alone_on(ring, model).alone({0, 3, 400, 100}) == 100 + 2 * 3 - 1);
  CHECK(alone_on(ring, model).alone({0, 3, 4000, 1000}) == 2000 + 10 * 3 - 1);
  FlowModel windowed;
  windowed.window = fsin::Bytes{4};  // a phit in twice 3 cycles
  CHECK(alone_on(ring, windowed).alone(message(1, 0, 3, 1).transfer) == 16 * 6 + 3 - 1);
  // Two messages against each other: each takes a quarter of its rate from the link of the other.
  FlowRules back;
  back.reverse = 0.25;
  CHECK((ends(on_ring({message(1, 0, 1, 10), message(1, 1, 0, 10)}, back)) == std::vector<Cycle>{201, 201}));
}

TEST_CASE("the order in which transfers of a cycle begin does not matter") {
  std::vector<Timed> messages;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto words = fsin::philox({5, fsin::Purpose::arrival}, i);
    const std::uint32_t from = words[0] % 64, by = 1 + words[1] % 63;
    messages.push_back(message(1 + i / 30 * 50, from, (from + by) % 64, 1 + words[2] % 20));
  }
  Torus torus({4, 4, 4});
  std::vector<Timed> other = messages;
  for (std::size_t first = 0; first < other.size(); first += 30) {
    std::reverse(other.begin() + static_cast<std::ptrdiff_t>(first),
                 other.begin() + static_cast<std::ptrdiff_t>(first) + 30);
  }
  const std::vector<Fate> once = fates(FlowNetwork{}, torus.ground(), messages);
  const std::vector<Fate> again = fates(FlowNetwork{}, torus.ground(), other);
  for (std::size_t i = 0; i < messages.size(); ++i) CHECK((once[i] == again[i / 30 * 30 + 29 - i % 30]));
}

TEST_CASE("with a tolerance, messages that begin together at one bottleneck end within it") {
  constexpr std::uint32_t count = 11;
  std::vector<Timed> messages;
  for (std::uint32_t i = 0; i < 8 * count; ++i) {
    messages.push_back(message(1, i % count, count, 20 + 7 * i));
  }
  Torus ring({24});
  const std::vector<Fate> exact = fates(FlowNetwork{}, ring.ground(), messages);
  for (const double tolerance : {0.02, 0.2}) {
    FlowRules rules;
    rules.tolerance = tolerance;
    const std::vector<Fate> near = fates(FlowNetwork(rules), ring.ground(), messages);
    bool differs = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const auto time = static_cast<double>(exact[i].left), changes = static_cast<double>(messages.size());
      const auto found = static_cast<double>(near[i].left);
      CHECK(found <= time / (1 - tolerance) + changes);
      CHECK(found >= time / (1 + tolerance) - changes);
      differs = differs || near[i].left != exact[i].left;
    }
    CHECK(differs);
  }
}

TEST_CASE("a pair without a route ends the run with what is wrong") {
  Torus ring({12});
  flows::GridRoutes wrong(ring.topology, {3});
  FlowNetwork network;
  network.prepare({ring.topology, ring.rules, Carries::messages, &wrong});
  network.start(0, {0, 7, 64, 16}, 1);
  CHECK(network.failure() == "model flow: no route from node 0 to node 7: the grid is not what the test takes it for");
}

TEST_CASE("routes are forgotten when there are too many parts of them, and found again") {
  Torus torus({4, 4});
  FlowRoutes routes(0, {}, true, 30);
  MaxMin shares;
  routes.prepare(torus.ground());
  const double latency = routes.find(0, 10, shares)->latency;
  for (std::uint32_t to = 1; to < 16; ++to) {
    routes.find(0, to, shares);
    CHECK(routes.kept() <= 16);
  }
  CHECK(routes.kept() < 15);
  CHECK(routes.find(0, 10, shares)->latency == latency);
  CHECK(routes.find(0, 10, shares)->parts.size() == 5);
}

}  // namespace flow_network_test
