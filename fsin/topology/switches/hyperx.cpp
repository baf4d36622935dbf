// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/hyperx.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::topology {
namespace {

unsigned width_of(const std::vector<unsigned>& widths, std::size_t d) { return widths[std::min(d, widths.size() - 1)]; }

}  // namespace

HyperX::HyperX(unsigned terminals, const std::vector<unsigned>& sides, const std::vector<unsigned>& widths)
    : terminals_(terminals), hops_(terminals) {
  for (std::size_t d = 0; d < sides.size(); ++d) {
    dims_.push_back({sides[d], width_of(widths, d), ports()});
    switches_ *= sides[d];
    for (unsigned offset = 1; offset < sides[d]; ++offset) {
      const Hop hop{static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(offset)};
      hops_.insert(hops_.end(), dims_.back().width, hop);
    }
  }
}

HyperX::Offsets HyperX::offsets(std::uint32_t from_switch, std::uint32_t to_switch) const {
  Offsets offsets{};
  for (unsigned d = 0; d < dimensions(); ++d) {
    const unsigned side = dims_[d].side;
    const unsigned from = from_switch % side, to = to_switch % side;
    offsets[d] = static_cast<std::uint8_t>(to >= from ? to - from : to + side - from);
    from_switch /= side;
    to_switch /= side;
  }
  return offsets;
}

std::string HyperX::port_name(unsigned port) const {
  if (port < terminals_) return fmt::format("terminal {}", port);
  const Hop hop = hops_[port];
  std::string name = fmt::format("{}+{}", axis_names[hop.dimension], hop.offset);
  if (dims_[hop.dimension].width > 1) name += fmt::format("/{}", port - port_to(hop.dimension, hop.offset));
  return name;
}

unsigned HyperX::distance(NodeId from, NodeId to) const {
  if (from == to) return 0;
  const Offsets ahead = offsets(from.value / terminals_, to.value / terminals_);
  return 2 + static_cast<unsigned>(std::count_if(ahead.begin(), ahead.end(), [](unsigned o) { return o != 0; }));
}

Distances HyperX::distances() const {
  const double nodes = static_cast<double>(switches_) * terminals_, others = nodes - 1;
  Distances distances;
  distances.average = 2;
  distances.diameter = 2 + dimensions();
  distances.class_links = {2.0};
  distances.class_loads = {1.0};
  for (const Dimension& dimension : dims_) {
    const double side = dimension.side;
    const double crossed = nodes / others * (side - 1) / side;
    distances.class_links.push_back(crossed);
    distances.average += crossed;
    distances.class_loads.push_back(nodes / others * terminals_ / (side * dimension.width));
  }
  distances.channel_load = *std::max_element(distances.class_loads.begin(), distances.class_loads.end());
  return distances;
}

double HyperX::links() const {
  const double of_switch = ports() - terminals_;
  return 2.0 * switches_ * terminals_ + switches_ * of_switch;
}

/// The second smallest eigenvalue of the Laplacian of the switches is the least K S, e, so that a switches and the P -
/// a others have e a (P - a) / P links between them or more (M. Fiedler, Algebraic connectivity of graphs, 1973).
/// Together with the terminals that are then cut off so that halves of all nodes remain, that is a concave function of
/// a, with its minimum at a = P / 2, where a cut across a dimension attains it, or at a = 0.
std::optional<double> HyperX::bisection() const {
  unsigned least = ~0U;
  for (const Dimension& dimension : dims_) least = std::min(least, dimension.side * dimension.width);
  const bool across = std::any_of(dims_.begin(), dims_.end(), [&](const Dimension& dimension) {
    return dimension.side * dimension.width == least && dimension.side % 2 == 0;
  });
  const double switches = switches_, terminals = switches * terminals_ / 2, links = switches * least / 4;
  if (switches_ % 2 * terminals_ % 2 != 0) return {};
  if (terminals <= links) return terminals;
  return across ? std::optional(links) : std::nullopt;
}

std::vector<std::string> HyperX::link_classes() const {
  std::vector<std::string> names{"terminal"};
  for (unsigned d = 0; d < dimensions(); ++d) names.emplace_back(1, axis_names[d]);
  return names;
}

unsigned HyperX::link_class(RouterId router, unsigned port) const {
  return layer(router) == 0 || port < terminals_ ? 0U : 1U + hops_[port].dimension;
}

std::optional<Fault> HyperXParams::fault() const {
  if (width.size() == 1 || width.size() == dims.size()) return {};
  return Fault{"width", fmt::format("{} for {}; write one for each dimension, or one for all",
                                    counted(width.size(), "number"), counted(dims.size(), "dimension"))};
}

Extent HyperXParams::extent() const {
  double switches = 1;
  unsigned ports = terminals;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    switches *= dims[d];
    ports += (dims[d] - 1) * width_of(width, d);
  }
  return {switches * terminals, switches * terminals + switches, ports, 1};
}

Topology HyperXParams::build() const {
  auto geometry = std::make_shared<HyperX>(terminals, dims, width);
  const std::uint32_t nodes = geometry->nodes();
  PortGraph graph(nodes, nodes + geometry->switches(), geometry->ports(), 1);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const RouterId above(nodes + node / terminals);
    graph.connect(RouterId(node), 0, above, node % terminals);
    graph.connect(above, node % terminals, RouterId(node), 0);
  }
  std::uint32_t stride = 1;
  for (unsigned d = 0; d < geometry->dimensions(); ++d) {
    const auto& [side, links, first] = geometry->dimension(d);
    for (std::uint32_t here = 0; here < geometry->switches(); ++here) {
      const std::uint32_t at = here / stride % side;
      for (unsigned offset = 1; offset < side; ++offset) {
        const std::uint32_t there = here - at * stride + (at + offset) % side * stride;
        for (unsigned link = 0; link < links; ++link) {
          graph.connect(RouterId(nodes + here), geometry->port_to(d, offset) + link, RouterId(nodes + there),
                        geometry->port_to(d, side - offset) + link);
        }
      }
    }
    stride *= side;
  }
  return {std::string(name), std::move(graph), std::move(geometry)};
}

}  // namespace fsin::topology
