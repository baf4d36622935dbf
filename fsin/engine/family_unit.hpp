// SPDX-License-Identifier: Apache-2.0
// Everything that is compiled with the algorithms of one family of the catalogue: the event engine, which costs the
// compiler most, and the functions of an algorithm that the rest of the program calls. CMakeLists.txt makes a source
// file of each type in routing/catalogue.hpp, which includes the algorithms of that family
// (routing/algorithms/NAME.hpp), instantiates this template (family_unit_definition.hpp) and does not know the other
// families. So a change of an algorithm compiles its family again, and those that build on it.
#pragma once

#include <memory>

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/run_parts.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine {

template <routing::RoutingFamily Family>
struct FamilyUnit {
  using Setup = routing::Setup<typename Family::Geometry>;

  static stats::RunTotals event(const Family& params, const Setup& setup, const RunParts& parts,
                                event::Division division);
  /// The algorithm behind virtual functions, for the reference stepper and for analyses. The network of `setup`
  /// outlives it.
  static std::unique_ptr<const routing::Walker> walker(const Family& params, const Setup& setup);
  static void check_built(const Family& params, const Setup& setup, routing::Report& report);
};

}  // namespace fsin::engine
