// SPDX-License-Identifier: Apache-2.0
// The routing algorithm of a design behind virtual functions, for analyses.
#pragma once

#include <memory>

#include "fsin/engine/design.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine {

/// The walker of a design. `topology`, the built one of the design, outlives it. The design has passed check() and
/// check_built().
std::unique_ptr<const routing::Walker> walker_of(const Design& design, const topology::Topology& topology);

}  // namespace fsin::engine
