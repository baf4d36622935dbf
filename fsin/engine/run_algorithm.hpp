// SPDX-License-Identifier: Apache-2.0
// The event engine with one routing algorithm. A unit that includes this compiles it: that of a family
// (family_unit_definition.hpp), or of an algorithm that families share (shared_unit_definition.hpp).
#pragma once

#include <memory>
#include <utility>

#include "fsin/engine/event/algorithm_worker.hpp"
#include "fsin/engine/event/run.hpp"
#include "fsin/routing/algorithm_walker.hpp"

namespace fsin::engine {

/// Runs the event engine. Threads are compiled twice: for routers of at most 64 queues, and for larger ones.
template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals run_event(const Algorithm& algorithm, const RunParts& parts, event::Division division) {
  const routing::AlgorithmWalker walker(algorithm);
  const bool one_word = parts.rules.most_queues() <= 64;
  const auto make = [&](event::Shared& shared, event::RunContext& context, unsigned part, workload::Share& share,
                        const DeliveryLog& on_delivery) -> std::unique_ptr<event::Worker> {
    const auto of = [&]<bool small>(std::bool_constant<small>) {
      return std::make_unique<event::AlgorithmWorker<Algorithm, small>>(shared, context, part, algorithm,
                                                                        parts.topology, share, on_delivery);
    };
    if (one_word) return of(std::true_type{});
    return of(std::false_type{});
  };
  const event::CompiledAlgorithm compiled{walker, routing::LookingAround<Algorithm>, make};
  return event::Run(compiled, parts, std::move(division)).run();
}

}  // namespace fsin::engine
