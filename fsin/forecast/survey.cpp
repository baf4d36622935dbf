// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/survey.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fsin/analysis/bisection.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::forecast {
namespace {

std::vector<Delay> delays_of(const experiment::LinkParams& link, std::size_t classes) {
  return link.delay_by_class.empty() ? std::vector<Delay>(classes, link.delay) : link.delay_by_class;
}

/// "6.4"; "1.1e+18" of very many.
std::string ways_text(double ways) { return ways < 1e6 ? number_text(ways) : fmt::format("{:.2g}", ways); }

}  // namespace

Survey survey_of(const experiment::Experiment& experiment, const topology::Topology& topology,
                 const run::Bounds& bounds, const TellStage& begin) {
  Survey survey;
  if (!topology.failures.from_the_start()) survey.bisection.links = bounds.bisection;
  if (!survey.bisection.links) {
    begin("cutting the network in halves");
    if (const auto halves = analysis::cut_in_halves(topology.graph)) {
      survey.bisection = {.links = halves->links, .estimate = true};
    }
  }
  begin("counting the ways between routers");
  survey.diversity = analysis::diversity_of(topology);
  const std::size_t classes = topology.geometry->link_classes().size();
  survey.cost = analysis::cost_of(topology, delays_of(experiment.network.link, classes));
  return survey;
}

std::string bisection_text(const Bisection& bisection) {
  if (!bisection.links && !analysis::estimates_bisections()) {
    return "no closed form is known, and this program was built without METIS, which estimates it";
  }
  if (!bisection.links) {
    return fmt::format("no closed form is known, and more than {} links are not divided to estimate it",
                       analysis::most_cut_links);
  }
  return fmt::format("{}{:.15g} links, one way between two halves of the nodes{}", bisection.estimate ? "at most " : "",
                     *bisection.links, bisection.estimate ? ": estimate (METIS)" : "");
}

std::string diversity_text(const std::optional<analysis::Diversity>& diversity) {
  if (!diversity) return "none: fewer than two routers have nodes, or some cannot be reached";
  std::string text =
      fmt::format("{} shortest ways at least, {} on average, between two of {} routers that have nodes",
                  ways_text(diversity->shortest_min), ways_text(diversity->shortest_mean), diversity->routers);
  if (diversity->from < diversity->routers) {
    text += fmt::format(" (counted from {} of them)", diversity->from);
  }
  if (diversity->disjoint) {
    return text + fmt::format("; {} without a common link between any two", *diversity->disjoint);
  }
  return text + "; ways without a common link are not counted in so large a network";
}

std::string cables_text(const analysis::Cost& cost) {
  std::vector<std::string> classes;
  for (const analysis::CableClass& each : cost.classes) {
    classes.push_back(fmt::format("{} {}", each.cables, each.name));
    if (each.metres) classes.back() += fmt::format(" of {} m in all", number_text(*each.metres));
  }
  const std::string all = cost.metres ? fmt::format(", {} m", number_text(*cost.metres)) : "";
  if (cost.classes.size() == 1) return fmt::format("{}{}", counted(cost.cables, "cable"), all);
  return fmt::format("{}{} ({})", counted(cost.cables, "cable"), all, fmt::join(classes, ", "));
}

std::string ports_text(const analysis::Cost& cost) {
  if (cost.switches.empty()) return fmt::format("{} of the routers of nodes", cost.node_ports);
  std::vector<std::string> kinds;
  for (const auto& [ports, switches] : cost.switches) kinds.push_back(fmt::format("{} with {} ports", switches, ports));
  return fmt::format("{} of network interfaces, {} of switches, {} of these to interfaces ({}: {})", cost.node_ports,
                     cost.switch_ports, cost.ports_to_nodes,
                     cost.switch_count() == 1 ? "1 switch" : fmt::format("{} switches", cost.switch_count()),
                     fmt::join(kinds, ", "));
}

}  // namespace fsin::forecast
