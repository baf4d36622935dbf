// SPDX-License-Identifier: Apache-2.0
// The part of a thread that is compiled for each routing algorithm: the work of a cycle.
#pragma once

#include "fsin/engine/event/visit/visitor.hpp"
#include "fsin/engine/event/worker.hpp"

namespace fsin::engine::event {

/// one_word: see RouterAccess.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
class AlgorithmWorker final : public Worker {
 public:
  AlgorithmWorker(Shared& shared, RunContext& context, unsigned self, const Algorithm& algorithm,
                  const topology::Topology& topology, workload::Share& share, const DeliveryLog& on_delivery)
      : Worker(shared, context, self, looks_around, topology, share, on_delivery), visitor_(core(), algorithm) {}

 private:
  static constexpr bool looks_around = routing::LookingAround<Algorithm>;

  void take_window(Cycle next) override {
    if constexpr (looks_around) {
      take_in_step(next);
    } else {
      take_remote();
      const Cycle last = last_of_window(next);
      for (; next <= last; next = core().schedule.next()) take_cycle(next);
      core().clock.advance_to(last);
    }
  }
  void fail_link(std::uint32_t router, unsigned port, Tick from) override { visitor_.fail(router, port, from); }
  void restore_link(std::uint32_t router, unsigned port, Tick from) override { visitor_.restore(router, port, from); }
  void look_back_everywhere() override { visitor_.look_back_everywhere(); }
  void enter(unsigned phase) override {
    if constexpr (routing::Rerouting<Algorithm>) visitor_.enter(phase);
  }
  void look_again(Tick from) override {
    if constexpr (routing::Rerouting<Algorithm>) visitor_.look_again(from);
  }

  void take_cycle(Cycle next) {
    core().advance_to(next);
    nodes().serve(visitor_);
    routers().serve(visitor_);
  }

  /// A cycle of an algorithm that looks around: headers decide after all threads have applied the events of the cycle
  /// and before any thread visits a router.
  void take_in_step(Cycle next) {
    attempt([&] {
      take_remote();
      core().advance_to(next);
      nodes().serve(visitor_);
      routers().apply_events(visitor_);
    });
    meet();
    attempt([&] { routers().decide(visitor_); });
    meet();
    attempt([&] { routers().visit(visitor_); });
  }

  Visitor<Algorithm, one_word> visitor_;
};

}  // namespace fsin::engine::event
