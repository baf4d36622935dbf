// SPDX-License-Identifier: Apache-2.0
// Views of a routing algorithm in the reference stepper: the router where a header waits, and the draws of a packet
// that enters.
#pragma once

#include <cstdint>

#include "fsin/engine/reference/world.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine::reference {

template <class Draws>
class View final : public routing::WalkerView {
 public:
  View(const World& world, Draws& draws, std::uint32_t router, unsigned q, Cycle cycle)
      : WalkerView({.router = router,
                    .layer = world.topology.geometry->layer(RouterId(router)),
                    .from_injection = q >= world.rules.transit_queues,
                    .in_port = world.rules.port_of[q],
                    .in_vc = world.rules.vc_of[q]},
                   Draws::in_call_order),
        world_(world),
        draws_(draws),
        q_(q),
        cycle_(cycle) {}

  bool can_request(std::int32_t out) const override {
    return world_.can_request(router(), q_, static_cast<unsigned>(out));
  }
  unsigned open(std::int32_t first, unsigned n) const override {
    unsigned channels = 0;
    for (unsigned i = 0; i < n; ++i) {
      channels |= (can_request(first + static_cast<std::int32_t>(i)) ? 1U : 0U) << i;
    }
    return channels;
  }
  std::uint64_t backlog(std::int32_t out) const override {
    return world_.backlog(router(), world_.rules.port_of[static_cast<unsigned>(out)], cycle_);
  }
  unsigned channel_load(std::int32_t out) const override {
    const OutputChannel& channel = world_.channel(world_.routers[router()], static_cast<unsigned>(out));
    return 2 * World::used(channel) + (channel.owner ? 1U : 0U);
  }
  unsigned phits_ahead(std::int32_t out) const override { return phits_at(router(), out); }
  /// Phits in the next queue; phase 1, in which headers make requests, does not change them.
  unsigned phits_at(std::uint32_t router, std::int32_t out) const override {
    return world_.phits_ahead(world_.channel(world_.routers[router], static_cast<unsigned>(out)));
  }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const override {
    return draws_.uniform({cycle_, router(), q_}, n, i);
  }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const override {
    return draws_.offset({cycle_, router(), q_}, n, i);
  }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const override {
    return draws_.least({cycle_, router(), q_}, n, i);
  }

 private:
  const World& world_;
  Draws& draws_;
  unsigned q_;
  Cycle cycle_;
};

template <class Entry>
class EntryView final : public routing::WalkerDraws {
 public:
  explicit EntryView(const Entry& entry) : entry_(entry) {}
  bool coin(unsigned dimension) const override { return entry_.coin(dimension); }
  std::uint32_t uniform(std::uint32_t n, unsigned index) const override { return entry_.uniform(n, index); }

 private:
  Entry entry_;
};

}  // namespace fsin::engine::reference
