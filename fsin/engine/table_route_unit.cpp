// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/shared_unit_definition.hpp"
#include "fsin/routing/algorithms/table_route.hpp"

template struct fsin::engine::SharedUnit<fsin::routing::TableRoute>;
