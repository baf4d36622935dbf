// SPDX-License-Identifier: Apache-2.0
// Single figures of other simulators, and how to get them here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/load.hpp"

namespace oracles {

struct Peer;
/// One run, or as many as a figure needs that one run gives badly.
using Measure = double (*)(const Peer& peer, std::uint64_t seed);

/// Phits per node and cycle.
double accepted_load(const Peer& peer, std::uint64_t seed);
double mean_latency(const Peer& peer, std::uint64_t seed);
/// Links crossed.
double mean_hops(const Peer& peer, std::uint64_t seed);
/// Cycles until the last of 10 packets a node has been consumed, all of which want to enter at once: the mean of 20
/// such shots. The load plays no part.
double shot_makespan(const Peer& peer, std::uint64_t seed);

/// One figure: what another simulator gave, and how far ours may be off; no band where it goes by another rule.
struct Peer {
  std::string name;
  model::Design design;
  model::Load load;
  double theirs = 0;
  std::optional<double> band = 0.03;
  Measure measure = accepted_load;
  double ours = 0;
};

/// Uniform traffic.
model::Load uniform(double offered);
model::Design with_dateline(model::Design design);

std::vector<Peer> variants_of_original();
std::vector<Peer> of_booksim();

}  // namespace oracles
