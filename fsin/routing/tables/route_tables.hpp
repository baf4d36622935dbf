// SPDX-License-Identifier: Apache-2.0
// The tables of one network that TableRoute (algorithms/table_route.hpp) reads, in flat arrays: made once before a run,
// never changed afterwards. The routing determines which arrays are filled; the others are empty.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"
#include "fsin/routing/tables/lost_ways.hpp"
#include "fsin/routing/tables/port_choice.hpp"

namespace fsin::routing {

/// Value in place of a port: the packet is at the switch of its destination and leaves by the port to its interface.
inline constexpr std::uint8_t leave = 255;

/// Lists of ports. Equal lists are stored once, because a network has few different ones for its many pairs.
class PortSets {
 public:
  /// Adds a list; returns the place of its length in the data, followed by the ports.
  std::uint32_t add(std::span<const std::uint8_t> ports) {
    const auto [at, fresh] = places_.try_emplace(std::string(ports.begin(), ports.end()), data_.size());
    if (fresh) {
      data_.push_back(static_cast<std::uint8_t>(ports.size()));
      data_.insert(data_.end(), ports.begin(), ports.end());
    }
    return at->second;
  }
  /// The lists, after all have been added.
  std::vector<std::uint8_t> take() && { return std::move(data_); }

 private:
  std::unordered_map<std::string, std::uint32_t> places_;
  std::vector<std::uint8_t> data_;
};

struct RouteTables {
  explicit RouteTables(const Fabric& fabric)
      : switches(fabric.switches()),
        columns(fabric.homes()),
        switch_of_router(fabric.switch_of_router()),
        home_of_node(fabric.home_of_node()),
        exit_of_node(fabric.exit_of_node()) {}

  std::uint32_t switches;
  std::uint32_t columns;                        ///< destinations: homes, or with node_columns the nodes
  std::vector<std::uint32_t> switch_of_router;  ///< Fabric::no_switch: an interface
  std::vector<std::uint32_t> home_of_node;
  std::vector<std::uint8_t> exit_of_node;
  bool node_columns = false;

  // Next ports by switch * columns + column; with phases by (2 * switch + phase) * columns + column. Either `ports` or
  // `sets` is used.
  std::vector<std::uint8_t> ports;  ///< the next port
  std::vector<std::uint32_t> sets;  ///< the next ports: a place in `lists`
  std::vector<std::uint8_t> lists;  ///< data of PortSets

  /// Sets the next ports of a cell, whichever of the two is used; `known`: the lists so far.
  template <class Lists>
  void put(std::size_t cell, const std::vector<std::uint8_t>& next, Lists& known) {
    if (sets.empty()) {
      ports[cell] = next.front();
    } else {
      sets[cell] = known.add(next);
    }
  }

  /// Value for each router * ports + input port: 1 if a packet that arrived by it has gone down and must not go up
  /// again. Not empty: the tables have phases.
  std::vector<std::uint8_t> came_down;
  /// Value for each switch * columns + column: 1 if faults have cut off the destination, so that the next ports lead to
  /// a failed link (lost_ways.hpp). Empty: there is no such pair.
  std::vector<std::uint8_t> lost;
  std::vector<std::uint32_t> salt;       ///< odd factor of each switch in the hash that spreads flows
  std::vector<std::uint8_t> distance;    ///< links between switches by switch * columns + column, at most 255
  std::vector<std::uint8_t> layer;       ///< layer by home * columns + column
  std::vector<std::uint8_t> channel;     ///< virtual channel of the next link by switch * columns + column
  std::vector<std::uint32_t> pairs;      ///< first path in `paths` by home * columns + column, and one more entry
  std::vector<std::uint32_t> paths;      ///< begin of the ports of each path in `path_ports`
  std::vector<std::uint8_t> path_ports;  ///< ports of each path, then `leave`

  // For routings that look at the queues of whole paths:
  std::vector<std::uint32_t> neighbour;         ///< switch behind each switch * ports of a router + port
  std::vector<std::uint32_t> router_of_switch;  ///< router of each switch

  /// Links between switches on the longest path between two homes; where tables change in the course of a run, on the
  /// longest way of a packet that is under way meanwhile. 0: not known.
  unsigned longest = 0;
  unsigned longest_detour = 0;    ///< the same for paths over another home; 0: there are none
  unsigned layers = 1;            ///< layers that `layer` needs
  std::optional<CutOff> cut_off;  ///< a pair without a path even before faults; the tables must not be used then

  double bytes() const;
  /// The next ports of a cell.
  std::span<const std::uint8_t> next(std::size_t cell) const {
    if (sets.empty()) return {&ports[cell], 1};
    return {&lists[sets[cell] + 1], lists[sets[cell]]};
  }
  bool is_lost(std::uint32_t from, std::size_t column) const { return !lost.empty() && lost[from * columns + column]; }
  /// The next ports of a pair without a path, if there are any; else records a pair of homes as cut off.
  std::vector<std::uint8_t> lose(const Fabric& fabric, LostWays& ways, std::uint32_t from, std::uint32_t to);
};

/// The next ports on all shortest paths: those of fewest links or, if the fabric is weighed, those of least cost.
/// `first` keeps the lowest port only.
RouteTables shortest_tables(const Fabric& fabric, PortChoice choice);

/// Adds the tables that `flow` needs, and those that UGAL needs: links on the path of least cost with the fewest links.
void add_salt(const Fabric& fabric, std::uint64_t seed, RouteTables& tables);
void add_distances(const Fabric& fabric, RouteTables& tables);
/// The switch behind each switch * ports of a router + port; no_switch where there is none.
std::vector<std::uint32_t> neighbours_of(const Fabric& fabric);
/// Adds the switch behind each port, and the router of each switch.
void add_neighbours(const Fabric& fabric, RouteTables& tables);

/// Nodes at the two homes, for a message.
CutOff cut_off_between(const Fabric& fabric, std::uint32_t from, std::uint32_t to);

}  // namespace fsin::routing
