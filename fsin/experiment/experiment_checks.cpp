// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/experiment_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/config/yaml_text.hpp"
#include "fsin/core/memory_limit.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/footprint.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/loggps.hpp"
#include "fsin/experiment/delays.hpp"
#include "fsin/experiment/link_classes.hpp"
#include "fsin/sources/live.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/packets/packet_workload.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {
namespace {

constexpr double most_nodes = 4'000'000'000.0;  // ids have 32 bits

void check_packet(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const std::uint64_t packet = loaded.experiment.network.packet.value;
  const std::uint64_t phit = loaded.experiment.network.phit.value;
  const Mark mark = loaded.document.mark("network.packet");
  if (packet % phit != 0) {
    const std::uint64_t down = packet / phit * phit;
    const std::string nearest = down == 0 ? fmt::format("{} B", phit) : fmt::format("{} B or {} B", down, down + phit);
    diagnostics.error(
        mark, fmt::format("a packet of {} B is no multiple of the phit of {} B; write {}", packet, phit, nearest));
  } else if (packet / phit > most_packet_phits) {
    diagnostics.error(mark,
                      fmt::format("a packet of {} phits is too long; at most {} phits, so make the packet at most "
                                  "{} B or the phit larger",
                                  packet / phit, most_packet_phits, most_packet_phits * phit));
  }
}

/// A run needs this much memory whatever its workload: refused before anything is built.
void check_fits(const engine::Design& design, const Mark& mark, Diagnostics& diagnostics) {
  const MemoryLimit limit = memory_limit();
  const engine::Footprint print = engine::footprint(design, engine::EngineKind::event, {}, 1);
  const double bytes = print.topology + print.own();
  if (limit.bytes == 0 || bytes <= static_cast<double>(limit.bytes)) return;
  const double nodes = engine::extent_of(design).nodes;
  diagnostics.error(mark, fmt::format("{:.0f} nodes with {} virtual channels need about {} without any packet and {}; "
                                      "make the topology or virtual_channels smaller",
                                      nodes, design.router.virtual_channels,
                                      bytes_text(static_cast<std::uint64_t>(bytes)), limit.text()));
}

void check_size(const LoadedExperiment& loaded, const engine::Design& design, Diagnostics& diagnostics) {
  const Experiment& experiment = loaded.experiment;
  const auto extent = topology::extent_of(experiment.network.topology);
  const Mark mark = loaded.document.mark("network.topology");
  if (extent.nodes > most_nodes || extent.routers > most_nodes) {
    diagnostics.error(
        mark, fmt::format("{:.4g} nodes are too many; at most 4e9, so make the topology smaller", extent.nodes));
    return;
  }
  check_fits(design, mark, diagnostics);
}

void check_payload(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  if (network.payload && network.payload->value > network.packet.value) {
    diagnostics.error(loaded.document.mark("network.payload"),
                      fmt::format("a packet of {} B cannot carry {} B of a message; at most its own size",
                                  network.packet.value, network.payload->value));
  }
}

void check_model_fits(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  engine::NetworkModels::visit(
      [&](const auto& model) {
        if constexpr (requires { model.fault(); }) {
          if (const auto fault = model.fault()) {
            const std::string key = fmt::format("network.model.{}", fault->key);
            diagnostics.error(loaded.document.mark(key), fmt::format("{}: {}", key, fault->text));
          }
        }
      },
      loaded.experiment.network.model);
}

/// The nodes of a platform are its hosts.
void check_platform(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  if (!network.nodes_of_platform) {
    if (network.hosts)
      diagnostics.error(loaded.document.mark("network.hosts"),
                        "hosts are those of a platform; add network.platform, or remove hosts");
    return;
  }
  const double nodes = topology::extent_of(network.topology).nodes;
  const std::size_t hosts = network.nodes_of_platform->host_of_node.size();
  if (nodes == static_cast<double>(hosts)) return;
  diagnostics.error(loaded.document.mark("network.topology"),
                    fmt::format("the platform has {} and the topology {:.0f} nodes; make them the same, or remove "
                                "network.topology, which the platform then sets",
                                counted(hosts, "host"), nodes));
}

/// Messages that leave once their receive is posted know more than routers could tell them.
void check_message_start(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const trgen::replay::MpiParams* mpi = sources::mpi_of(loaded.experiment.workload);
  if (mpi == nullptr || mpi->start != trgen::replay::MessageStart::matched ||
      !loaded.experiment.network.model.is<engine::RoutersModel>()) {
    return;
  }
  diagnostics.error(loaded.document.mark("workload.mpi.start"),
                    "with routers a receiver tells the sender by a message that its receive is posted; write "
                    "mpi.eager: 0 B, or take a network.model without routers");
}

/// Pieces that begin at one moment in SimGrid: cycles of calls pull them apart, from rank to rank more.
void check_cycle_of_selector(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  constexpr auto ompi = trgen::programs::collectives::Library::smpi_ompi;
  const Experiment& known = loaded.experiment;
  const trgen::replay::MpiParams* mpi = sources::mpi_of(known.workload);
  const bool compares = mpi != nullptr && mpi->start == trgen::replay::MessageStart::matched &&
                        known.network.nodes_of_platform && known.network.model.is<engine::message::FlowModel>();
  if (!compares || seconds_per_cycle(known) <= 1e-10) return;
  const auto* trace = known.workload.get_if<trgen::replay::TraceParams>();
  const auto* program = known.workload.get_if<trgen::replay::ProgramParams>();
  if (trace != nullptr ? trace->collectives.library != ompi : !program || program->collectives.library != ompi) return;
  diagnostics.warning(loaded.document.mark("workload.collectives.library"),
                      fmt::format("broadcasts and reductions of smpi-ompi in many pieces are up to 9 % shorter than in "
                                  "SimGrid with cycles of {:.3g} ns; leave network.link.bandwidth and network.phit out",
                                  seconds_per_cycle(known) * 1e9));
}

/// A handshake that LogGPS counts, and one that a program's messages make.
void check_handshakes(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const auto* loggps = loaded.experiment.network.model.get_if<engine::message::LoggpsModel>();
  if (loggps == nullptr || !loggps->eager) return;
  const trgen::replay::MpiParams* mpi = sources::mpi_of(loaded.experiment.workload);
  if (mpi == nullptr || !mpi->eager) return;
  diagnostics.error(loaded.document.mark("network.model.eager"),
                    "long messages would be announced twice, here and by workload.mpi.eager, whose answer waits for "
                    "the receive; remove one of the two");
}

/// A search changes the load that sources are asked for.
void check_search(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  if (loaded.experiment.measure.find != Find::saturation || sources::has_load(loaded.experiment.workload)) return;
  diagnostics.error(loaded.document.mark("measure.find"),
                    "nodes of a closed loop send what the network lets them, and there is no load to search; leave "
                    "this key out, or take loop: open or triggered");
}

/// An entry of cpu.slow that holds from one time of the run to another.
bool has_window(const config::YamlText& entry) {
  const config::Tree tree = config::tree_of(entry);
  return tree.find("from") != nullptr || tree.find("to") != nullptr;
}

/// Rounds that are left out are taken for those that were simulated, which what changes in the course of a run would
/// belie.
void check_rounds_alike(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const trgen::replay::ReplayParams* replayed = loaded.experiment.replayed();
  if (replayed == nullptr) return;
  const auto& slow = replayed->cpu.slow;
  if (std::none_of(slow.begin(), slow.end(), has_window)) return;
  diagnostics.error(loaded.document.mark("workload.cpu.slow"),
                    "ranks that are slow for a part of the run only (from, to) make its rounds unlike, and "
                    "measure.sample takes them for alike; remove measure.sample, or from and to");
}

/// A run of a live program writes files that the next one would replace.
void check_live_files(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const auto* live = loaded.experiment.workload.get_if<sources::LiveParams>();
  if (live == nullptr || loaded.experiment.measure.seeds == 1) return;
  for (const auto& [key, file] :
       {std::pair("workload.cpu.record", &live->cpu.record), std::pair("workload.trace", &live->trace)}) {
    if (!file->has_value()) continue;
    diagnostics.error(loaded.document.mark(key),
                      "each run would replace the file of the one before; set measure.seeds: 1");
  }
}

/// Rounds are those of one program's main loop.
void check_sample(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const Mark mark = loaded.document.mark("measure.sample.precision");
  if (!loaded.experiment.measure.sample.precision) return;
  if (loaded.experiment.measure.seeds != 1) {
    diagnostics.error(mark,
                      "means over several seeds would be of the rounds that were simulated; set measure.seeds: 1");
  }
  check_rounds_alike(loaded, diagnostics);
  if (sources::may_have_rounds(loaded.experiment.workload)) return;
  diagnostics.error(mark,
                    "only programs say where their rounds begin; remove measure.sample, or take workload: {type: "
                    "program, ...}");
}

/// Keys of `measure` that the chosen kind of workload does not look at.
void check_measure(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const config::Document& document = loaded.document;
  const MeasureParams& measure = loaded.experiment.measure;
  const std::string what = sources::noun_of(loaded.experiment.workload);
  if (loaded.experiment.has_end()) {
    for (const char* key : {"measure.warmup", "measure.cycles"}) {
      if (document.has(key)) {
        diagnostics.error(
            document.mark(key),
            fmt::format("{} runs to its end; leave this key out (measure.max_cycles limits a run)", what));
      }
    }
    if (measure.find == Find::saturation) {
      diagnostics.error(
          document.mark("measure.find"),
          fmt::format("{} has no load to search; leave this key out, or take a synthetic workload", what));
    }
    return;
  }
  check_search(loaded, diagnostics);
  if (measure.find == Find::saturation && document.has("workload.load")) {
    diagnostics.warning(document.mark("workload.load"),
                        "measure.find: saturation chooses the loads itself; this one is not used");
  }
  if (measure.warmup == auto_warmup) return;
  if (measure.max_cycles && measure.max_cycles->value < measure.warmup->value + measure.cycles->value) {
    diagnostics.warning(document.mark("measure.max_cycles"),
                        fmt::format("the run will stop before the window of {} + {} cycles is over; raise it",
                                    measure.warmup->value, measure.cycles->value));
  }
}

}  // namespace

void check_experiment(LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const engine::Locate locate = [&loaded](std::string_view key) { return loaded.document.mark(key); };
  if (!engine::check_topology(loaded.experiment.network.topology, diagnostics, locate)) return;
  check_model_fits(loaded, diagnostics);
  check_platform(loaded, diagnostics);
  check_message_start(loaded, diagnostics);
  check_cycle_of_selector(loaded, diagnostics);
  check_handshakes(loaded, diagnostics);
  check_packet(loaded, diagnostics);
  check_payload(loaded, diagnostics);
  check_delays(loaded, diagnostics);
  check_link_classes(loaded, diagnostics);
  if (!diagnostics.ok()) return;
  const engine::Design design = design_of(loaded.experiment);
  check_size(loaded, design, diagnostics);
  if (!diagnostics.ok()) return;  // what follows may build tables of the size of the network
  engine::check(design, diagnostics, locate);
  check_measure(loaded, diagnostics);
  check_sample(loaded, diagnostics);
  check_live_files(loaded, diagnostics);
  if (diagnostics.ok()) loaded.experiment.network.router.flow_control = engine::flow_control_of(design);
}

void check_faults(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics) {
  constexpr const char* faults_key = "network.faults";
  for (const std::string& mistake : topology.failures.mistakes) {
    const std::string key = mistake.substr(0, mistake.find(':'));
    diagnostics.error(loaded.document.mark(key), mistake);
  }
  if (loaded.experiment.measure.sample.precision && topology.failures.during_the_run()) {
    diagnostics.error(loaded.document.mark(faults_key),
                      "links or routers that fail in the course of the run make its rounds unlike, and measure.sample "
                      "takes them for alike; remove measure.sample, or let them fail from the start");
  }
  const NetworkParams& network = loaded.experiment.network;
  if (!network.faults.any() || network.model.is<engine::RoutersModel>()) return;
  if (network.model.is<engine::message::FlowModel>()) {
    if (!topology.failures.during_the_run()) return;
    diagnostics.error(loaded.document.mark(faults_key),
                      "under network.model flow, routes do not change in the course of a run; let links and routers "
                      "fail from the start (no `at`), or write model: routers");
    return;
  }
  diagnostics.error(loaded.document.mark(faults_key),
                    fmt::format("network.model {} has no links or routers that could fail; leave network.faults out, "
                                "or write model: routers",
                                network.model.name()));
}

void check_built(const LoadedExperiment& loaded, const engine::Design& design, const topology::Topology& topology,
                 Diagnostics& diagnostics) {
  check_faults(loaded, topology, diagnostics);
  if (!diagnostics.ok()) return;
  engine::check_built(design, topology, diagnostics,
                      [&loaded](std::string_view key) { return loaded.document.mark(key); });
}

}  // namespace fsin::experiment
