// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/dragonflies/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::topology {
namespace {

constexpr double group_gap = 2.5;  ///< routers on paper, between two groups

Spot on_circle(Spot middle, double radius, double part) {
  const double angle = 2 * std::numbers::pi * part;
  return {middle.x + radius * std::sin(angle), middle.y - radius * std::cos(angle)};
}

}  // namespace

Dragonfly::Dragonfly(unsigned terminals, unsigned switches, unsigned globals, unsigned the_groups, Wiring the_wiring)
    : p(terminals),
      a(switches),
      h(globals),
      groups(the_groups == 0 ? a * h + 1 : std::clamp(the_groups, 2U, a * h + 1)),
      wiring(the_wiring),
      rounds_(a * h / (groups - 1)),
      half_(a * h % (groups - 1) / 2),
      opposite_(a * h % (groups - 1) % 2 != 0 && groups % 2 == 0 ? 1 : 0) {
  for (unsigned index = 0; index < a; ++index) {
    for (unsigned global = 0; global < h; ++global) {
      plugs_.push_back({static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(first_global() + global)});
    }
  }
}

Dragonfly::Place Dragonfly::place_of(std::size_t router) const {
  const bool interface = router < terminals();
  const std::size_t number = interface ? router / p : router - terminals();  // number of the switch
  return {static_cast<std::uint16_t>(number / a), static_cast<std::uint8_t>(number % a),
          static_cast<std::uint8_t>(interface ? router % p : 0)};
}

void Dragonfly::tabulate() {
  const std::size_t routers = terminals() + std::size_t{a} * groups;
  for (std::size_t router = 0; router < routers; ++router) places_.push_back(place_of(router));
}

std::string Dragonfly::port_name(unsigned port) const {
  if (port < first_local()) return fmt::format("terminal {}", port);
  if (port < first_global()) return fmt::format("local {}", port - first_local());
  return fmt::format("global {}", port - first_global());
}

std::string Dragonfly::router_name(RouterId router) const {
  if (router.index() < terminals()) return fmt::format("node {}", router.value);
  const Place place = place_of(router.index());
  return fmt::format("switch {} of group {}", place.index, place.group);
}

std::uint32_t Dragonfly::orbit(RouterId router) const {
  if (wiring == Wiring::absolute) return router.value;
  const auto nodes = static_cast<std::uint32_t>(terminals());
  return router.value < nodes ? router.value % (p * a) : nodes + (router.value - nodes) % a;
}

RouterId Dragonfly::image(RouterId router, RouterId from, RouterId to) const {
  if (wiring == Wiring::absolute) return router;
  const unsigned ahead = place_of(to.index()).group + groups - place_of(from.index()).group;
  const unsigned group = place_of(router.index()).group;
  const unsigned moved = (group + ahead) % groups;
  const unsigned of_group = router.index() < terminals() ? p * a : a;
  return RouterId(router.index() + std::size_t{moved} * of_group - std::size_t{group} * of_group);
}

unsigned Dragonfly::distance(NodeId from, NodeId to) const {
  if (from == to) return 0;
  const Place s = place_of(from.index()), d = place_of(to.index());
  if (s.group == d.group) return s.index == d.index ? 2 : 3;
  return 2 + shortest(s, d.group, d.index).hops;
}

double Dragonfly::links() const {
  const unsigned globals = rounds_ * (groups - 1) + 2 * half_ + opposite_;
  return 2.0 * static_cast<double>(terminals()) + static_cast<double>(groups) * (a * (a - 1.0) + globals);
}

/// Fewer links cannot suffice: uniform traffic sends N / 2 * N / 2 flows of all N (N - 1) across, and no link across
/// has more of them than a global link.
std::optional<double> Dragonfly::bisection() const {
  const Distances uniform = distances();
  if (groups != a * h + 1 || groups % 2 != 0 || uniform.class_loads.back() < uniform.channel_load) return std::nullopt;
  return groups / 2.0 * groups / 2.0;
}

std::vector<std::string> Dragonfly::link_classes() const { return {"terminal", "local", "global"}; }

unsigned Dragonfly::link_class(RouterId router, unsigned port) const {
  if (layer(router) == 0 || port < first_local()) return 0;
  return port < first_global() ? 1 : 2;
}

double Dragonfly::table_bytes() const {
  return static_cast<double>((terminals() + std::size_t{a} * groups) * sizeof(Place));
}

/// Groups stand on a large circle, the switches of a group on a small one, and terminals around their switch.
void Dragonfly::lay_out(Drawing& drawing) const {
  drawing.kind = "groups";
  const double inner = std::max(1.0, a / 5.0), outer = inner + 1 + (p > 1 ? 0.4 * p : 0);
  const double radius = std::max(2 * outer, groups * (2 * outer + group_gap) / (2 * std::numbers::pi));
  const double half = radius + outer;
  drawing.width = drawing.height = 2 * half;
  const auto switch_at = [&](unsigned group, unsigned index) {
    const Spot middle = on_circle({half, half}, radius, static_cast<double>(group) / groups);
    return std::pair(middle, static_cast<double>(group) / groups + static_cast<double>(index) / a);
  };
  for (std::size_t router = 0; router < drawing.all_routers; ++router) {
    const Place place = place_of(router);
    const auto [middle, turn] = switch_at(place.group, place.index);
    if (router < drawing.nodes) {
      const double aside = (place.terminal + 0.5) / p - 0.5;
      drawing.routers.push_back(on_circle(middle, outer, turn + 0.7 * aside / a));
    } else {
      drawing.routers.push_back(on_circle(middle, inner, turn));
      drawing.names.push_back(fmt::format("switch {} of group {}", place.index, place.group));
    }
  }
  for (unsigned group = 0; group < groups; ++group) {
    drawing.groups.push_back({switch_at(group, 0).first, outer + 0.4, fmt::format("group {}", group)});
  }
  drawing.directions.assign(p + a - 1 + h, {0, 0});
  drawing.planes.push_back({{0, 0}, drawing.width, drawing.height, ""});
}

std::optional<Fault> DragonflyParams::fault() const {
  if (groups <= a * h + 1) return std::nullopt;
  return Fault{"groups", fmt::format("a group has {} global links (a h), so that there are at most {} groups; write "
                                     "groups: all, or more links",
                                     a * h, a * h + 1)};
}

Extent DragonflyParams::extent() const {
  const double switches = static_cast<double>(a) * (groups == 0 ? static_cast<double>(a) * h + 1 : groups);
  return {switches * p, switches * p + switches, p + a - 1 + h, 1};
}

Topology DragonflyParams::build() const {
  auto geometry = std::make_shared<Dragonfly>(p, a, h, groups, wiring);
  geometry->tabulate();
  const std::size_t nodes = geometry->terminals();
  const std::size_t switches = std::size_t{a} * geometry->groups;
  const auto switch_at = [&](unsigned group, unsigned index) {
    return RouterId(nodes + std::size_t{group} * a + index);
  };
  PortGraph graph(nodes, nodes + switches, p + a - 1 + h, 1);
  for (std::size_t node = 0; node < nodes; ++node) {
    const RouterId above(nodes + node / p);
    graph.connect(RouterId(node), 0, above, static_cast<unsigned>(node % p));
    graph.connect(above, static_cast<unsigned>(node % p), RouterId(node), 0);
  }
  for (unsigned group = 0; group < geometry->groups; ++group) {
    for (unsigned from = 0; from < a; ++from) {
      for (unsigned to = 0; to < a; ++to) {
        if (from == to) continue;
        graph.connect(switch_at(group, from), geometry->local_port(from, to), switch_at(group, to),
                      geometry->local_port(to, from));
      }
    }
    for (unsigned to = 0; to < geometry->groups; ++to) {
      if (group == to) continue;
      for (unsigned number = 0; number < geometry->links_between(group, to); ++number) {
        const Dragonfly::Plug here = geometry->plug(geometry->link_to(group, to, number));
        const Dragonfly::Plug there = geometry->plug(geometry->link_to(to, group, number));
        graph.connect(switch_at(group, here.index), here.port, switch_at(to, there.index), there.port);
      }
    }
  }
  return {std::string(name), std::move(graph), std::move(geometry)};
}

}  // namespace fsin::topology
