// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/cayley.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fsin::topology {
namespace {

/// Hops of a packet along one dimension, on average over all other nodes.
struct MeanHops {
  double ahead = 0;
  double back = 0;
};

/// Adds the hops of the records of one difference to every dimension; each record is as likely as the others.
void add_hops(const MinimalRecords& records, std::uint32_t difference, std::vector<MeanHops>& mean) {
  const unsigned count = records.count(difference);
  for (unsigned i = 0; i < count; ++i) {
    const std::int16_t* hops = records.hops(difference, i);
    for (std::size_t d = 0; d < mean.size(); ++d) {
      (hops[d] > 0 ? mean[d].ahead : mean[d].back) += static_cast<double>(std::abs(hops[d])) / count;
    }
  }
}

}  // namespace

Cayley::Cayley(CayleyShape shape)
    : group(std::move(shape.dims), std::move(shape.twists)),
      steps_(std::move(shape.steps)),
      names_(std::move(shape.names)),
      paper_(shape.paper) {}

std::uint32_t Cayley::neighbour(std::uint32_t node, unsigned port) const {
  return group.number(AbelianGroup::sum(group.element(node), steps_[port / 2], port % 2 == 0 ? 1 : -1));
}

const MinimalRecords& Cayley::searched() const {
  std::call_once(search_, [this] { records_ = MinimalRecords(group, steps_); });
  return records_;
}

void Cayley::tabulate() {
  searched();
  const std::size_t n = group.dims.size();
  coordinates_.reserve(nodes() * n);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Element element = group.element(node);
    for (std::size_t d = 0; d < n; ++d) coordinates_.push_back(static_cast<std::uint16_t>(element[d]));
  }
  places_.assign(nodes() * dimensions(), ~std::uint32_t{0});
  lengths_.assign(dimensions(), 0);
  for (unsigned d = 0; d < dimensions(); ++d) number_rings(d);
}

void Cayley::number_rings(unsigned dimension) {
  const auto place_of = [&](std::uint32_t node) -> std::uint32_t& { return places_[node * steps_.size() + dimension]; };
  for (std::uint32_t start = 0; start < nodes(); ++start) {
    std::uint32_t at = 0;
    for (std::uint32_t node = start; place_of(node) == ~std::uint32_t{0}; node = neighbour(node, 2 * dimension)) {
      place_of(node) = at++;
    }
    lengths_[dimension] = std::max(lengths_[dimension], at);
  }
}

std::string Cayley::port_name(unsigned port) const {
  const char sign = port % 2 == 0 ? '+' : '-';
  const std::string& name = names_[port / 2];
  return paper_ == Paper::circle ? fmt::format("{}{}", sign, name) : fmt::format("{}{}", name, sign);
}

std::vector<std::string> Cayley::link_classes() const {
  std::vector<std::string> classes = names_;
  if (paper_ != Paper::circle) return classes;
  for (std::string& each : classes) each.insert(0, "jump ");
  return classes;
}

unsigned Cayley::distance(NodeId from, NodeId to) const {
  return searched().distance(group.number(AbelianGroup::sum(group.element(to.value), group.element(from.value), -1)));
}

RouterId Cayley::image(RouterId router, RouterId from, RouterId to) const {
  const Element ahead = AbelianGroup::sum(group.element(to.value), group.element(from.value), -1);
  return RouterId(group.number(AbelianGroup::sum(group.element(router.value), ahead)));
}

/// All channels of a direction carry the same load: the hops in that direction, since the network looks the same
/// everywhere.
Distances Cayley::distances() const {
  const MinimalRecords& records = searched();
  Distances distances;
  std::vector<MeanHops> sum(steps_.size());
  for (std::uint32_t difference = 0; difference < nodes(); ++difference) {
    add_hops(records, difference, sum);
    distances.diameter = std::max(distances.diameter, records.distance(difference));
  }
  const double others = static_cast<double>(nodes()) - 1;
  for (const MeanHops& each : sum) {
    distances.class_links.push_back((each.ahead + each.back) / others);
    distances.class_loads.push_back(std::max(each.ahead, each.back) / others);
    distances.average += distances.class_links.back();
  }
  distances.channel_load = *std::max_element(distances.class_loads.begin(), distances.class_loads.end());
  return distances;
}

/// Estimate with two records for one difference in four, about as the twisted tori of the literature have.
double Cayley::table_bytes() const {
  const double record = static_cast<double>(steps_.size() * sizeof(std::int16_t));
  const double a_node = sizeof(std::uint32_t) + sizeof(std::uint8_t) + 1.25 * record +
                        static_cast<double>(group.dims.size() * sizeof(std::uint16_t)) +
                        static_cast<double>(steps_.size() * sizeof(std::uint32_t));
  return static_cast<double>(nodes()) * a_node;
}

Extent cayley_extent(const CayleyShape& shape) {
  double nodes = 1;
  for (const unsigned k : shape.dims) nodes *= k;
  return {nodes, nodes, static_cast<unsigned>(2 * shape.steps.size())};
}

Topology build_cayley(std::string_view name, const CayleyShape& shape) {
  auto geometry = std::make_shared<Cayley>(shape);
  geometry->tabulate();
  PortGraph graph(geometry->nodes(), geometry->nodes(), 2 * geometry->dimensions());
  for (std::uint32_t node = 0; node < geometry->nodes(); ++node) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      graph.connect(RouterId(node), port, RouterId(geometry->neighbour(node, port)), port);
    }
  }
  return {std::string(name), std::move(graph), std::move(geometry)};
}

void add_unit_steps(CayleyShape& shape) {
  for (std::size_t d = 0; d < shape.dims.size(); ++d) {
    shape.steps.push_back({});
    shape.steps.back()[d] = 1;
    shape.names.emplace_back(1, axis_names[d]);
  }
}

}  // namespace fsin::topology
