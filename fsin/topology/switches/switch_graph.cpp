// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/switch_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/switches/switch_search.hpp"

namespace fsin::topology {
namespace {

constexpr double most_routers = 1U << 24U;

std::string too_many_ports() { return fmt::format("a switch has more than {} ports", max_ports); }

}  // namespace

SwitchGraph::SwitchGraph(const std::vector<unsigned>& terminals) : first_node_{0} {
  for (std::uint32_t number = 0; number < terminals.size(); ++number) {
    if (terminals[number] > max_ports) throw std::length_error(too_many_ports());
    first_node_.push_back(first_node_.back() + terminals[number]);
    switch_of_.insert(switch_of_.end(), terminals[number], number);
    outputs_.push_back(static_cast<std::uint16_t>(terminals[number]));
    ports_ = std::max(ports_, terminals[number]);
  }
  inputs_ = outputs_;
  links_.resize(terminals.size());
}

void SwitchGraph::add(std::uint32_t from, unsigned port, Plug plug) {
  if (port >= max_ports || plug.port >= max_ports) throw std::length_error(too_many_ports());
  std::vector<Plug>& links = links_[from];
  links.resize(std::max<std::size_t>(links.size(), port + 1 - terminals(from)));
  links[port - terminals(from)] = plug;
  ports_ = std::max({ports_, port + 1U, plug.port + 1U});
  ++count_;
}

void SwitchGraph::add_link(std::uint32_t one, std::uint32_t other, unsigned link_class) {
  const auto take = [this](std::uint32_t number) {
    const unsigned port = std::max(outputs_[number], inputs_[number]);
    outputs_[number] = inputs_[number] = static_cast<std::uint16_t>(port + 1);
    return port;
  };
  const unsigned here = take(one), there = take(other);
  add(one, here, {other, static_cast<std::uint8_t>(there), static_cast<std::uint8_t>(link_class)});
  add(other, there, {one, static_cast<std::uint8_t>(here), static_cast<std::uint8_t>(link_class)});
}

void SwitchGraph::add_arc(std::uint32_t from, std::uint32_t to, unsigned link_class) {
  const unsigned here = outputs_[from]++, there = inputs_[to]++;
  add(from, here, {to, static_cast<std::uint8_t>(there), static_cast<std::uint8_t>(link_class)});
}

void SwitchGraph::copy_rails(unsigned rails) {
  const std::size_t all = links_.size();
  links_.reserve(rails * all);
  for (rails_ = 1; rails_ < rails; ++rails_) {
    for (std::size_t i = 0; i < all; ++i) {
      links_.push_back(links_[i]);
      for (Plug& plug : links_.back()) {
        if (plug.exists()) plug.to += static_cast<std::uint32_t>(rails_ * all);
      }
    }
  }
  count_ *= rails;
  ports_ = std::max(ports_, rails);
}

std::string SwitchGraph::port_name(unsigned port) const { return fmt::format("port {}", port); }

std::string SwitchGraph::router_name(RouterId router) const {
  if (router.index() < nodes()) return fmt::format("node {}", router.value);
  return switch_name(static_cast<std::uint32_t>(router.index() - nodes()));
}

unsigned SwitchGraph::distance(NodeId from, NodeId to) const {
  return from == to ? 0 : 2 + switch_distance(switch_of(from), switch_of(to));
}

unsigned SwitchGraph::switch_distance(std::uint32_t from, std::uint32_t to) const {
  return from == to ? 0 : SwitchSearch(*this).distance(from, to);
}

Distances SwitchGraph::distances() const {
  std::call_once(searched_, [this] { found_ = SwitchSearch(*this).distances(); });
  return found_;
}

unsigned SwitchGraph::link_class(RouterId router, unsigned port) const {
  if (router.index() < nodes()) return 0;
  const auto number = static_cast<std::uint32_t>(router.index() - nodes());
  if (port < terminals(number)) return 0;
  return links_[number][port - terminals(number)].link_class;
}

double SwitchGraph::table_bytes() const {
  return static_cast<double>(nodes() * sizeof(std::uint32_t) + switches() * 2 * sizeof(std::uint32_t) +
                             count_ * sizeof(Plug));
}

std::string SwitchGraph::switch_name(std::uint32_t number) const { return fmt::format("switch {}", number); }

std::string SwitchGraph::full_name(std::uint32_t number) const {
  const auto all = static_cast<std::uint32_t>(switches_of_rail());
  const std::string name = switch_name(number % all);
  return rails_ == 1 ? name : fmt::format("{} of rail {}", name, number / all);
}

PortGraph SwitchGraph::graph() const {
  PortGraph graph(nodes(), routers(), ports_, rails_);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const unsigned port = node - first_node_[switch_of_[node]];
    for (unsigned rail = 0; rail < rails_; ++rail) {
      const RouterId above = router_of(switch_of(NodeId(node), rail));
      graph.connect(RouterId(node), rail, above, port);
      graph.connect(above, port, RouterId(node), rail);
    }
  }
  for (std::uint32_t from = 0; from < switches(); ++from) {
    for (unsigned i = 0; i < links_[from].size(); ++i) {
      const Plug& plug = links_[from][i];
      if (plug.exists()) graph.connect(router_of(from), terminals(from) + i, router_of(plug.to), plug.port);
    }
  }
  return graph;
}

void SwitchGraph::lay_out(Drawing& drawing) const {
  drawing.kind = "groups";
  const auto all = static_cast<double>(switches_of_rail());
  const double inner = std::max(1.0 * rails_, (static_cast<double>(nodes()) + all) / (2 * std::numbers::pi));
  const double outer = inner + 1.5;
  const auto at = [&](double radius, double part) {
    const double angle = 2 * std::numbers::pi * part;
    return Spot{outer + radius * std::sin(angle), outer - radius * std::cos(angle)};
  };
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const std::uint32_t above = switch_of_[node];
    const double aside = (node - first_node_[above] + 0.5) / terminals(above) - 0.5;
    drawing.routers.push_back(at(outer, (above + 0.8 * aside) / all));
  }
  for (std::uint32_t number = 0; number < switches(); ++number) {
    const auto rail = static_cast<unsigned>(number / switches_of_rail());
    drawing.routers.push_back(
        at(inner * (rails_ - rail) / rails_, static_cast<double>(number % switches_of_rail()) / all));
    drawing.names.push_back(full_name(number));
  }
  drawing.width = drawing.height = 2 * outer;
  drawing.directions.assign(ports_, {});
  drawing.planes.push_back({{}, drawing.width, drawing.height, ""});
}

Extent with_rails(double nodes, double switches, unsigned ports, unsigned rails) {
  return {nodes, nodes + rails * switches, std::max(ports, rails), rails};
}

std::optional<Fault> too_large(const Extent& extent, std::string_view key) {
  if (extent.ports > max_ports) {
    return Fault{std::string(key),
                 fmt::format("a switch would have {} ports, and at most {} can be numbered; lessen it", extent.ports,
                             max_ports)};
  }
  if (extent.routers <= most_routers) return std::nullopt;
  return Fault{std::string(key), fmt::format("{:.4g} switches and network interfaces are more than the {:.0f} whose "
                                             "links can be listed; lessen it",
                                             extent.routers, most_routers)};
}

}  // namespace fsin::topology
