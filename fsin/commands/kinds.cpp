// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/kinds.hpp"

#include <array>
#include <string_view>

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

std::vector<config::EntryDoc> engines() { return names(engine::engine_names); }

/// A kind whose entries are the values of a key of experiments or, where it is no setting, those that `others` lists.
struct KindRow {
  std::string_view name;
  std::string_view doc;
  std::string_view key;
  std::vector<config::EntryDoc> (*others)() = nullptr;
};

constexpr KindRow rows[] = {
    {"preset", "named routers", "network.preset"},
    {"model", "models of the network, from routers and links cycle by cycle to a delay only", "network.model"},
    {"factors", "factors of bandwidth and latency of the model flow", "network.model.factors"},
    {"topology", "topologies of the network", "network.topology"},
    {"flow-control", "flow controls, which also prevent deadlock", "network.router.flow_control"},
    {"bubble-test", "queues in which the free slots of the bubble are counted", "network.router.bubble_test"},
    {"forward", "when a header from a slower link asks for its output", "network.router.forward"},
    {"arbiter", "arbiters of output virtual channels", "network.router.arbiter"},
    {"consumption", "consumption of packets at their destination", "network.router.consumption"},
    {"congestion-control", "congestion controls at injection", "network.router.congestion_control"},
    {"routing", "routing algorithms", "network.routing"},
    {"select", "selection policies of adaptive routing", "network.routing.select"},
    {"ascent", "ascents of up-down routing in a tree", "network.routing.ascent"},
    {"workload", "kinds of workloads", "workload"},
    {"pattern", "spatial patterns: destinations of synthetic packets", "workload.pattern"},
    {"arrivals", "arrival processes of synthetic messages", "workload.arrivals"},
    {"sizes", "sizes of synthetic messages", "workload.sizes"},
    {"loop", "feedback loops that make a node send, in addition to its arrival process or in place of it",
     "workload.loop"},
    {"source", "treatments of a packet that finds no room at its source", "workload.source"},
    {"kernel", "programs of ranks: benchmarks, collectives, machine learning, trace replay", "workload.kernel"},
    {"trace-format", "trace formats of workload.file, plain or compressed with gzip, zstd or bzip2", "", formats},
    {"order", "orders of a replay: with or without waiting for messages", "workload.order"},
    {"match", "rules for the messages that satisfy a receive", "workload.match"},
    {"placement", "placements of ranks on nodes", "workload.placement"},
    {"engine", "simulation engines (fsin run --engine)", "", engines},
    {"statistic", "statistics of a run, by their name in JSON and CSV", "", statistics},
    {"mpi-library", "MPI libraries whose choice of collective algorithms is used", "workload.collectives.library"},
};

}  // namespace

std::vector<Kind> kinds() {
  experiment::Experiment experiment;
  const config::Fields fields = config::fields_of(experiment);
  std::vector<Kind> all;
  for (const KindRow& row : rows) {
    all.push_back(
        {row.name, row.doc, row.key, row.others == nullptr ? config::describe_values(fields, row.key) : row.others()});
  }
  add_collectives(all);
  return all;
}

}  // namespace fsin::commands
