// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/prepared.hpp"

#include <fmt/format.h>

#include "fsin/engine/engine.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/experiment/unheeded_keys.hpp"
#include "fsin/run/saturation.hpp"
#include "fsin/sources/trace_pool.hpp"

namespace fsin::run {
namespace {

using engine::message::LoggpsModel;
using engine::message::PiecewiseModel;

/// False after an error: a search has no load to try.
bool check_search(const experiment::MeasureParams& measure, const engine::Design& design, const sources::Source& source,
                  const config::Document& document, Diagnostics& diagnostics) {
  if (measure.find == experiment::Find::nothing) return true;
  const sources::LoadRange loads = loads_to_search(measure.resolution, design, *source.load_source());
  if (loads.least <= loads.most) return true;
  diagnostics.error(
      document.mark("measure.find"),
      fmt::format("no multiple of measure.resolution ({}) is a load that these sources can have and nodes "
                  "can send; use a finer measure.resolution, or other arrivals",
                  measure.resolution));
  return false;
}

/// What a message asks of its ports: as the model has it.
trgen::replay::PortTimes port_times(const LoggpsModel& model, const workload::NetworkFacts& facts) {
  const double cycle_ns = 8e9 * facts.phit_bytes / static_cast<double>(facts.bit_rate);
  const engine::message::LoggpsTimes times =
      model.times({.cycle_seconds = cycle_ns * 1e-9, .phit_bytes = facts.phit_bytes});
  return {.overhead = times.overhead,
          .gap = times.gap,
          .byte_gap = times.byte_gap,
          .byte_overhead = times.byte_overhead,
          .eager = times.eager};
}

}  // namespace

std::optional<Prepared> prepare(experiment::LoadedExperiment loaded, bool original, Diagnostics& diagnostics,
                                sources::TracePool* pool) {
  const experiment::Experiment& experiment = loaded.experiment;
  engine::Design design = experiment::design_of(experiment);
  workload::NetworkFacts facts = experiment::facts_of(experiment);
  sources::TracePool own;
  std::vector<result::Unheeded> unheeded = experiment::unheeded_keys(loaded);
  sources::Opening opening{
      .facts = facts,
      .seed = experiment.measure.seed,
      .original = original,
      .has_routers = experiment.network.model.is<engine::RoutersModel>(),
      .moves_packets = !engine::carries_messages(design),
      .traces = pool != nullptr ? *pool : own,
      .diagnostics = diagnostics,
      .mark_of = [&](std::string_view key) { return loaded.document.mark(fmt::format("workload.{}", key)); },
      .unheeded =
          [&](std::string_view key, std::string why) {
            const std::string path = fmt::format("workload.{}", key);
            if (experiment::is_own(loaded.document, path)) unheeded.push_back({path, std::move(why)});
          }};
  opening.has_own_ports = experiment.network.model.is<LoggpsModel>() || experiment.network.model.is<PiecewiseModel>();
  if (const auto* loggps = experiment.network.model.get_if<LoggpsModel>())
    opening.port_times = port_times(*loggps, facts);
  if (experiment.measure.sample.precision) opening.samples_rounds = loaded.document.mark("measure.sample.precision");
  sources::SourcePointer source = sources::open(experiment.workload, opening);
  if (!source || !check_search(experiment.measure, design, *source, loaded.document, diagnostics)) return std::nullopt;
  return Prepared{std::move(loaded), std::move(design), std::move(facts), std::move(source), std::move(unheeded)};
}

void tell_unheeded(const Prepared& prepared, Diagnostics& diagnostics) {
  for (const result::Unheeded& each : prepared.unheeded) warn_of(each, "", prepared.loaded.document, diagnostics);
}

/// Keys within a list have the place of the list.
void warn_of(const result::Unheeded& unheeded, std::string_view where, const config::Document& document,
             Diagnostics& diagnostics) {
  diagnostics.warning(document.mark(unheeded.key.substr(0, unheeded.key.find('['))),
                      fmt::format("{} {}{}; remove it", unheeded.key, unheeded.why, where));
}

std::shared_ptr<const CheckedTopology> build_network(const experiment::LoadedExperiment& loaded,
                                                     const engine::Design& design, Diagnostics& diagnostics) {
  std::shared_ptr<const CheckedTopology> topology(
      new CheckedTopology(experiment::built_network(loaded.experiment.network)));
  const std::size_t errors = diagnostics.error_count();
  experiment::check_built(loaded, design, *topology, diagnostics);
  return diagnostics.error_count() == errors ? topology : nullptr;
}

void build_network(Prepared& prepared, Diagnostics& diagnostics) {
  if (prepared.topology) return;
  prepared.topology = build_network(prepared.loaded, prepared.design, diagnostics);
}

}  // namespace fsin::run
