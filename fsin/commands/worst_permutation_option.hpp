// SPDX-License-Identifier: Apache-2.0
// --worst-permutation of fsin topology: the permutation of nodes that loads one link most, for pattern: {type:
// permutation, file: ...}.
#pragma once

#include <filesystem>

#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::commands {

/// Writes the file and prints the load, or adds an error where the routing has no worst permutation.
void write_worst_permutation(const experiment::LoadedExperiment& loaded, const topology::Topology& topology,
                             const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace fsin::commands
