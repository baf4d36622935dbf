// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/platform_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"

namespace fsin::commands {
namespace {

using engine::message::PlatformNodes;
using platform::ClusterShape;
using platform::Host;
using platform::PlatformLink;

constexpr std::size_t most_pairs = std::size_t{1} << 18U;

std::string rate_text(double bytes_per_second) {
  return to_text(BitRate{static_cast<std::uint64_t>(std::llround(bytes_per_second * 8))});
}

std::string speed_text(double flops) { return fmt::format("{:.12g} Gf/s", flops / 1e9); }

/// The topology of the catalogue that the cluster is, and why none where there is none.
struct Translation {
  std::string topology;
  std::string remark;
  std::string routing = "dor";
};

Translation translated(const ClusterShape* cluster, std::size_t nodes) {
  const std::string line = fmt::format("{{type: mesh, dims: [{}]}}", nodes);
  if (cluster == nullptr) return {line, "only the number of its nodes counts: the platform has the links and routes"};
  const auto& lists = cluster->parameters;
  if (cluster->topology == "TORUS") {
    return {fmt::format("{{type: torus, dims: [{}]}}", fmt::join(lists[0], ", ")),
            "the cluster's own; with network.model: routers it has routers at its hosts"};
  }
  const bool parallel = cluster->topology == "FAT_TREE" &&
                        std::any_of(lists[3].begin(), lists[3].end(), [](std::uint32_t each) { return each > 1; });
  if (cluster->topology == "FAT_TREE" && !parallel) {
    return {fmt::format("{{type: xgft, m: [{}], w: [{}]}}", fmt::join(lists[1], ", "), fmt::join(lists[2], ", ")),
            "the cluster's own; with network.model: routers it has switches", "shortest"};
  }
  return {line, fmt::format("only the number of its nodes counts: a cluster of topology {}{} is not in the catalogue",
                            cluster->topology, parallel ? " with parallel links" : "")};
}

std::string work_text(const PlatformNodes& nodes, const PlatformExperiment& how) {
  const std::vector<Host>& hosts = nodes.file->platform.hosts();
  const auto speed = [&](std::uint32_t host) { return hosts[host].speed; };
  const auto [least, most] = std::minmax_element(nodes.host_of_node.begin(), nodes.host_of_node.end(),
                                                 [&](auto a, auto b) { return speed(a) < speed(b); });
  std::string text = "workload:\n  type: program\n";
  if (speed(*least) != speed(*most)) {
    text += fmt::format("  # hosts compute at {} to {}: give each rank its own by rates: FILE\n",
                        speed_text(speed(*least)), speed_text(speed(*most)));
  }
  text += fmt::format("  kernel: {{type: time-independent, file: {}, rate: {}}}\n", how.trace.value_or("TRACE.ti"),
                      speed_text(speed(*least)));
  return text +
         "  collectives: {library: smpi}  # SimGrid's own algorithms\n  cpu: {scale: 1.0}\n  mpi: {start: matched}  # "
         "a message leaves once its receive is posted, too\n";
}

/// Lengths of the routes between nodes.
struct RouteLengths {
  std::size_t pairs = 0;  ///< that were looked at
  bool all = true;        ///< these are all pairs
  double mean = 0;
  std::size_t longest = 0;
  std::string no_route;  ///< why a pair has none; empty where all have one
};

RouteLengths lengths_of(const PlatformNodes& nodes) {
  RouteLengths lengths;
  const std::size_t n = nodes.host_of_node.size();
  // Of many nodes every k-th, so that looking at them takes no longer than a moment.
  const std::size_t step = std::max<std::size_t>(1, (n * n + most_pairs - 1) / most_pairs);
  lengths.all = step == 1;
  std::size_t sum = 0;
  std::vector<platform::LinkNumber> links;
  for (std::size_t pair = 0; pair < n * n; pair += step) {
    const std::size_t from = pair / n, to = pair % n;
    if (from == to) continue;
    std::string why;
    if (!nodes.file->platform.route(nodes.host_of_node[from], nodes.host_of_node[to], links, why)) {
      lengths.no_route = why;
      return lengths;
    }
    ++lengths.pairs;
    sum += links.size();
    lengths.longest = std::max(lengths.longest, links.size());
  }
  if (lengths.pairs > 0) lengths.mean = static_cast<double>(sum) / static_cast<double>(lengths.pairs);
  return lengths;
}

}  // namespace

std::string routes_text(const PlatformNodes& nodes) {
  const RouteLengths lengths = lengths_of(nodes);
  if (!lengths.no_route.empty()) return fmt::format("not all hosts are joined: {}", lengths.no_route);
  return fmt::format("routes of {:.4g} links on average, {} at most{}", lengths.mean, lengths.longest,
                     lengths.all ? "" : fmt::format(" (of {} pairs)", lengths.pairs));
}

std::string experiment_text(const PlatformNodes& nodes, const PlatformExperiment& how) {
  const platform::Platform& all = nodes.file->platform;
  const ClusterShape* cluster = all.only_cluster();
  const Translation to = translated(cluster, nodes.host_of_node.size());
  PlatformLink link;
  for (const PlatformLink& each : all.links()) link.bandwidth = std::max(link.bandwidth, each.bandwidth);
  if (cluster != nullptr) link = cluster->link;
  std::string text = fmt::format("# fsin platform {}\n", how.platform);
  text += fmt::format("# {}, {}; {}\n", counted(nodes.host_of_node.size(), "host"), counted(all.links().size(), "link"),
                      routes_text(nodes));
  text += "fsin: 1\nnetwork:\n";
  text += fmt::format("  topology: {}  # {}\n", to.topology, to.remark);
  text += fmt::format("  routing: {}\n", to.routing);
  text += fmt::format("  link: {{bandwidth: {}{}}}\n", rate_text(link.bandwidth),
                      cluster == nullptr ? "" : fmt::format(", delay: {:.9g} ns", link.latency * 1e9));
  text += "  phit: 1 B  # a cycle is the time of a byte on that link\n";
  text += fmt::format("  model: {{type: flow, factors: simgrid, platform: {}{}}}\n", how.platform,
                      how.hosts ? fmt::format(", hosts: {}", *how.hosts) : "");
  text +=
      "  # model.tolerance: 0.001 makes runs of many messages at once several times as fast, to about 1% of their "
      "time\n";
  return text + work_text(nodes, how);
}

}  // namespace fsin::commands
