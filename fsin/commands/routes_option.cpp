// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/routes_option.hpp"

#include <fmt/format.h>

#include <sstream>
#include <type_traits>

#include "fsin/core/output_file.hpp"
#include "fsin/engine/algorithms.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/routing/table_route.hpp"
#include "fsin/routing/tables/route_file.hpp"

namespace fsin::commands {

void write_routes(const experiment::LoadedExperiment& loaded, const topology::Topology& topology,
                  const std::filesystem::path& file, Diagnostics& diagnostics) {
  const engine::Design design = experiment::design_of(loaded.experiment);
  experiment::check_built(loaded, design, topology, diagnostics);
  if (!diagnostics.ok()) return;
  const bool written = engine::with_algorithm(design, topology, [&]<class Algorithm>(const Algorithm& algorithm) {
    if constexpr (std::is_same_v<Algorithm, routing::TableRoute>) {
      if (algorithm.facts.detours || !routing::can_be_written(*algorithm.tables)) return false;
      std::ostringstream text;
      routing::write_routes(text, routing::Fabric(topology.graph), *algorithm.tables);
      write_file(file, text.str());
      return true;
    }
    return false;
  });
  if (written) return;
  diagnostics.error(loaded.document.mark("network.routing.type"),
                    fmt::format("what routing {} does next depends on more than the switch and the destination, which "
                                "a table of next hops cannot say; write routing: {{type: shortest, choice: first}}",
                                design.routing.name()));
}

}  // namespace fsin::commands
