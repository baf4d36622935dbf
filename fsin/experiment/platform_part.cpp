// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/platform_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/config/read.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/sources/whole_trace.hpp"
#include "trgen/replay/replay_params.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::experiment {
namespace {

using engine::message::FlowModel;
using engine::message::PlatformNodes;
using platform::ClusterShape;

constexpr double bandwidth_without_links = 1e9;  // bytes a second: a cycle of 1 ns

/// Cycles of 10 ps. In SimGrid a call takes no time, and here a cycle, which has to be short beside the messages.
constexpr std::string_view bandwidth_of_calls = "800 Gb/s";

/// Bandwidth of the fastest link between hosts, or within one; 0 where there is none.
double fastest(const platform::Platform& all, bool within_hosts) {
  double bandwidth = 0;
  for (const platform::PlatformLink& each : all.links()) {
    if (each.loopback == within_hosts) bandwidth = std::max(bandwidth, each.bandwidth);
  }
  return bandwidth;
}

constexpr std::size_t longest_dimension = 32767;  // of a mesh (fsin/topology/grids/mesh.hpp)

/// The nodes are all hosts of the file, in its order.
bool all_in_order(const PlatformNodes& nodes) {
  const std::vector<std::uint32_t>& hosts = nodes.host_of_node;
  if (hosts.size() != nodes.file->platform.hosts().size()) return false;
  for (std::uint32_t node = 0; node < hosts.size(); ++node) {
    if (hosts[node] != node) return false;
  }
  return true;
}

/// Nodes of a mesh with just so many, none of its dimensions longer than allowed. Empty where a prime number is in the
/// way.
std::vector<std::size_t> mesh_of(std::size_t nodes) {
  std::vector<std::size_t> dims;
  const auto take = [&dims](std::size_t factor) {
    if (!dims.empty() && dims.back() * factor <= longest_dimension) {
      dims.back() *= factor;
    } else {
      dims.push_back(factor);
    }
  };
  if (nodes <= longest_dimension) return {nodes};
  for (std::size_t factor = 2; factor * factor <= nodes; ++factor) {
    for (; nodes % factor == 0; nodes /= factor) take(factor);
  }
  if (nodes > longest_dimension) return {};
  if (nodes > 1) take(nodes);
  return dims;
}

/// Topology, routing and remark of the platform, where the catalogue has it.
void describe_topology(const ClusterShape* cluster, bool whole, std::size_t nodes, PlatformNetwork& network) {
  const std::vector<std::size_t> dims = mesh_of(nodes);
  // A circle has any number of nodes; beyond its largest, the reading of the experiment says what is too many.
  network.topology = dims.empty() ? fmt::format("{{type: circulant, nodes: {}, jumps: [1]}}", nodes)
                                  : fmt::format("{{type: mesh, dims: [{}]}}", fmt::join(dims, ", "));
  network.routing = "dor";
  if (cluster == nullptr) {
    network.remark = "only the number of its nodes counts: the platform has the links and routes";
    return;
  }
  const auto& lists = cluster->parameters;
  const bool parallel = cluster->topology == "FAT_TREE" &&
                        std::any_of(lists[3].begin(), lists[3].end(), [](std::uint32_t each) { return each > 1; });
  if (whole && cluster->topology == "TORUS") {
    network.topology = fmt::format("{{type: torus, dims: [{}]}}", fmt::join(lists[0], ", "));
    network.remark = "the cluster's own; with network.model: routers it has routers at its hosts";
    network.has_routers = true;
  } else if (whole && cluster->topology == "FAT_TREE" && !parallel) {
    network.topology =
        fmt::format("{{type: xgft, m: [{}], w: [{}]}}", fmt::join(lists[1], ", "), fmt::join(lists[2], ", "));
    network.routing = "shortest";
    network.remark = "the cluster's own; with network.model: routers it has switches";
    network.has_routers = true;
  } else if (!whole) {
    network.remark = "only the number of its nodes counts: they are not all hosts of the cluster in their order";
  } else {
    network.remark =
        fmt::format("only the number of its nodes counts: a cluster of topology {}{} is not in the catalogue",
                    cluster->topology, parallel ? " with parallel links" : "");
  }
}

std::string rate_text(double bytes_per_second) {
  return to_text(BitRate{static_cast<std::uint64_t>(std::llround(bytes_per_second * 8))});
}

void set_marks(config::Tree& tree, const Mark& mark) {
  tree.mark = tree.key_mark = mark;
  for (config::Tree& each : tree.items) set_marks(each, mark);
}

/// Values of the platform, whose place has no line.
void add_defaults(config::Document& document, std::string_view key, const std::filesystem::path& platform,
                  const std::string& text) {
  Diagnostics none;
  const std::string name = fmt::format("platform {}", platform.string());
  config::Tree defaults = config::load_text(name, text, none).root();
  set_marks(defaults, Mark(name));
  document.add_defaults(key, defaults);
}

/// Keys of the workload that SimGrid sets by itself. The start of messages belongs to its model of the network; routers
/// do not know it.
std::string workload_defaults(const Experiment& known, bool as_simgrid) {
  const trgen::replay::ReplayParams* replayed = known.replayed();
  if (replayed == nullptr || replayed->order != trgen::replay::Order::causal) return {};
  if (sources::mpi_of(known.workload) == nullptr) return {};  // its ranks make no calls
  const auto* trace = known.workload.get_if<trgen::replay::TraceParams>();
  if (trace != nullptr && !sources::is_time_independent(trace->file)) return {};
  std::string text = "collectives: {library: smpi}\n";
  if (as_simgrid) text += "mpi: {start: matched}\n";
  if (trace != nullptr) text += "cpu: {scale: 1.0}\n";
  return text;
}

/// Routers are those of the topology, so there has to be one.
bool routers_exist(const Experiment& known, const config::Document& read, const PlatformNetwork& network,
                   Diagnostics& diagnostics) {
  const bool routers = read.has("network.model") && known.network.model.is<engine::RoutersModel>();
  if (!routers || network.has_routers || read.has("network.topology")) return true;
  diagnostics.error(
      read.mark("network.platform"),
      fmt::format("no network of routers is known for this platform ({}); write network.topology, or take "
                  "network.model: flow",
                  network.remark));
  return false;
}

}  // namespace

PlatformNetwork network_of(const PlatformNodes& nodes) {
  const platform::Platform& all = nodes.file->platform;
  const ClusterShape* cluster = all.only_cluster();
  PlatformNetwork network;
  describe_topology(cluster, all_in_order(nodes), nodes.host_of_node.size(), network);
  platform::PlatformLink link;
  link.bandwidth = fastest(all, false);
  if (link.bandwidth == 0) link.bandwidth = fastest(all, true);
  if (link.bandwidth == 0) link.bandwidth = bandwidth_without_links;
  if (cluster != nullptr) link = cluster->link;
  const std::string delay = cluster == nullptr ? "" : fmt::format(", delay: {:.9g} ns", link.latency * 1e9);
  network.link = fmt::format("{{bandwidth: {}{}}}", rate_text(link.bandwidth), delay);
  network.link_of_calls = fmt::format("{{bandwidth: {}{}}}", bandwidth_of_calls, delay);
  network.phit = "1 B";
  network.model = "{type: flow, factors: simgrid}";
  return network;
}

bool take_in_platform(config::Document& document, std::shared_ptr<const PlatformNodes>& nodes,
                      Diagnostics& diagnostics) {
  config::Document read = document;
  Experiment known;
  Diagnostics later;  // mistakes are left for the reading that follows to report
  config::read(read, known, later);
  if (!known.network.platform) return true;
  nodes = PlatformNodes::read(*known.network.platform, read.mark("network.platform"), known.network.hosts,
                              read.mark("network.hosts"), diagnostics);
  if (!nodes) return false;
  const PlatformNetwork network = network_of(*nodes);
  if (!routers_exist(known, read, network, diagnostics)) return false;
  const auto* flow = known.network.model.get_if<FlowModel>();
  const bool own_model = !read.has("network.model");  // the platform's
  const bool calls = (own_model || flow != nullptr) && sources::mpi_of(known.workload) != nullptr;
  std::string text = fmt::format("link: {}\nphit: {}\n", calls ? network.link_of_calls : network.link, network.phit);
  if (!read.has("network.topology")) {
    text += fmt::format("topology: {}\n", network.topology);
    if (!read.has("network.routing") && !read.has("network.preset"))
      text += fmt::format("routing: {}\n", network.routing);
  }
  if (own_model) text += fmt::format("model: {}\n", network.model);
  add_defaults(document, "network", *known.network.platform, text);
  const bool as_simgrid =
      own_model || (flow != nullptr && !std::holds_alternative<engine::message::NoFactors>(flow->factors));
  const std::string workload = workload_defaults(known, as_simgrid);
  if (!workload.empty()) add_defaults(document, "workload", *known.network.platform, workload);
  return true;
}

}  // namespace fsin::experiment
