// SPDX-License-Identifier: Apache-2.0
// Both engines with every routing of the list as the worked examples have changed it. In the program itself each
// routing is compiled by itself (fsin/engine/CMakeLists.txt).
#include <tuple>

#include "fsin/engine/family_run_definition.hpp"
#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {

template <class... Families>
auto runs_of(const config::Catalogue<Families...>&) {
  return std::tuple(&FamilyRun<Families>::event..., &FamilyRun<Families>::reference...);
}

/// Never called: it is there to be compiled, and with it all that it names.
void instantiate_families(const routing::Routings& any) { static_cast<void>(runs_of(any)); }

}  // namespace fsin::engine
