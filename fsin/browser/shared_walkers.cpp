// SPDX-License-Identifier: Apache-2.0
// The walkers of algorithms that families share (fsin/engine/shared_unit.hpp), without the event engine.
#include "fsin/engine/shared_unit_definition.hpp"
#include "fsin/routing/algorithms/dragonfly_ugal.hpp"
#include "fsin/routing/algorithms/table_route.hpp"

namespace fsin::engine {

using routing::DragonflyAdaptive, routing::TableRoute;
template std::unique_ptr<const routing::Walker> SharedUnit<DragonflyAdaptive>::walker(const DragonflyAdaptive&);
template std::unique_ptr<const routing::Walker> SharedUnit<TableRoute>::walker(const TableRoute&);

}  // namespace fsin::engine
