// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/fault_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "fsin/deadlock/stranded.hpp"
#include "fsin/engine/walker.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/topology/faults/cut_off.hpp"

namespace fsin::forecast {
namespace {

constexpr std::string_view faults_key = "network.faults";

/// "3 links and 1 router"; both directions of a link count.
std::string count_text(std::size_t links, std::size_t routers) {
  std::string text = counted(links, "directed link");
  if (routers > 0) text += fmt::format(" and {}", counted(routers, "router"));
  return text;
}

std::string when_text(Cycle since) {
  return since == topology::first_cycle ? "from the start" : fmt::format("in cycle {}", since);
}

/// One line for each cycle in which something fails, as far as they are few.
void add_failures(topology::Failures failures, std::vector<std::string>& lines) {
  constexpr std::size_t most = 5;
  failures.reroutes.clear();  // which have lines of their own
  for (Cycle at = failures.first(); at != never; at = failures.next_after(at)) {
    if (lines.size() >= most) {
      lines.push_back("... and more in later cycles");
      return;
    }
    const auto add = [&](const char* what, auto now) {
      const auto links = std::count_if(failures.links.begin(), failures.links.end(), now);
      const auto routers = std::count_if(failures.routers.begin(), failures.routers.end(), now);
      if (links + routers == 0) return;
      const std::string many = count_text(static_cast<std::size_t>(links), static_cast<std::size_t>(routers));
      lines.push_back(fmt::format("{} {} {}", many, what, when_text(at)));
    };
    add("fail", [at](const topology::Outage& each) { return each.since == at; });
    add("come back", [at](const topology::Outage& each) { return each.until == at; });
  }
}

std::uint64_t pairs_of(const topology::Topology& topology) {
  return topology.graph.nodes() * (topology.graph.nodes() - 1);
}

/// "240 of 4032 pairs of nodes have no way to each other: 0 -> 5, 0 -> 6, ..."; empty when all have.
std::string cut_off_text(const topology::Topology& topology) {
  const topology::CutOffNodes cut = topology::find_cut_off(topology.graph);
  if (cut.pairs == 0) return {};
  std::string text = fmt::format("{} of {} pairs of nodes are cut off from each other:", cut.pairs, pairs_of(topology));
  for (const auto& [from, to] : cut.some) text += fmt::format(" {} -> {},", from, to);
  text.pop_back();
  return cut.pairs > cut.some.size() ? text + ", ..." : text;
}

/// The same of pairs that the routing can lead to a failed link and no further.
std::string stranded_text(const engine::Design& design, const topology::Topology& topology,
                          const deadlock::StrandedPairs& stranded) {
  if (stranded.pairs == 0) return {};
  std::string text = fmt::format(
      "{} of {} pairs of nodes{} can come to failed links where routing {} permits no other way:", stranded.pairs,
      stranded.all ? pairs_of(topology) : stranded.looked_at, stranded.all ? "" : " that were looked at",
      design.routing.name());
  for (const deadlock::StrandedPair& pair : stranded.some) {
    text += fmt::format(" {} -> {} at {} with output {},", pair.flow.source, pair.flow.destination,
                        topology.geometry->router_name(RouterId(pair.router)), topology.geometry->port_name(pair.port));
  }
  text.pop_back();
  return stranded.pairs > stranded.some.size() ? text + ", ..." : text;
}

/// A line for each change of the routing tables: the pairs of nodes that cannot reach each other by them, in the
/// network of which they are made.
void add_reroutes(const engine::Design& design, const topology::Topology& topology, const deadlock::Budget& budget,
                  std::vector<std::string>& lines) {
  const topology::Failures& failures = topology.failures;
  if (failures.reroutes.empty()) return;
  const auto algorithm = engine::walker_of(design, topology);
  for (std::size_t i = 0; i < failures.reroutes.size(); ++i) {
    const auto& [from, of] = failures.reroutes[i];
    topology::Topology then = topology;
    then.graph = topology::in_cycle(topology.graph, failures, of);
    then.failures = {};
    const deadlock::Network network{then, design.router.virtual_channels, {}};
    const auto walker = algorithm->in_phase(static_cast<unsigned>(i + 1));
    const std::string cut = cut_off_text(then),
                      stranded = stranded_text(design, then, deadlock::find_stranded(*walker, network, budget));
    std::string text = fmt::format("from cycle {} on, routing tables are those of the network of cycle {}: ", from, of);
    if (cut.empty() && stranded.empty()) text += "every pair of nodes has a way";
    lines.push_back(text + cut + (cut.empty() || stranded.empty() ? "" : "; ") + stranded);
  }
}

}  // namespace

std::vector<std::string> fault_lines(const engine::Design& design, const topology::Topology& topology,
                                     const deadlock::Budget& budget) {
  std::vector<std::string> lines;
  if (!topology.failures.any() || design.model) return lines;
  add_failures(topology.failures, lines);
  add_reroutes(design, topology, budget, lines);
  if (!topology.failures.from_the_start()) return lines;
  for (const std::string& line :
       {cut_off_text(topology), stranded_text(design, topology, deadlock::find_stranded(design, topology, budget))}) {
    if (!line.empty()) lines.push_back(line);
  }
  lines.push_back(
      "distance and latency are those of the network without faults, and so is a capacity that no channel loads give");
  return lines;
}

void refuse_cut_off(const experiment::LoadedExperiment& loaded, const engine::Design& design,
                    const topology::Topology& topology, Diagnostics& diagnostics) {
  if (!topology.failures.from_the_start()) return;
  std::string text = cut_off_text(topology);
  const std::string stranded = stranded_text(design, topology, deadlock::find_stranded(design, topology, quick_budget));
  if (!stranded.empty()) text += (text.empty() ? "" : "; ") + stranded;
  if (text.empty()) return;
  const Mark mark = loaded.document.mark(std::string(faults_key));
  if (loaded.experiment.network.faults.unreachable == topology::CutOffPairs::allow) {
    diagnostics.warning(mark, text + "; a packet between them waits for ever, and the run then ends as unreachable");
    return;
  }
  diagnostics.error(mark, text + "; change routing or network.faults, or write faults.unreachable: allow");
}

}  // namespace fsin::forecast
