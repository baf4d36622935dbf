// SPDX-License-Identifier: Apache-2.0
// Hosts at random, under models and networks at random. What a host does depends on its number and on what comes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "fsin/api/fsin.hpp"

namespace random_host {

/// Numbers that depend on what they are asked for alone.
struct Rule {
  std::uint64_t number;
  std::uint64_t operator()(std::uint64_t what, std::uint64_t below) const {
    std::uint64_t state = number * 0x9e3779b97f4a7c15ULL + what * 0xbf58476d1ce4e5b9ULL + 1;
    state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    state = (state ^ (state >> 27U)) * 0x94d049bb133111ebULL;
    return (state ^ (state >> 31U)) % below;
  }
};

inline constexpr std::array networks{
    "{topology: {type: torus, dims: [3, 4]}, preset: adaptive-3vc}",
    "{topology: {type: mesh, dims: [2, 3, 2]}, preset: oblivious-3vc}",
    "{topology: {type: torus, dims: [5]}, preset: oblivious-1vc}",
    "{topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc, link: {delay: 300 ns}}",
    "{topology: {type: mesh, dims: [4, 3]}, preset: adaptive-3vc, phit: 8 B, packet: 32 B}"};
/// Of routers alone: headers that look at other routers, several stages, links that fail and come back.
inline constexpr std::array routed{
    "{topology: {type: dragonfly, p: 2, a: 2, h: 1}, routing: dragonfly-ugal-g, router: {virtual_channels: 4}}",
    "{topology: {type: fat-tree, k: 2, n: 3}, routing: up-down}",
    "{topology: {type: torus, dims: [3, 4]}, preset: adaptive-3vc, faults: {links: [0-1 at 60 until 700], routers: [5 "
    "at 90 until 400]}}"};
inline constexpr std::array models{
    "routers",
    "routers",
    "routers",
    "ideal",
    "flow",
    "{type: flow, factors: simgrid}",
    "{type: flow, injection: shared, reverse: 0.1, buffered: 64 B}",
    "loggp",
    "loggps",
    "{type: loggps, overhead: 300 ns, gap: 200 ns, byte_overhead: 1 ns, eager: 150 B}",
    "{type: piecewise, from: [0 B, 1 KiB], latency: [1 us, 2 us], byte_time: [1 ns, 500 ps]}"};

using Delivered = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;  // token, cycle, now

/// A host that answers deliveries by the rule: none, one or two messages, at once or later, from any node.
/// `between(network)` is called between its calls, and may put another network in place of this one.
template <class Between>
std::vector<Delivered> play(const fsin::Experiment& experiment, const Rule& rule, const char* engine, Between between) {
  constexpr std::uint64_t most = 60;
  fsin::Network network(experiment, false, engine);
  std::vector<Delivered> all;
  std::uint64_t sent = 0;
  const auto send = [&](std::uint64_t from) {
    const std::uint64_t what = 16 * sent;
    const auto source = static_cast<std::uint32_t>(rule(what, network.nodes()));
    const auto away = static_cast<std::uint32_t>(1 + rule(what + 1, network.nodes() - 1));
    const std::uint64_t bytes = rule(what + 2, 3) == 0 ? rule(what + 3, 5000) : rule(what + 3, 200);
    const std::uint64_t later = rule(what + 4, 2) == 0 ? 0 : rule(what + 5, 400);
    network.send(source, (source + away) % network.nodes(), bytes, from + later, sent);
    ++sent;
  };
  for (std::uint64_t i = 0; i <= rule(1'000'000, 12); ++i) send(0);
  while (network.under_way() > 0 && all.size() < 10 * most) {
    const std::uint64_t step = rule(2'000'000 + all.size(), 3) == 0 ? 1 + rule(3'000'000 + all.size(), 90) : 0;
    between(network);
    network.advance(step == 0 ? fsin::Network::no_end : network.now() + step);
    all.emplace_back(~0ULL, 0, network.now());
    between(network);
    while (const auto came = network.next_delivery()) {
      if (came->token % 4 == 0) between(network);
      all.emplace_back(came->token, came->cycle, network.now());
      const std::uint64_t answers = rule(4'000'000 + came->token, 4);
      for (std::uint64_t i = 0; i < answers && sent < most; ++i) send(came->cycle);
    }
  }
  return all;
}

/// The experiment of a host, by its number. `tolerant`: some flows have a tolerance, which has no reference.
inline fsin::Experiment experiment_of(const Rule& rule, bool tolerant = false) {
  fsin::Experiment experiment;
  std::string model = models[rule(5'000'000, models.size())];
  if (tolerant && model.starts_with("{type: flow, injection")) model.insert(model.size() - 1, ", tolerance: 0.01");
  if (model == "routers" && rule.number % 2 == 0) {
    experiment.set("network", routed[rule(5'000'001, routed.size())]);
  } else {
    experiment.set("network", networks[rule(5'000'001, networks.size())]).set("network.model", model);
  }
  return experiment.set("measure.seed", 1 + rule.number);
}

}  // namespace random_host
