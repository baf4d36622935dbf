// SPDX-License-Identifier: Apache-2.0
// What the views of the analyses have in common (routing::RouterView): where the header waits, and what it draws, every
// outcome in turn. What the router answers about its channels and queues is up to those who derive from WaitingView.
#pragma once

#include "fsin/deadlock/choices.hpp"
#include "fsin/deadlock/state_bytes.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// Of a header in a queue of a network with so many virtual channels. The topology outlives this object.
class WaitingPlace {
 public:
  WaitingPlace(QueuePlace at, const topology::Topology& topology, unsigned vcs)
      : at_(at),
        vcs_(vcs),
        layer_(topology.geometry->layer(RouterId(at.router))),
        injected_(at.queue >= topology.graph.ports() * vcs),
        topology_(&topology) {}

  std::uint32_t router() const { return at_.router; }
  unsigned layer() const { return layer_; }
  bool from_injection() const { return injected_; }
  unsigned in_port() const { return at_.queue / vcs_; }
  unsigned in_vc() const { return at_.queue % vcs_; }

 protected:
  unsigned port_of(std::int32_t out) const { return static_cast<unsigned>(out) / vcs_; }
  bool leads_somewhere(std::int32_t out) const {
    return topology_->graph.next(RouterId(at_.router), port_of(out)).exists();
  }

 private:
  QueuePlace at_;
  unsigned vcs_;
  unsigned layer_;
  bool injected_;
  const topology::Topology* topology_;
};

class WaitingView : public WaitingPlace {
 public:
  WaitingView(const WaitingPlace& place, Choices& choices) : WaitingPlace(place), choices_(&choices) {}

  static bool must_draw() { return false; }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t index) const {
    return choices_->draw({Drawn::Kind::number, n, index}, n);
  }
  std::uint32_t offset(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }
  std::uint32_t least(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }

 protected:
  /// A yes or no that the router may give; true is looked at second.
  bool either(Drawn::Kind kind, std::int32_t out, std::uint32_t of_router = 0) const {
    return choices_->draw({kind, static_cast<std::uint32_t>(out), of_router}, 2) != 0;
  }

 private:
  Choices* choices_;
};

/// Draws of a packet that enters (routing::EntryDraws).
class EntryChoices {
 public:
  explicit EntryChoices(Choices& choices) : choices_(&choices) {}
  bool coin(unsigned dimension) const { return choices_->draw({Drawn::Kind::coin, dimension, 0}, 2) != 0; }
  std::uint32_t uniform(std::uint32_t n, unsigned index) const {
    return choices_->draw({Drawn::Kind::number, n, index}, n);
  }

 private:
  Choices* choices_;
};
static_assert(routing::EntryDraws<EntryChoices>);

/// Outcomes of one call that are looked at.
inline constexpr std::size_t most_outcomes = std::size_t{1} << 16U;

template <class Algorithm>
bool keeps_symmetry(const Algorithm& algorithm) {
  if constexpr (requires { algorithm.keeps_symmetry(); }) return algorithm.keeps_symmetry();
  return false;
}
template <class Algorithm>
bool terminals_are_equal(const Algorithm& algorithm) {
  if constexpr (requires { algorithm.terminals_are_equal(); }) return algorithm.terminals_are_equal();
  return false;
}

}  // namespace fsin::deadlock
