// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/worst_permutation_option.hpp"

#include <fmt/format.h>

#include "fsin/analysis/worst_permutation.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/experiment/headline.hpp"

namespace fsin::commands {

void write_worst_permutation(const experiment::LoadedExperiment& loaded, const topology::Topology& topology,
                             const std::filesystem::path& file, Diagnostics& diagnostics) {
  const engine::Design design = experiment::design_of(loaded.experiment);
  experiment::check_built(loaded, design, topology, diagnostics);
  if (!diagnostics.ok()) return;
  const auto refuse = [&](std::string_view why) {
    diagnostics.error(loaded.document.mark("network.routing"), fmt::format("--worst-permutation: {}", why));
  };
  if (design.model) return refuse("a network without routers has no links; use network.model: routers");
  const analysis::WorstPermutation worst = analysis::worst_permutation(design, topology);
  if (!worst.known()) return refuse(worst.left_out);
  std::string text =
      fmt::format("# {}: the worst permutation of {} nodes, load {:.6g} of output {} of {}\n",
                  experiment::headline_of_topology(loaded.experiment), worst.destinations.size(), worst.load,
                  topology.geometry->port_name(worst.port), topology.geometry->router_name(RouterId(worst.router)));
  for (std::size_t source = 0; source < worst.destinations.size(); ++source) {
    text += fmt::format("{} {}\n", source, worst.destinations[source]);
  }
  write_file(file, text);
  write_text(
      fmt::format("worst permutation  load {:.4f} phits/cycle at output {} of {} when every node sends 1\n"
                  "worst capacity     {:.4f} phits/node/cycle{}\n",
                  worst.load, topology.geometry->port_name(worst.port),
                  topology.geometry->router_name(RouterId(worst.router)), worst.load > 0 ? 1 / worst.load : 0,
                  worst.freedom == analysis::Freedom::drawn_once
                      ? ""
                      : "; not exact, for a packet that waits draws among several links again"));
}

}  // namespace fsin::commands
