// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/pattern_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fsin/engine/credit_loop.hpp"
#include "fsin/run/bounds.hpp"

namespace fsin::forecast {
namespace {

constexpr double alike = 1 - 1e-9;

class Fullest {
 public:
  Fullest(const engine::Design& design, const topology::Topology& topology, PatternLoads& found)
      : topology_(topology), found_(found) {
    for (unsigned c = 0; c < topology.geometry->link_classes().size(); ++c) {
      rates_.push_back(engine::credit_loop(design, engine::link_times(design, c)).link);
    }
  }

  void look(const std::vector<double>& loads) {
    const topology::PortGraph& graph = topology_.graph;
    double sum = 0;
    for (std::uint32_t router = 0; router < graph.routers(); ++router) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        if (!graph.next(RouterId(router), port).exists()) continue;
        const double load = loads[std::size_t{router} * graph.ports() + port];
        sum += load;
        ++found_.links;
        if (load <= 0) ++found_.unused;
        take(router, port, load);
      }
    }
    found_.mean = found_.links > 0 ? sum / static_cast<double>(found_.links) : 0;
    found_.link = fmt::format("{} of {}", topology_.geometry->port_name(found_.port),
                              topology_.geometry->router_name(RouterId(found_.router)));
  }

  /// Phits a cycle of every sender at which the first link is full.
  double capacity() const { return part_ > 0 ? 1 / part_ : std::numeric_limits<double>::infinity(); }

 private:
  void take(std::uint32_t router, unsigned port, double load) {
    const double part = load / rates_[topology_.geometry->link_class(RouterId(router), port)];
    if (part <= 0 || part < part_ * alike) return;
    if (part * alike <= part_) {
      ++found_.alike;
      return;
    }
    part_ = part;
    found_.alike = 1;
    found_.router = router;
    found_.port = port;
    found_.load = load;
  }

  const topology::Topology& topology_;
  PatternLoads& found_;
  std::vector<double> rates_;  ///< by class of links: phits a cycle that one carries at most
  double part_ = 0;            ///< of what it carries, that the fullest link has to carry
};

/// Lowers the capacity to what one node can send, and to what it can consume.
void look_at_nodes(const engine::Design& design, const std::vector<double>& arrive, double& capacity,
                   std::string& limit) {
  if (design.router.injectors < capacity) {
    capacity = design.router.injectors;
    limit = "injection at every node";
  }
  if (!router::one_at_a_time(design.router.consumption)) return;
  const auto most = std::max_element(arrive.begin(), arrive.end());
  if (most == arrive.end() || *most * capacity <= 1) return;
  capacity = 1 / *most;
  limit = fmt::format("consumption at node {}", most - arrive.begin());
}

/// Phits a cycle that each node consumes when every sender sends one.
std::vector<double> arrivals(const analysis::Demand& demand, std::size_t nodes) {
  std::vector<double> arrive(nodes, demand.uniform ? 1.0 : 0.0);
  for (const analysis::Flow& flow : demand.flows) arrive[flow.destination] += flow.part;
  return arrive;
}

PatternLoads loads_within(const run::Prepared& prepared, const topology::Topology& topology,
                          const analysis::LoadBudget& budget) {
  PatternLoads found;
  const engine::Design& design = prepared.design;
  if (design.model) {
    found.left_out = "a network without routers has no links";
    return found;
  }
  sources::PatternShares shares = prepared.source->shares(prepared.experiment().measure.seed);
  found.pattern = std::move(shares.pattern);
  found.left_out = std::move(shares.left_out);
  const auto& demand = shares.demand;
  if (!demand) return found;
  const double senders = demand->senders / static_cast<double>(topology.graph.nodes());
  double at_nodes = std::numeric_limits<double>::infinity();
  look_at_nodes(design, arrivals(*demand, topology.graph.nodes()), at_nodes, found.node_limit);
  found.at_nodes = at_nodes * senders;
  const analysis::ChannelLoads loads = analysis::channel_loads(design, topology, *demand, budget);
  found.left_out = loads.left_out;
  if (!found.known()) return found;
  found.exact = loads.freedom == analysis::Freedom::drawn_once;
  Fullest fullest(design, topology, found);
  fullest.look(loads.links);
  double capacity = fullest.capacity();
  found.limit = "output " + found.link;
  look_at_nodes(design, loads.arrive, capacity, found.limit);
  found.capacity = capacity * senders;
  return found;
}

}  // namespace

PatternLoads pattern_loads(const run::Prepared& prepared) { return loads_within(prepared, *prepared.topology, {}); }

std::optional<double> load_asked(const run::Prepared& prepared) {
  const sources::LoadSource* source = prepared.source->load_source();
  const bool searched = prepared.experiment().measure.find != experiment::Find::nothing;
  return source == nullptr || searched ? std::nullopt : source->offered();
}

KnownCapacity known_capacity(const run::Prepared& prepared, const topology::Geometry& geometry,
                             const PatternLoads& loads) {
  const run::Bounds bounds = run::bounds_of(geometry, prepared.design);
  KnownCapacity known{bounds.at_node, "injection or consumption at a node"};
  const auto take = [&](double capacity, const std::string& limit) {
    if (capacity > 0 && capacity < known.most) known = {capacity, limit};
  };
  const sources::LoadSource* source = prepared.source->load_source();
  if (source != nullptr && source->is_uniform() && !prepared.design.model)
    take(bounds.capacity, "the fullest link under uniform traffic");
  take(loads.at_nodes, loads.node_limit);
  if (loads.known() && loads.exact) take(loads.capacity, loads.limit);
  return known;
}

KnownCapacity known_capacity(const run::Prepared& prepared, const topology::Topology& topology) {
  constexpr analysis::LoadBudget moment{.states = 200'000, .steps = 2'000'000, .links = 200'000};
  return known_capacity(prepared, *topology.geometry, loads_within(prepared, topology, moment));
}

void warn_of_load(const run::Prepared& prepared, const KnownCapacity& capacity, Diagnostics& diagnostics) {
  const auto offered = load_asked(prepared);
  if (!offered || !capacity.is_below(*offered)) return;
  diagnostics.warning(
      prepared.loaded.document.mark("workload.load"),
      fmt::format("a load of {:.4g} is above the capacity of {:.4g} phits/node/cycle, set by {}; the run "
                  "will end as saturated",
                  *offered, capacity.most, capacity.limit));
}

std::string pattern_loads_text(const PatternLoads& loads) {
  if (!loads.known()) return fmt::format("channel load  not known: {}\n", loads.left_out);
  const std::string others = loads.alike > 1 ? fmt::format(", with {} like it", loads.alike - 1) : "";
  const std::string unused = loads.unused > 0 ? fmt::format(", {} unused", loads.unused) : "";
  std::string text = fmt::format(
      "channel load  {:.4f} phits/cycle at output {}, the fullest link{}, when every node sends 1 by pattern {}; mean "
      "of "
      "{} links {:.4f}{}\n",
      loads.load, loads.link, others, loads.pattern, loads.links, loads.mean, unused);
  text += fmt::format("saturation    at {:.4f} phits/node/cycle at most: {} carries no more{}\n", loads.capacity,
                      loads.limit,
                      loads.exact ? ""
                                  : "; not exact, for a packet that waits draws among several links again, and finds "
                                    "the emptier ones");
  return text;
}

}  // namespace fsin::forecast
