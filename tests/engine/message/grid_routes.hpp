// SPDX-License-Identifier: Apache-2.0
// Networks without routers over a torus, driven by hand: routes in the order of dimensions, and transfers at given
// cycles.
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/engine/message/model.hpp"
#include "fsin/topology/grids/torus.hpp"

namespace flows {

using fsin::Cycle;
using fsin::engine::Rules;
using fsin::engine::message::Carries;
using fsin::engine::message::Ground;
using fsin::engine::message::Happenings;
using fsin::engine::message::LinkPart;
using fsin::engine::message::Transfer;

/// Ties go the way of rising coordinates.
class GridRoutes final : public fsin::engine::message::Routes {
 public:
  GridRoutes(const fsin::topology::Topology& topology, std::vector<unsigned> dims)
      : graph_(topology.graph), dims_(std::move(dims)) {}

  const std::vector<LinkPart>& find(std::uint32_t source, std::uint32_t destination) override {
    parts_.clear();
    fsin::RouterId at(source);
    for (unsigned d = 0, before = 1; d < dims_.size(); before *= dims_[d++]) {
      const unsigned length = dims_[d];
      const unsigned up = (destination / before % length + length - source / before % length) % length;
      for (unsigned hop = 0; hop < std::min(up, length - up); ++hop) {
        const unsigned port = 2 * d + (2 * up > length ? 1 : 0);
        parts_.push_back({static_cast<std::uint32_t>(at.index() * graph_.ports() + port), 1});
        at = graph_.next(at, port).router;
      }
    }
    if (at.value != destination) parts_.clear();
    return parts_;
  }
  std::string why_not() const override { return "the grid is not what the test takes it for"; }

 private:
  const fsin::topology::PortGraph& graph_;
  std::vector<unsigned> dims_;
  std::vector<LinkPart> parts_;
};

/// A torus of links that carry a phit a cycle.
struct Torus {
  explicit Torus(std::vector<unsigned> dims)
      : topology(fsin::topology::TorusParams{dims, true}.build()), routes(topology, dims) {
    rules.injectors = 1;
  }
  Ground ground(Carries unit = Carries::messages) { return {topology, rules, unit, &routes}; }

  fsin::topology::Topology topology;
  Rules rules;
  GridRoutes routes;
};

struct Timed {
  Cycle cycle = 1;  ///< in which it begins
  Transfer transfer;
};
struct Fate {
  Cycle began = 0, left = 0, consumed = 0;
  bool operator==(const Fate&) const = default;
};

/// What becomes of transfers, which are given in the order of their cycles and of which those of a cycle begin in the
/// order of the list. `runs_ahead`: the network does so between them, where it can.
template <class Network>
std::vector<Fate> fates(Network network, const Ground& ground, const std::vector<Timed>& transfers,
                        bool runs_ahead = false) {
  network.prepare(ground);
  std::vector<Fate> fates(transfers.size());
  Happenings told;
  std::size_t begun = 0;
  Cycle now = 0;
  const auto next = [&] {
    const Cycle begins = begun < transfers.size() ? transfers[begun].cycle : fsin::never;
    if constexpr (requires { network.run_ahead(begins); }) {
      if (runs_ahead) network.run_ahead(begins);
    }
    return std::min(network.next(), begins);
  };
  while (next() != fsin::never) {
    now = std::max(now, next());
    network.advance(now, told);
    for (const auto& [number, cycle] : told.left) fates[number].left = cycle;
    for (const auto& [number, cycle] : told.consumed) fates[number].consumed = cycle;
    told.clear();
    for (; begun < transfers.size() && transfers[begun].cycle <= now; ++begun) {
      const auto number = static_cast<std::uint32_t>(begun);
      fates[begun].began = network.start(number, transfers[begun].transfer, now);
    }
    if constexpr (requires { network.settle(now); }) network.settle(now);
  }
  return fates;
}

}  // namespace flows
