// SPDX-License-Identifier: Apache-2.0
// The routing algorithm of a design, for analyses.
#pragma once

#include <memory>

#include "fsin/engine/design.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine {

/// `topology`, the built one of the design, outlives the answer. The design has passed check() and check_built().
std::unique_ptr<const routing::Walker> walker_of(const Design& design, const topology::Topology& topology);

}  // namespace fsin::engine
