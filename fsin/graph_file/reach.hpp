// SPDX-License-Identifier: Apache-2.0
// Check that there is a path from every switch to every other.
#pragma once

#include "fsin/core/diagnostic.hpp"
#include "fsin/graph_file/wiring.hpp"

namespace fsin::graph_file {

/// Adds an error that names switches which cannot be reached, or from which others cannot be.
void check_reach(const Wiring& wiring, const Mark& source, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
