// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/routes_option.hpp"

#include <fmt/format.h>

#include <sstream>

#include "fsin/core/output_file.hpp"
#include "fsin/engine/walker.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/routing/tables/route_file.hpp"

namespace fsin::commands {

void write_routes(const experiment::LoadedExperiment& loaded, const topology::Topology& topology,
                  const std::filesystem::path& file, Diagnostics& diagnostics) {
  const engine::Design design = experiment::design_of(loaded.experiment);
  experiment::check_built(loaded, design, topology, diagnostics);
  if (!diagnostics.ok()) return;
  const auto algorithm = engine::walker_of(design, topology);
  const routing::RouteTables* tables = algorithm->next_hops();
  if (tables != nullptr && routing::can_be_written(*tables)) {
    std::ostringstream text;
    routing::write_routes(text, routing::Fabric(topology.graph), *tables);
    write_file(file, text.str());
    return;
  }
  diagnostics.error(loaded.document.mark("network.routing.type"),
                    fmt::format("what routing {} does next depends on more than the switch and the destination, which "
                                "a table of next hops cannot say; write routing: {{type: shortest, choice: first}}",
                                design.routing.name()));
}

}  // namespace fsin::commands
