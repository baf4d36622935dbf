// SPDX-License-Identifier: Apache-2.0
// Definitions of the members of family_unit.hpp. A unit that includes this compiles the event engine.
#pragma once

#include <memory>
#include <utility>

#include "fsin/engine/family_unit.hpp"
#include "fsin/engine/run_algorithm.hpp"
#include "fsin/engine/shared_unit.hpp"
#include "fsin/routing/algorithm_walker.hpp"

namespace fsin::engine {

template <routing::RoutingFamily Family>
stats::RunTotals FamilyUnit<Family>::event(const Family& params, const Setup& setup, const RunParts& parts,
                                           event::Division division) {
  return with_algorithm(params, setup, [&]<class Algorithm>(const Algorithm& algorithm) {
    if constexpr (SharedAlgorithm<Algorithm>) {
      return SharedUnit<Algorithm>::event(algorithm, parts, std::move(division));
    } else {
      return run_event(algorithm, parts, std::move(division));
    }
  });
}

template <routing::RoutingFamily Family>
std::unique_ptr<const routing::Walker> FamilyUnit<Family>::walker(const Family& params, const Setup& setup) {
  return with_algorithm(params, setup,
                        []<class Algorithm>(const Algorithm& algorithm) -> std::unique_ptr<const routing::Walker> {
                          if constexpr (SharedAlgorithm<Algorithm>) {
                            return SharedUnit<Algorithm>::walker(algorithm);
                          } else {
                            return std::make_unique<routing::AlgorithmWalker<Algorithm>>(algorithm);
                          }
                        });
}

template <routing::RoutingFamily Family>
void FamilyUnit<Family>::check_built([[maybe_unused]] const Family& params, [[maybe_unused]] const Setup& setup,
                                     [[maybe_unused]] routing::Report& report) {
  if constexpr (requires { check_links(params, setup, report); }) check_links(params, setup, report);
}

}  // namespace fsin::engine
