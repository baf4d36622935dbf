// SPDX-License-Identifier: Apache-2.0
// View of the router where a header waits, as the analyses present it to a routing algorithm: place of the header, and
// every outcome of each of its draws in turn. Classes derived from WaitingView define the answers of channels and
// queues.
#pragma once

#include "fsin/deadlock/choices.hpp"
#include "fsin/deadlock/queue_place.hpp"
#include "fsin/routing/walker.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// Place of a header in a queue of a network with `vcs` virtual channels.
inline routing::WalkerView::Place place_of(QueuePlace at, const topology::Topology& topology, unsigned vcs) {
  return {.router = at.router,
          .layer = topology.geometry->layer(RouterId(at.router)),
          .from_injection = at.queue >= topology.graph.ports() * vcs,
          .in_port = at.queue / vcs,
          .in_vc = at.queue % vcs};
}

class WaitingView : public routing::WalkerView {
 public:
  WaitingView(const Place& place, Choices& choices) : WalkerView(place), choices_(choices) {}

  std::uint32_t uniform(std::uint32_t n, std::uint32_t index) const final {
    return choices_.draw({Drawn::Kind::number, n, index}, n);
  }

 protected:
  /// A binary answer that the router may give; true is tried second.
  bool either(Drawn::Kind kind, std::int32_t out, std::uint32_t of_router = 0) const {
    return choices_.draw({kind, static_cast<std::uint32_t>(out), of_router}, 2) != 0;
  }

 private:
  Choices& choices_;
};

/// Draws of a packet that enters.
class EntryChoices final : public routing::WalkerDraws {
 public:
  explicit EntryChoices(Choices& choices) : choices_(choices) {}
  bool coin(unsigned dimension) const override { return choices_.draw({Drawn::Kind::coin, dimension, 0}, 2) != 0; }
  std::uint32_t uniform(std::uint32_t n, unsigned index) const override {
    return choices_.draw({Drawn::Kind::number, n, index}, n);
  }

 private:
  Choices& choices_;
};

/// Largest number of outcomes of one call that are tried.
inline constexpr std::size_t most_outcomes = std::size_t{1} << 16U;

}  // namespace fsin::deadlock
