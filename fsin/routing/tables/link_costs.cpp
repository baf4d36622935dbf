// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/link_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fsin::routing {
namespace {

constexpr std::string_view weight_key = "network.routing.weight";

const topology::PortGraph& links_of(const Setup<topology::Geometry>& setup) {
  if (setup.graph == nullptr) throw std::logic_error("links are weighed in a network that is built");
  return *setup.graph;
}

std::uint32_t cost_of(Weight weight, const Setup<topology::Geometry>& setup, RouterId router, unsigned port) {
  const auto pace = [&] {
    return setup.paces.empty() ? LinkPace{} : setup.paces[setup.network.link_class(router, port)];
  };
  switch (weight) {
    case Weight::bandwidth:
      return pace().phit;
    case Weight::delay:
      return pace().header;
    case Weight::file:
      return std::max(1U, setup.network.link_weight(router, port));
    case Weight::hops:
      break;
  }
  return 1;
}

/// The pair of homes with paths of equally many links whose slowest links differ, and the cycles of a phit on these.
struct UnequalWays {
  std::uint32_t from, to;
  unsigned fastest, slowest;
};

/// Cycles of a phit on the slowest link of a path, over all shortest paths to one switch.
struct Speeds {
  unsigned best = 0, worst = 0;
};

class SpeedSearch {
 public:
  SpeedSearch(const Fabric& fabric, const Setup<topology::Geometry>& setup) : fabric_(fabric) {
    for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
      for (const Fabric::Hop& hop : fabric.hops(from)) {
        pace_.push_back(cost_of(Weight::bandwidth, setup, RouterId(fabric.router_of(from)), hop.port));
      }
    }
  }

  std::optional<UnequalWays> find() {
    if (pace_.empty() || std::count(pace_.begin(), pace_.end(), pace_.front()) == std::ssize(pace_)) return {};
    std::vector<Speeds> speeds(fabric_.switches());
    std::vector<std::uint64_t> distance;
    std::vector<std::uint32_t> order;
    for (std::uint32_t to = 0; to < fabric_.homes(); ++to) {
      fabric_.costs_to(to, distance, order);
      for (const std::uint32_t from : order) {
        const Speeds found = from == to ? Speeds{} : over_all(from, distance, speeds);
        speeds[from] = found;
        if (from < fabric_.homes() && found.best != found.worst) return UnequalWays{from, to, found.best, found.worst};
      }
    }
    return {};
  }

 private:
  Speeds over_all(std::uint32_t from, const std::vector<std::uint64_t>& distance,
                  const std::vector<Speeds>& speeds) const {
    Speeds found{~0U, 0};
    const auto hops = fabric_.hops(from);
    for (std::uint32_t i = 0; i < hops.size(); ++i) {
      if (distance[hops[i].to] + 1 != distance[from]) continue;
      const unsigned pace = pace_[fabric_.first_link(from) + i];
      found.best = std::min(found.best, std::max(pace, speeds[hops[i].to].best));
      found.worst = std::max(found.worst, std::max(pace, speeds[hops[i].to].worst));
    }
    return found;
  }

  const Fabric& fabric_;
  std::vector<unsigned> pace_;  ///< by link
};

void warn_of_speeds(const Fabric& fabric, const Setup<topology::Geometry>& setup, Report& report) {
  const auto ways = SpeedSearch(fabric, setup).find();
  if (!ways) return;
  report.warning(
      weight_key,
      fmt::format("paths of equally many links differ in speed, and all of them count as equal: from node {} to node "
                  "{}, for example, one needs {} for a phit and another {}; write weight: bandwidth for the fast ones "
                  "only",
                  fabric.first_node_at(ways->from), fabric.first_node_at(ways->to),
                  ways->fastest == 1 ? "1 cycle" : fmt::format("{} cycles", ways->fastest), ways->slowest));
}

struct WeightCount {
  std::size_t links = 0, without = 0;
  RouterId router;  ///< of the first link without a weight
  unsigned port = 0;
};

WeightCount count_weights(const Fabric& fabric, const Setup<topology::Geometry>& setup) {
  WeightCount count;
  for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
    const RouterId router(fabric.router_of(from));
    for (const Fabric::Hop& hop : fabric.hops(from)) {
      ++count.links;
      if (setup.network.link_weight(router, hop.port) != 0 || count.without++ != 0) continue;
      count.router = router;
      count.port = hop.port;
    }
  }
  return count;
}

void check_file(const Fabric& fabric, const Setup<topology::Geometry>& setup, bool asked, Report& report) {
  const WeightCount count = count_weights(fabric, setup);
  if (!asked) {
    if (count.without < count.links) {
      report.warning(weight_key, "the graph file gives weights of links, which are not used; write weight: file");
    }
    return;
  }
  if (count.without == 0) return;
  report.error(weight_key,
               fmt::format("{} of {} links between switches have no weight in a graph file, the first at {} "
                           "of {}; write weight=1 or the like there, or weight: bandwidth",
                           count.without, count.links, setup.network.port_name(count.port),
                           setup.network.router_name(count.router)));
}

Fabric weighed(Fabric fabric, const WeightOfLinks& weight, const Setup<topology::Geometry>& setup) {
  if (weight.weight == Weight::hops) return fabric;
  fabric.weigh([&](RouterId router, unsigned port) { return cost_of(weight.weight, setup, router, port); });
  return fabric;
}

}  // namespace

Fabric weighed_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup) {
  return weighed(Fabric(links_of(setup), setup.failures), weight, setup);
}

Fabric weighed_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup, Cycle at) {
  if (setup.failures == nullptr) throw std::logic_error("a network without faults does not change");
  return weighed(Fabric(links_of(setup), *setup.failures, at), weight, setup);
}

Fabric steady_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup) {
  if (setup.failures == nullptr) throw std::logic_error("a network without faults does not change");
  return weighed(Fabric::steady(links_of(setup), *setup.failures), weight, setup);
}

void check_weights(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup, Report& report) {
  const Fabric fabric(links_of(setup), setup.failures);
  check_file(fabric, setup, weight.weight == Weight::file, report);
  if (weight.weight == Weight::hops) warn_of_speeds(fabric, setup, report);
}

}  // namespace fsin::routing
