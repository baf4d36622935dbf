// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/kinds.hpp"

#include <array>
#include <string_view>
#include <variant>

#include "fsin/engine/engine.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/stats/metrics.hpp"
#include "trgen/formats/catalogue.hpp"
#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/choice_params.hpp"

namespace fsin::commands {
namespace {

/// The names of an enum: entries without fields of their own.
template <class Table>
std::vector<config::EntryDoc> names(const Table& table) {
  std::vector<config::EntryDoc> entries;
  entries.reserve(table.size());
  for (const auto& row : table) entries.push_back({row.name, row.doc, {}, {}});
  return entries;
}

template <class Variant>
struct CatalogueOf;
template <class... Ts>
struct CatalogueOf<std::variant<Ts...>> {
  using type = config::Catalogue<Ts...>;
};
using Placements = CatalogueOf<trgen::replay::Placement>::type;
using KernelChoices = CatalogueOf<trgen::programs::Kinds::params>::type;

std::vector<config::EntryDoc> statistics() {
  std::vector<config::EntryDoc> entries;
  entries.reserve(stats::metrics().size());
  for (const stats::Metric& metric : stats::metrics()) entries.push_back({metric.name, metric.meaning, {}, {}});
  return entries;
}

std::vector<config::EntryDoc> formats() {
  std::vector<config::EntryDoc> entries;
  entries.reserve(trgen::formats::formats.size());
  for (const auto& format : trgen::formats::formats) entries.push_back({format.name, format.doc, {}, {}});
  return entries;
}

/// A kind of thing for each collective, whose entries are its algorithms.
struct CollectiveKind {
  std::string_view name;
  std::string_view doc;
  std::string_view key;
};

namespace collectives = trgen::programs::collectives;

/// By value of collectives::Kind.
constexpr std::array<CollectiveKind, collectives::kinds> collective_kinds{
    {{"barrier-algorithm", "algorithms of MPI_Barrier", "workload.collectives.barrier"},
     {"bcast-algorithm", "algorithms of MPI_Bcast", "workload.collectives.bcast"},
     {"reduce-algorithm", "algorithms of MPI_Reduce", "workload.collectives.reduce"},
     {"allreduce-algorithm", "algorithms of MPI_Allreduce", "workload.collectives.allreduce"},
     {"gather-algorithm", "algorithms of MPI_Gather", "workload.collectives.gather"},
     {"gatherv-algorithm", "algorithms of MPI_Gatherv", "workload.collectives.gatherv"},
     {"scatter-algorithm", "algorithms of MPI_Scatter", "workload.collectives.scatter"},
     {"scatterv-algorithm", "algorithms of MPI_Scatterv", "workload.collectives.scatterv"},
     {"allgather-algorithm", "algorithms of MPI_Allgather", "workload.collectives.allgather"},
     {"allgatherv-algorithm", "algorithms of MPI_Allgatherv", "workload.collectives.allgatherv"},
     {"alltoall-algorithm", "algorithms of MPI_Alltoall", "workload.collectives.alltoall"},
     {"alltoallv-algorithm", "algorithms of MPI_Alltoallv and MPI_Alltoallw", "workload.collectives.alltoallv"},
     {"reduce-scatter-algorithm", "algorithms of MPI_Reduce_scatter", "workload.collectives.reduce_scatter"},
     {"reduce-scatter-block-algorithm", "algorithms of MPI_Reduce_scatter_block",
      "workload.collectives.reduce_scatter_block"},
     {"scan-algorithm", "algorithms of MPI_Scan", "workload.collectives.scan"},
     {"exscan-algorithm", "algorithms of MPI_Exscan", "workload.collectives.exscan"}}};

void add_collectives(std::vector<Kind>& kinds) {
  for (std::size_t number = 0; number < collective_kinds.size(); ++number) {
    const CollectiveKind& kind = collective_kinds[number];
    std::vector<config::EntryDoc> entries;
    for (const collectives::Entry& each : collectives::algorithms()) {
      if (each.serves(static_cast<collectives::Kind>(number)))
        entries.push_back({each.name, each.doc, each.source, {}});
    }
    kinds.push_back({kind.name, kind.doc, kind.key, std::move(entries)});
  }
}

template <class Catalogue>
std::vector<config::EntryDoc> entries() {
  return config::describe_catalogue<Catalogue>();
}

}  // namespace

std::vector<Kind> kinds() {
  std::vector<Kind> all{
      {"preset", "named routers", "network.preset", names(experiment::preset_names)},
      {"model", "models of the network: routers and links, links that are shared, or a delay only", "network.model",
       entries<experiment::NetworkModels>()},
      {"factors", "what messages under the model flow have of the bandwidth and latency of their way",
       "network.model.factors", entries<engine::message::Factors>()},
      {"topology", "shapes of the network", "network.topology", entries<topology::Topologies>()},
      {"flow-control", "when packets may go on, and what prevents deadlock", "network.router.flow_control",
       names(router::FlowControls::names)},
      {"bubble-test", "queue in which the bubble's free slots are counted", "network.router.bubble_test",
       names(router::bubble_test_names)},
      {"arbiter", "which request wins an output virtual channel", "network.router.arbiter",
       names(router::Arbiters::names)},
      {"consumption", "how packets are consumed at their destination", "network.router.consumption",
       names(router::Consumptions::names)},
      {"congestion-control", "what holds packets back that want to enter", "network.router.congestion_control",
       entries<router::CongestionControls>()},
      {"routing", "routing algorithms", "network.routing", entries<routing::Routings>()},
      {"select", "which profitable channel adaptive routing requests", "network.routing.select",
       names(routing::selection_names())},
      {"ascent", "how up-down routing climbs a tree", "network.routing.ascent", names(routing::ascent_names)},
      {"workload", "kinds of traffic", "workload", entries<experiment::Workloads>()},
      {"pattern", "spatial patterns: destinations of synthetic packets", "workload.pattern",
       entries<trgen::synth::Patterns>()},
      {"arrivals", "when a node makes messages", "workload.arrivals", entries<trgen::synth::ArrivalChoices>()},
      {"sizes", "sizes of synthetic messages", "workload.sizes", entries<trgen::synth::SizeChoices>()},
      {"loop", "what makes a node send besides its arrival process, or in place of it", "workload.loop",
       entries<trgen::synth::Loops>()},
      {"source", "what a source does with a packet that finds no room", "workload.source",
       names(trgen::synth::source_model_names)},
      {"kernel", "what the ranks of a program do", "workload.kernel", entries<KernelChoices>()},
      {"trace-format", "files that workload.file can name, plain or compressed with gzip or zstd", "", formats()},
      {"order", "whether ranks wait for their messages", "workload.order", names(trgen::replay::order_names)},
      {"match", "which messages satisfy a receive", "workload.match", names(trgen::replay::match_names)},
      {"placement", "which node each rank runs on", "workload.placement", entries<Placements>()},
      {"engine", "engines that simulate (fsin run --engine)", "", names(engine::engine_names)},
      {"statistic", "figures of a run, by their name in JSON and CSV", "", statistics()},
      {"mpi-library", "whose algorithms collectives use", "workload.collectives.library",
       names(collectives::library_names)},
  };
  add_collectives(all);
  return all;
}

}  // namespace fsin::commands
