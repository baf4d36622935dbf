// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/shared_run_definition.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"

template struct fsin::engine::SharedRun<fsin::routing::DragonflyAdaptive>;
