// SPDX-License-Identifier: Apache-2.0
// The network as a part of another simulator, whose part the tests play.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fsin/api/fsin.hpp"
#include "tests/scratch.hpp"

namespace network_test {

using namespace fsin;

namespace {

constexpr std::array models{
    "routers", "ideal",  "flow",
    "loggp",   "loggps", "{type: piecewise, from: [0 B, 1 KiB], latency: [1 us, 2 us], byte_time: [1 ns, 500 ps]}"};
constexpr std::array engines{"event", "reference"};

Experiment torus(const std::string& model) {
  Experiment experiment;
  experiment.set("network.topology", "{type: torus, dims: [4, 4]}").set("network.model", model);
  if (model == "routers") experiment.set("network.preset", "adaptive-3vc");
  return experiment;
}

Network network_of(const std::string& model, const char* engine = "event") {
  return Network(torus(model), false, engine);
}

using Deliveries = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // token, cycle

Deliveries rest_of(Network& network) {
  Deliveries all;
  do {
    network.advance();
    while (const auto came = network.next_delivery()) all.emplace_back(came->token, came->cycle);
  } while (network.under_way() > 0);
  return all;
}

/// The text of what it throws.
template <class Error, class Call>
std::string thrown_by(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a ping-pong that a host plays takes as many cycles as the program, under every model and engine") {
  constexpr unsigned rounds = 5;
  for (const std::string model : models) {
    for (const std::string bytes : {"0 B", "100 B", "5000 B"}) {
      CAPTURE(model);
      CAPTURE(bytes);
      Experiment program = torus(model);
      program.set("workload", "{type: program, kernel: {type: pingpong, bytes: " + bytes +
                                  ", iterations: " + std::to_string(rounds) + "}}");
      const Result result = program.run();
      REQUIRE(result.finished());
      for (const char* engine : engines) {
        CAPTURE(engine);
        Network network = network_of(model, engine);
        const std::uint64_t size = std::stoull(bytes);
        std::vector<unsigned> legs(network.nodes() / 2);
        for (std::uint32_t pair = 0; pair < legs.size(); ++pair) network.send(2 * pair, 2 * pair + 1, size, 0, pair);
        std::uint64_t last = 0;
        while (network.under_way() > 0) {
          network.advance();
          while (const auto came = network.next_delivery()) {
            last = came->cycle;
            const auto pair = static_cast<std::uint32_t>(came->token);
            if (++legs[pair] == 2 * rounds) continue;
            const std::uint32_t answers = legs[pair] % 2;
            network.send(2 * pair + answers, 2 * pair + 1 - answers, size, came->cycle, pair);
          }
        }
        CHECK(last + 1 == static_cast<std::uint64_t>(result.figure("cycles").value().mean));
      }
    }
  }
}

TEST_CASE("packets at fixed times take as many cycles as from a file, under routers") {
  const test::Scratch scratch;
  std::string lines;
  std::vector<std::array<std::uint32_t, 3>> packets;  // cycle, source, destination
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::uint32_t source = (i * 7 + i / 5) % 16;
    packets.push_back({1 + i * 2, source, i % 3 == 0 && source != 5 ? 5 : (source + 1 + i % 15) % 16});
    lines += std::to_string(packets.back()[0]) + ' ' + std::to_string(source) + ' ' +
             std::to_string(packets.back()[2]) + " 64\n";
    if (i % 4 != 3) continue;
    Experiment file = torus("routers");
    file.set("workload", "{type: packets, file: " + scratch.file("packets.txt", lines) + "}");
    const Result result = file.run();
    REQUIRE(result.finished());
    Network network = network_of("routers");
    for (const auto& [cycle, from, to] : packets) network.send(from, to, 64, cycle, 0);
    CHECK(rest_of(network).back().second + 1 == static_cast<std::uint64_t>(result.figure("cycles").value().mean));
  }
}

TEST_CASE("how far the network is advanced at a time, and in which order messages are handed over, changes nothing") {
  for (const std::string model : models) {
    CAPTURE(model);
    const std::vector<std::array<std::uint32_t, 4>> messages = {{0, 5, 4000, 1},  {0, 6, 200, 2},  {3, 5, 4000, 40},
                                                                {7, 5, 100, 700}, {0, 5, 64, 700}, {9, 2, 0, 333}};
    Network at_once = network_of(model);
    for (std::size_t i = messages.size(); i > 0; --i) {
      const auto& [source, destination, bytes, at] = messages[i - 1];
      at_once.send(source, destination, bytes, at, i - 1);
    }
    Network in_steps = network_of(model);
    Deliveries found;
    for (std::uint64_t until = 0; found.size() < messages.size(); until += 7) {
      for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i][3] < until || messages[i][3] >= until + 7) continue;
        in_steps.send(messages[i][0], messages[i][1], messages[i][2], messages[i][3], i);
      }
      while (in_steps.advance(until + 7) < until + 7) {
        while (const auto came = in_steps.next_delivery()) found.emplace_back(came->token, came->cycle);
      }
      CHECK(in_steps.now() == until + 7);
      while (const auto came = in_steps.next_delivery()) found.emplace_back(came->token, came->cycle);
      REQUIRE(until < 1'000'000);
    }
    Deliveries whole = rest_of(at_once);
    const auto by_token = [](const Deliveries& all) { return std::map(all.begin(), all.end()); };
    CHECK(by_token(whole) == by_token(found));
  }
}

TEST_CASE("several networks of one process do not know of each other") {
  Network alone = network_of("routers");
  for (std::uint32_t node = 0; node < 16; ++node)
    alone.send(node, (node * 7 + 3) % 16 == node ? (node + 1) % 16 : (node * 7 + 3) % 16, 1000, 5 * node, node);
  const Deliveries expected = rest_of(alone);
  std::vector<Network> many;
  for (int i = 0; i < 3; ++i) many.push_back(network_of(i == 1 ? "loggps" : "routers"));
  for (std::uint32_t node = 0; node < 16; ++node) {
    for (Network& each : many) {
      const std::uint32_t to = (node * 7 + 3) % 16 == node ? (node + 1) % 16 : (node * 7 + 3) % 16;
      each.send(node, to, 1000, 5 * node, node);
    }
  }
  std::vector<Deliveries> found(many.size());
  for (bool busy = true; busy;) {
    busy = false;
    for (std::size_t i = 0; i < many.size(); ++i) {
      many[i].advance();
      if (const auto came = many[i].next_delivery()) found[i].emplace_back(came->token, came->cycle), busy = true;
    }
  }
  CHECK(found[0] == expected);
  CHECK(found[2] == expected);
  CHECK(found[1].size() == 16);
  CHECK(found[1] != expected);
}

TEST_CASE("a network may be destroyed, or moved, in the middle of its run") {
  for (const std::string model : models) {
    for (const char* engine : engines) {
      Network network = network_of(model, engine);
      network.send(0, 5, 100'000, 1, 0);
      network.advance(10);
      CHECK(network.now() == 10);
      Network moved = std::move(network);
      CHECK(moved.under_way() == 1);
      moved.advance(20);
      CHECK(moved.now() == 20);
    }
  }
}

TEST_CASE("what cannot be sent is refused, and nothing is sent") {
  Network network = network_of("loggps");
  using Invalid = std::invalid_argument;
  CHECK(thrown_by<Invalid>([&] { network.send(16, 0, 1, 0, 0); }) == "source 16 does not exist; nodes are 0 to 15");
  CHECK(thrown_by<Invalid>([&] { network.send(0, 99, 1, 0, 0); }) ==
        "destination 99 does not exist; nodes are 0 to 15");
  CHECK(thrown_by<Invalid>([&] { network.send(3, 3, 1, 0, 0); }) == "a message of node 3 to itself crosses no network");
  network.advance(50);
  CHECK(thrown_by<Invalid>([&] { network.send(0, 1, 1, 49, 0); }) == "cycle 49 is over; it is cycle 50");
  CHECK(thrown_by<Invalid>([&] { network.send(0, 1, 1, ~0ULL, 0); }) != "nothing");
  CHECK(thrown_by<Invalid>([&] { Network(torus("flow"), false, "fast"); }) ==
        "there is no engine \"fast\"; event and reference are");
  CHECK(network.under_way() == 0);
  CHECK(network.advance() == 50);  // nothing is under way
}

TEST_CASE("a workload and keys of a window are left out with a warning, mistakes are exceptions") {
  const Experiment text = Experiment::from_text(
      "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n"
      "workload: {type: synthetic, load: 0.4}\nmeasure: {warmup: 5000, cycles: 20000}\n");
  const Network network(text);
  REQUIRE(network.warnings().size() == 3);
  CHECK(network.warnings()[0].place == "experiment.yaml:3:1");
  CHECK(network.warnings()[0].text ==
        "workload is left out: the messages of a Network are those that are sent through it; remove it");
  CHECK(network.warnings()[2].text ==
        "measure.cycles has no effect on a Network, which runs as long as it is advanced; remove it");
  CHECK(network_of("routers").warnings().empty());
  CHECK(thrown_by<ExperimentError>([] { Network(torus("fluid")); }) != "nothing");
  Experiment unsafe = torus("routers");
  unsafe.set("network.preset", "oblivious-1vc").set("network.router.flow_control", "none");
  CHECK(thrown_by<ExperimentError>([&] { const Network made(unsafe); }) != "nothing");
  CHECK(Network(unsafe, true).nodes() == 16);
}

TEST_CASE("a network that can go on no more says why") {
  Experiment limited = torus("routers");
  limited.set("measure.max_cycles", "100");
  Network network(limited);
  network.send(0, 5, 100'000, 1, 0);
  CHECK(network.advance(100) == 100);
  CHECK(thrown_by<std::runtime_error>([&] { network.advance(101); }) ==
        "the network can go on no more: cycle_limit in cycle 100");
  CHECK(thrown_by<std::runtime_error>([&] { network.send(0, 1, 1, 200, 0); }) != "nothing");
}

}  // namespace network_test
