// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/walker.hpp"

#include "fsin/engine/families.hpp"
#include "fsin/engine/family_unit.hpp"

namespace fsin::engine {

std::unique_ptr<const routing::Walker> walker_of(const Design& design, const topology::Topology& topology) {
  return with_family(design, topology, []<class Family>(const Family& params, const auto& setup) {
    return FamilyUnit<Family>::walker(params, setup);
  });
}

}  // namespace fsin::engine
