// SPDX-License-Identifier: Apache-2.0
// All that is compiled with each routing of the list as the worked examples have changed and shortened it. In the
// program itself each routing is compiled by itself (fsin/engine/CMakeLists.txt).
#include <tuple>

#include "fsin/engine/family_unit_definition.hpp"
#include "fsin/routing/algorithms/dor.hpp"
#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {

template <class... Families>
auto runs_of(const config::Catalogue<Families...>&) {
  return std::tuple(&FamilyUnit<Families>::event..., &FamilyUnit<Families>::walker...,
                    &FamilyUnit<Families>::check_built...);
}

/// Never called: it is there to be compiled, and with it all that it names.
void instantiate_families(const routing::Routings& any) { static_cast<void>(runs_of(any)); }

}  // namespace fsin::engine
