// SPDX-License-Identifier: Apache-2.0
// A network that is saved and goes on elsewhere is the same network; bytes that are no state of it are refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/engine/message/catalogue.hpp"
#include "tests/api/random_host.hpp"

namespace network_state_test {

using namespace fsin;
using namespace random_host;

namespace {

/// The reason for which the network refuses these bytes; empty where it takes them.
std::string refusal(Network& network, std::string_view state) {
  try {
    network.restore(state);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

Experiment torus(std::string_view model) {
  Experiment experiment;
  experiment.set("network.topology", "{type: torus, dims: [4, 4]}").set("network.model", model);
  if (model == "routers") experiment.set("network.preset", "adaptive-3vc");
  return experiment;
}

void send_some(Network& network, std::uint64_t from) {
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    network.send(node, (node * 7 + 3) % network.nodes() == node ? 0 : (node * 7 + 3) % network.nodes(), 40 * node,
                 from + 3 * node, node);
  }
}

std::vector<Delivered> rest_of(Network& network) {
  std::vector<Delivered> all;
  while (network.under_way() > 0) {
    network.advance();
    while (const auto came = network.next_delivery()) all.emplace_back(came->token, came->cycle, network.now());
  }
  return all;
}

}  // namespace

TEST_CASE("the hosts at random have every model of the catalogue") {
  for (const config::Entry& entry : engine::NetworkModels::entries()) {
    CAPTURE(entry.name);
    CHECK(std::any_of(models.begin(), models.end(),
                      [&](std::string_view model) { return model.find(entry.name) != std::string_view::npos; }));
  }
}

TEST_CASE("a host whose network is saved and restored at random moments gets what it would have got, 300 times") {
  std::size_t saved = 0, largest = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    const Rule rule{number + 10'000};
    CAPTURE(rule.number);
    const Experiment experiment = experiment_of(rule, true);
    for (const char* engine : {"event", "reference"}) {
      CAPTURE(std::string(engine));
      const std::vector<Delivered> whole = play(experiment, rule, engine, [](const Network&) {});
      std::uint64_t moment = 0;
      const std::vector<Delivered> in_parts = play(experiment, rule, engine, [&](Network& network) {
        const std::uint64_t what = rule(6'000'000 + ++moment, 20);
        if (what > 2) return;
        ++saved;
        const std::string state = network.save();
        largest = std::max(largest, state.size());
        if (what == 0) {  // in another one of the same experiment, which has done something else before
          Network other(experiment, false, engine);
          send_some(other, 5);
          other.advance(9 + rule(7'000'000 + moment, 300));
          other.restore(state);
          network = std::move(other);
        } else if (what == 1) {  // back after something that did not happen
          send_some(network, network.now());
          while (network.next_delivery()) {
          }
          network.advance();
          network.restore(state);
        } else {
          Network branch = network.branch();
          network.advance();
          network = std::move(branch);
        }
      });
      REQUIRE(whole == in_parts);
    }
  }
  CHECK(saved > 1000);
  CHECK(largest < 1'000'000);
}

TEST_CASE("a network goes on from the very cycle in which something fails or comes back") {
  Experiment faulty = torus("routers");
  faulty.set("network.faults", "{links: [0-1 at 60 until 200, 5-6 at 61 until 180], routers: [9 at 90 until 150]}");
  const auto open = [&] { return Network(faulty, true); };  // with these faults it can come to a deadlock, and does not
  for (const std::uint64_t cycle : {59, 60, 61, 90, 150, 180, 200, 201}) {
    CAPTURE(cycle);
    Network network = open();
    const auto load = [](Network& some) {
      for (std::uint64_t at = 0; at < 160; at += 8) send_some(some, at);
    };
    load(network);
    while (network.advance(cycle) < cycle) {
      while (network.next_delivery()) {
      }
    }
    Network other = open();
    other.restore(network.save());
    CHECK(other.now() == cycle);
    CHECK(rest_of(other) == rest_of(network));
  }
}

TEST_CASE("a state keeps the messages that have come and were not taken, and an unused network has a state, too") {
  for (const char* engine : {"event", "reference"}) {
    Network network(torus("routers"), false, engine);
    Network other(torus("routers"), false, engine);
    other.restore(network.save());
    CHECK(other.now() == 0);
    send_some(network, 0);
    other.restore(network.save());
    CHECK(other.under_way() == 16);
    network.advance();
    other.restore(network.save());
    CHECK(other.now() == network.now());
    CHECK(other.under_way() == network.under_way());
    const auto came = network.next_delivery(), same = other.next_delivery();
    REQUIRE(came);
    REQUIRE(same);
    CHECK(came->token == same->token);
    CHECK(rest_of(other) == rest_of(network));
  }
}

TEST_CASE("bytes that are cut off, damaged or lengthened are refused, and the network stays as it was") {
  for (const std::string_view model : models) {
    for (const char* engine : {"event", "reference"}) {
      CAPTURE(model);
      CAPTURE(std::string(engine));
      const Experiment experiment = torus(model);
      Network network(experiment, false, engine);
      send_some(network, 0);
      network.advance(60);
      const std::string state = network.save();
      Network twin(experiment, false, engine);
      twin.restore(state);
      const Rule rule{state.size()};
      const std::size_t step = state.size() < 20'000 ? 1 : state.size() / 20'000;
      for (std::size_t size = 0; size < state.size(); size += size < 5000 ? 1 : step) {
        if (refusal(network, std::string_view(state).substr(0, size)).empty()) FAIL("taken with ", size, " bytes");
      }
      for (std::uint64_t flip = 0; flip < 2000; ++flip) {
        std::string damaged = state;
        for (std::uint64_t i = 0; i <= flip % 3; ++i)
          damaged[rule(8 * flip + i, flip % 2 == 0 ? 600 : state.size())] ^=
              static_cast<char>(1 + rule(8 * flip + 4 + i, 255));
        if (damaged != state && refusal(network, damaged).empty()) FAIL("taken with flip ", flip);
      }
      CHECK(refusal(network, state + '\0').find("1 bytes follow its end") != std::string::npos);
      CHECK(rest_of(network) == rest_of(twin));
    }
  }
}

TEST_CASE("a state of something else is refused with what differs") {
  Network network(torus("flow"));
  const auto told = [&](const std::string& why, std::string_view state) {
    CHECK(refusal(network, state) == "this is no state for this network: " + why);
  };
  told("there are too few bytes", "");
  told("Network::save() has not written it", std::string(5000, 'x'));
  told("it is written in another format, by another version of fsin", "fsin network 2\nand more");
  told("it is of the engine \"reference\", and this network runs on \"event\"",
       Network(torus("flow"), false, "reference").save());
  told("it is of another experiment, whose configuration has \"type: loggps\" where this one has \"type: flow\"",
       Network(torus("loggps")).save());
  Experiment seeded = torus("flow");
  seeded.set("measure.seed", 7);
  told("it is of another experiment, whose configuration has \"seed: 7\" where this one has \"seed: 1\"",
       Network(seeded).save());
  const std::string own = network.save();
  told("it is cut off after 40 bytes", std::string_view(own).substr(0, 40));
  std::string damaged = own;
  damaged.back() ^= 1;
  told("its bytes are damaged", damaged);
  CHECK(refusal(network, own).empty());
}

TEST_CASE("a network that can go on no more has no state") {
  Experiment limited = torus("routers");
  limited.set("measure.max_cycles", "100");
  Network network(limited);
  network.send(0, 5, 100'000, 1, 0);
  network.advance(100);
  const std::string state = network.save();
  CHECK_THROWS_WITH_AS(network.advance(101), "the network can go on no more: cycle_limit in cycle 100",
                       std::runtime_error);
  CHECK_THROWS_AS(network.save(), std::runtime_error);
  CHECK_THROWS_AS(network.branch(), std::runtime_error);
  network.restore(state);  // and is back
  CHECK(network.now() == 100);
  CHECK(network.under_way() == 1);
}

TEST_CASE("the state of the event engine does not grow with what has been, that of the reference does") {
  for (const char* engine : {"event", "reference"}) {
    CAPTURE(std::string(engine));
    Network network(torus("routers"), false, engine);
    std::vector<std::size_t> sizes;
    for (int round = 0; round < 20; ++round) {
      send_some(network, network.now());
      rest_of(network);
      sizes.push_back(network.save().size());
    }
    if (engine == std::string_view("event")) {
      CHECK(sizes.back() <= sizes[4]);
    } else {
      CHECK(sizes.back() == sizes[4] + std::size_t{15} * 16 * 40);
    }
  }
}

}  // namespace network_state_test
