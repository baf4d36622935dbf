// SPDX-License-Identifier: Apache-2.0
// An experiment that is ready to run: what it says, and what follows from that, derived once. Forecasts, runs and
// sweeps take it from here.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/engine/design.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/result/unheeded.hpp"
#include "fsin/sources/source.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::run {

/// The built network of an experiment, with its faults, that has passed the checks for which its links are needed:
/// failed links that it does not have, and what engine::check_built() asks. Only build_network() makes one, and runs
/// take no other, so that nothing is simulated on a network that nobody has checked.
class CheckedTopology final : public topology::Topology {
 public:
  CheckedTopology(const CheckedTopology&) = delete;

 private:
  explicit CheckedTopology(topology::Topology built) : topology::Topology(std::move(built)) {}
  friend std::shared_ptr<const CheckedTopology> build_network(const experiment::LoadedExperiment& loaded,
                                                              const engine::Design& design, Diagnostics& diagnostics);
};

/// Builds and checks the network. Null after an error, which is in `diagnostics`.
std::shared_ptr<const CheckedTopology> build_network(const experiment::LoadedExperiment& loaded,
                                                     const engine::Design& design, Diagnostics& diagnostics);

struct Prepared {
  experiment::LoadedExperiment loaded;
  engine::Design design;                     ///< the network as engines want it
  workload::NetworkFacts facts;              ///< the network as workloads see it
  sources::SourcePointer source;             ///< makes the workload of each run
  std::vector<result::Unheeded> unheeded{};  ///< what the experiment gives and its runs do not follow
  /// The built network with its faults; null until build_network(), which comes after the memory was checked. A sweep
  /// leaves it null, and keeps the networks only of points that are run at the moment.
  std::shared_ptr<const CheckedTopology> topology{};

  const experiment::Experiment& experiment() const { return loaded.experiment; }
  /// All files that were read so far, and those that the experiment names.
  const Inputs& inputs() const { return loaded.document.inputs(); }
};

/// Checks the workload against the network and opens its files, which may take a while. `original`: the runs will draw
/// from the original simulator's generator. Traces come from `pool` where one is given. Empty after an error, which is
/// in `diagnostics`.
std::optional<Prepared> prepare(experiment::LoadedExperiment loaded, bool original, Diagnostics& diagnostics,
                                sources::TracePool* pool = nullptr);

/// Warns of each value that runs do not follow, at the place where it is written. A sweep does so for all its points
/// together, by warn_of().
void tell_unheeded(const Prepared& prepared, Diagnostics& diagnostics);
/// Warns of one of them; `where` is added to its reason.
void warn_of(const result::Unheeded& unheeded, std::string_view where, const config::Document& document,
             Diagnostics& diagnostics);

/// The same of a prepared experiment, unless that was done before. The topology stays null after an error.
void build_network(Prepared& prepared, Diagnostics& diagnostics);

}  // namespace fsin::run
