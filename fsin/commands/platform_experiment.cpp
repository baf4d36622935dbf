// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/platform_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "fsin/experiment/platform_part.hpp"

namespace fsin::commands {
namespace {

using engine::message::PlatformNodes;

constexpr std::size_t most_pairs = std::size_t{1} << 18U;

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
    if (nodes.host_of_node[from] == nodes.host_of_node[to]) continue;
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
  const experiment::PlatformNetwork network = experiment::network_of(nodes);
  const auto& links = nodes.file->platform.links();
  std::string text =
      fmt::format("# fsin platform {}\n# {}, {}; {}\n", how.platform, counted(nodes.host_of_node.size(), "host"),
                  counted(static_cast<std::size_t>(std::count_if(links.begin(), links.end(),
                                                                 [](const auto& each) { return !each.loopback; })),
                          "link"),
                  routes_text(nodes));
  text += fmt::format("fsin: 1\nnetwork:\n  platform: {}\n", how.platform);
  if (how.hosts) text += fmt::format("  hosts: {}\n", *how.hosts);
  text += "  # What the platform sets; a key that is written here takes precedence:\n";
  text += fmt::format("  #   model: {}\n", network.model);
  text +=
      fmt::format("  #   topology: {}  # {}\n  #   routing: {}\n", network.topology, network.remark, network.routing);
  text += fmt::format(
      "  #   link: {}\n  #   phit: {}  # a cycle is the time of a byte at that bandwidth; links have their own\n",
      network.link_of_calls, network.phit);
  if (network.has_routers) text += fmt::format("  #   With network.model: routers, link: {}\n", network.link);
  text += "workload:\n  type: trace\n";
  text += fmt::format("  file: {}\n", how.trace.value_or("TRACE.ti"));
  text += "  # What the platform sets here, besides the speeds of its hosts:\n";
  text += "  #   collectives: {library: smpi}  # the algorithms of SimGrid\n";
  text += "  #   mpi: {start: matched}  # a message leaves once its receive is posted, too\n";
  return text + "  #   cpu: {scale: 1.0}\n";
}

}  // namespace fsin::commands
