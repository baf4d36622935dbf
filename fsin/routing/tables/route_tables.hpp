// SPDX-License-Identifier: Apache-2.0
// The tables of one network that TableRoute (algorithms/table_route.hpp) reads, in flat arrays: made once before a run,
// never changed afterwards. Which of them there are depends on the routing; an array that it does not need is empty.
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

/// In place of a port: the packet is at the switch of its destination and leaves by the port to its interface.
inline constexpr std::uint8_t leave = 255;

/// Lists of ports. Equal ones are kept once, since a network has few different ones for its many pairs.
class PortSets {
 public:
  /// The place of its length in data(); the ports follow.
  std::uint32_t add(std::span<const std::uint8_t> ports) {
    const auto [at, fresh] = places_.try_emplace(std::string(ports.begin(), ports.end()), data_.size());
    if (fresh) {
      data_.push_back(static_cast<std::uint8_t>(ports.size()));
      data_.insert(data_.end(), ports.begin(), ports.end());
    }
    return at->second;
  }
  /// The lists, when all have been added.
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

  // By switch * columns + column; with phases by (2 * switch + phase) * columns + column. One of the two.
  std::vector<std::uint8_t> ports;  ///< the next port
  std::vector<std::uint32_t> sets;  ///< the next ports: a place in `lists`
  std::vector<std::uint8_t> lists;  ///< see PortSets

  /// By router * ports + input port: 1 where a packet that came by it has gone down and must not go up again. Not
  /// empty: the tables have phases.
  std::vector<std::uint8_t> came_down;
  /// By switch * columns + column: 1 where faults have cut off the destination, so that the next ports lead to a link
  /// that has failed (lost_ways.hpp). Empty: there is no such pair.
  std::vector<std::uint8_t> lost;
  std::vector<std::uint32_t> salt;       ///< by switch, odd: how it spreads flows
  std::vector<std::uint8_t> distance;    ///< by switch * columns + column: links between switches, at most 255
  std::vector<std::uint8_t> layer;       ///< by home * columns + column
  std::vector<std::uint8_t> channel;     ///< by switch * columns + column: virtual channel of the next link
  std::vector<std::uint32_t> pairs;      ///< by home * columns + column, and one more: its first path in `paths`
  std::vector<std::uint32_t> paths;      ///< by path: where its ports begin in `path_ports`
  std::vector<std::uint8_t> path_ports;  ///< those of a path, then `leave`

  unsigned longest = 0;           ///< links between switches on the longest way between two homes
  unsigned layers = 1;            ///< layers that `layer` needs
  std::optional<CutOff> cut_off;  ///< a pair that had no way without faults either; the tables must not be used then

  double bytes() const;
  bool is_lost(std::uint32_t from, std::size_t column) const { return !lost.empty() && lost[from * columns + column]; }
  /// The next ports of a pair that has no way, as far as there are some; else notes a pair of homes as cut off.
  std::vector<std::uint8_t> lose(const Fabric& fabric, LostWays& ways, std::uint32_t from, std::uint32_t to);
};

/// The next ports on all shortest ways. `first` keeps the lowest port only.
RouteTables shortest_tables(const Fabric& fabric, PortChoice choice);

/// Fills in what `flow` needs, and what UGAL needs.
void add_salt(const Fabric& fabric, std::uint64_t seed, RouteTables& tables);
void add_distances(const Fabric& fabric, RouteTables& tables);

/// Nodes at the two homes, for a message.
CutOff cut_off_between(const Fabric& fabric, std::uint32_t from, std::uint32_t to);

}  // namespace fsin::routing
