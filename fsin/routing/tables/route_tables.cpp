// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/route_tables.hpp"

#include <algorithm>

#include "fsin/core/rng.hpp"

namespace fsin::routing {
namespace {

template <class T>
double bytes_of(const std::vector<T>& list) {
  return static_cast<double>(list.size() * sizeof(T));
}

}  // namespace

double RouteTables::bytes() const {
  return bytes_of(switch_of_router) + bytes_of(home_of_node) + bytes_of(exit_of_node) + bytes_of(ports) +
         bytes_of(sets) + bytes_of(lists) + bytes_of(came_down) + bytes_of(lost) + bytes_of(salt) + bytes_of(distance) +
         bytes_of(layer) + bytes_of(channel) + bytes_of(pairs) + bytes_of(paths) + bytes_of(path_ports);
}

CutOff cut_off_between(const Fabric& fabric, std::uint32_t from, std::uint32_t to) {
  const std::vector<std::uint32_t>& homes = fabric.home_of_node();
  const auto node_at = [&](std::uint32_t home) {
    return static_cast<std::uint32_t>(std::find(homes.begin(), homes.end(), home) - homes.begin());
  };
  return {node_at(from), node_at(to)};
}

std::vector<std::uint8_t> RouteTables::lose(const Fabric& fabric, LostWays& ways, std::uint32_t from,
                                            std::uint32_t to) {
  std::vector<std::uint8_t> next = ways.ports(from, to);
  if (next.empty()) {
    if (from < fabric.homes() && !cut_off) cut_off = cut_off_between(fabric, from, to);
    return next;
  }
  if (lost.empty()) lost.resize(std::size_t{switches} * columns);
  lost[std::size_t{from} * columns + to] = 1;
  return next;
}

RouteTables shortest_tables(const Fabric& fabric, PortChoice choice) {
  RouteTables tables(fabric);
  PortSets lists;
  const std::size_t cells = std::size_t{tables.switches} * tables.columns;
  const bool one = choice == PortChoice::first;
  (one ? tables.ports.resize(cells) : tables.sets.resize(cells));
  LostWays ways(fabric);
  std::vector<std::uint16_t> distance;
  std::vector<std::uint8_t> next;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    fabric.distances_to(to, distance);
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      next.clear();
      if (distance[from] == Fabric::far) {
        next = tables.lose(fabric, ways, from, to);
        if (next.empty()) continue;
      } else {
        if (from < tables.columns) tables.longest = std::max<unsigned>(tables.longest, distance[from]);
        if (from == to) next.push_back(leave);
        for (const Fabric::Hop& hop : fabric.hops(from)) {
          if (distance[hop.to] + 1U == distance[from]) next.push_back(hop.port);
        }
      }
      const std::size_t cell = std::size_t{from} * tables.columns + to;
      if (one) {
        tables.ports[cell] = next.front();
      } else {
        tables.sets[cell] = lists.add(next);
      }
    }
  }
  tables.lists = std::move(lists).take();
  return tables;
}

void add_salt(const Fabric& fabric, std::uint64_t seed, RouteTables& tables) {
  tables.salt.resize(fabric.switches());
  for (std::uint32_t number = 0; number < fabric.switches(); ++number) {
    tables.salt[number] = philox({seed, Purpose::flow}, ~std::uint64_t{0}, fabric.router_of(number))[0] | 1U;
  }
}

void add_distances(const Fabric& fabric, RouteTables& tables) {
  tables.distance.resize(std::size_t{tables.switches} * tables.columns);
  std::vector<std::uint16_t> distance;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    fabric.distances_to(to, distance);
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      tables.distance[std::size_t{from} * tables.columns + to] =
          static_cast<std::uint8_t>(std::min<unsigned>(distance[from], 255));
    }
  }
}

double pair_bytes(double routers, double nodes, double parts) {
  const double switches = routers > nodes ? routers - nodes : routers;
  return switches * switches * parts + routers * sizeof(std::uint32_t) +
         nodes * (sizeof(std::uint32_t) + sizeof(std::uint8_t));
}

}  // namespace fsin::routing
