// SPDX-License-Identifier: Apache-2.0
// --routes of fsin topology: the table of next hops of a routing, for routing: {type: table, file: ...}.
#pragma once

#include <filesystem>

#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::commands {

/// Writes the file, or adds an error where the next port depends on more than the switch and the destination.
void write_routes(const experiment::LoadedExperiment& loaded, const topology::Topology& topology,
                  const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace fsin::commands
