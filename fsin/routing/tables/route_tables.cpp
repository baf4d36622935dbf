// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/route_tables.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "fsin/core/rng.hpp"
#include "fsin/routing/tables/least_cost.hpp"
#include "fsin/routing/tables/multi_search.hpp"

namespace fsin::routing {
namespace {

template <class T>
double bytes_of(const std::vector<T>& list) {
  return static_cast<double>(list.size() * sizeof(T));
}

template <class Use>
void for_each_bit(std::uint64_t bits, Use use) {
  for (; bits != 0; bits &= bits - 1) use(static_cast<unsigned>(std::countr_zero(bits)));
}

/// The first port towards each of the targets, into the cells of a switch.
void find_first(std::span<const Fabric::Hop> hops, const MultiSearch& search, unsigned distance, std::uint64_t targets,
                std::uint8_t* cells) {
  if (distance == 0) return for_each_bit(targets, [&](unsigned i) { cells[i] = leave; });
  for (const Fabric::Hop& hop : hops) {
    const std::uint64_t found = search.nearer(hop.to) & targets;
    for_each_bit(found, [&](unsigned i) { cells[i] = hop.port; });
    targets &= ~found;
    if (targets == 0) return;
  }
}

/// Lists of all ports towards each of some targets.
class PortLists {
 public:
  void find(std::span<const Fabric::Hop> hops, const MultiSearch& search, unsigned distance, std::uint64_t targets,
            std::uint32_t* cells) {
    constexpr std::array<std::uint8_t, 1> at_target{leave};
    if (distance == 0) return for_each_bit(targets, [&](unsigned i) { cells[i] = add(at_target); });
    count_.fill(0);
    for (const Fabric::Hop& hop : hops) {
      for_each_bit(search.nearer(hop.to) & targets, [&](unsigned i) { ports_[i][count_[i]++] = hop.port; });
    }
    for_each_bit(targets, [&](unsigned i) { cells[i] = add(std::span(ports_[i]).first(count_[i])); });
  }
  /// The place of a list.
  std::uint32_t add(std::span<const std::uint8_t> ports) { return sets_.add(ports); }
  std::vector<std::uint8_t> take() { return std::move(sets_).take(); }

 private:
  PortSets sets_;
  std::array<std::array<std::uint8_t, 256>, MultiSearch::width> ports_{};  ///< by target
  std::array<std::size_t, MultiSearch::width> count_{};
};

}  // namespace

double RouteTables::bytes() const {
  return bytes_of(switch_of_router) + bytes_of(home_of_node) + bytes_of(exit_of_node) + bytes_of(ports) +
         bytes_of(sets) + bytes_of(lists) + bytes_of(came_down) + bytes_of(lost) + bytes_of(salt) + bytes_of(distance) +
         bytes_of(layer) + bytes_of(channel) + bytes_of(pairs) + bytes_of(paths) + bytes_of(path_ports) +
         bytes_of(neighbour) + bytes_of(router_of_switch);
}

CutOff cut_off_between(const Fabric& fabric, std::uint32_t from, std::uint32_t to) {
  return {fabric.first_node_at(from), fabric.first_node_at(to)};
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
  if (fabric.is_weighed()) return least_cost_tables(fabric, choice);
  RouteTables tables(fabric);
  const std::size_t cells = std::size_t{tables.switches} * tables.columns;
  const bool one = choice == PortChoice::first;
  (one ? tables.ports.resize(cells) : tables.sets.resize(cells));
  PortLists lists;
  LostWays ways(fabric);
  MultiSearch search(fabric);
  for (std::uint32_t first = 0; first < tables.columns; first += MultiSearch::width) {
    const std::uint32_t count = std::min(MultiSearch::width, tables.columns - first);
    search.towards(first, count, [&](std::uint32_t from, unsigned distance, std::uint64_t targets) {
      if (from < tables.columns) tables.longest = std::max(tables.longest, distance);
      const std::size_t cell = std::size_t{from} * tables.columns + first;
      if (one) {
        find_first(fabric.hops(from), search, distance, targets, &tables.ports[cell]);
      } else {
        lists.find(fabric.hops(from), search, distance, targets, &tables.sets[cell]);
      }
    });
    const std::uint64_t all = ~std::uint64_t{0} >> (MultiSearch::width - count);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t from = 0; from < tables.switches; ++from) {
        if (search.reached(from) == all || (search.reached(from) >> i & 1U) != 0) continue;
        const std::vector<std::uint8_t> next = tables.lose(fabric, ways, from, first + i);
        if (next.empty()) continue;
        tables.put(std::size_t{from} * tables.columns + first + i, next, lists);
      }
    }
  }
  tables.lists = lists.take();
  return tables;
}

void add_salt(const Fabric& fabric, std::uint64_t seed, RouteTables& tables) {
  tables.salt.resize(fabric.switches());
  for (std::uint32_t number = 0; number < fabric.switches(); ++number) {
    tables.salt[number] = philox({seed, Purpose::flow}, ~std::uint64_t{0}, fabric.router_of(number))[0] | 1U;
  }
}

void add_distances(const Fabric& fabric, RouteTables& tables) {
  if (fabric.is_weighed()) return add_least_cost_distances(fabric, tables);
  constexpr unsigned most = 255;
  tables.distance.assign(std::size_t{tables.switches} * tables.columns, most);
  MultiSearch search(fabric);
  for (std::uint32_t first = 0; first < tables.columns; first += MultiSearch::width) {
    search.towards(first, std::min(MultiSearch::width, tables.columns - first),
                   [&](std::uint32_t from, unsigned distance, std::uint64_t targets) {
                     std::uint8_t* const cell = &tables.distance[std::size_t{from} * tables.columns + first];
                     for_each_bit(targets,
                                  [&](unsigned i) { cell[i] = static_cast<std::uint8_t>(std::min(distance, most)); });
                   });
  }
}

std::vector<std::uint32_t> neighbours_of(const Fabric& fabric) {
  std::vector<std::uint32_t> neighbours(std::size_t{fabric.switches()} * fabric.ports(), Fabric::no_switch);
  for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
    for (const Fabric::Hop& hop : fabric.hops(from)) {
      neighbours[std::size_t{from} * fabric.ports() + hop.port] = hop.to;
    }
  }
  return neighbours;
}

void add_neighbours(const Fabric& fabric, RouteTables& tables) {
  tables.neighbour = neighbours_of(fabric);
  tables.router_of_switch.resize(fabric.switches());
  for (std::uint32_t each = 0; each < fabric.switches(); ++each) tables.router_of_switch[each] = fabric.router_of(each);
}

double pair_bytes(double routers, double nodes, double parts) {
  const double switches = routers > nodes ? routers - nodes : routers;
  return switches * switches * parts + routers * sizeof(std::uint32_t) +
         nodes * (sizeof(std::uint32_t) + sizeof(std::uint8_t));
}

}  // namespace fsin::routing
