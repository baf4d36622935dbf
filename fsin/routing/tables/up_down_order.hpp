// SPDX-License-Identifier: Apache-2.0
// Up*/down*: links get a direction from a breadth-first tree, and a path goes up any number of times, then only down.
// M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network, IEEE JSAC 9(8), 1991.
//
// A link goes up if its end is nearer to the root, or as near with a lower router number; else down. Every link has
// exactly one direction (a loop from a switch to itself has none and is not used), the order of the switches has no
// cycle, and so neither have the waits of packets that never go up after down: one virtual channel is enough. If all
// links have two directions there is such a path between any two switches; over one-way links there may be none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

class UpDownOrder {
 public:
  /// Builds the order; `root` is a switch. Switches that it does not reach get roots of their own, those with the
  /// lowest numbers.
  UpDownOrder(const Fabric& fabric, std::uint32_t root);
  /// The same for a network whose links are not always there; `steady` has those that are. The search goes over these,
  /// and over all links of `fabric` only then: to switches of higher levels than all before.
  UpDownOrder(const Fabric& fabric, const Fabric& steady, std::uint32_t root);

  bool goes_up(std::uint32_t from, std::uint32_t to) const { return before(to, from); }
  bool goes_down(std::uint32_t from, std::uint32_t to) const { return before(from, to); }

  /// Calls use(router * ports + input port, down) for the queue behind each link.
  template <class Use>
  void for_each_link(Use use) const {
    for (std::uint32_t from = 0; from < fabric_.switches(); ++from) {
      for (const Fabric::Hop& hop : fabric_.hops(from))
        use(std::size_t{fabric_.router_of(hop.to)} * fabric_.ports() + hop.in_port, goes_down(from, hop.to));
    }
  }
  /// Value for each router * ports + input port: 1 if its link goes down.
  std::vector<std::uint8_t> came_down() const;

 private:
  void grow(const Fabric& links, std::vector<std::uint32_t> reached);
  void grow_rest();
  bool before(std::uint32_t a, std::uint32_t b) const {
    return level_[a] != level_[b] ? level_[a] < level_[b] : fabric_.router_of(a) < fabric_.router_of(b);
  }

  const Fabric& fabric_;
  std::vector<std::uint16_t> level_;
};

/// The switch with the least distance to its farthest switch; among equals that with the lowest router number. In a
/// disconnected network, one with paths to and from most switches.
std::uint32_t central_switch(const Fabric& fabric);

/// The next ports on all shortest legal paths, with phases: row 2 * switch before a packet has gone down, row 2 *
/// switch + 1 afterwards. `first` keeps the lowest port only.
RouteTables up_down_tables(const Fabric& fabric, const UpDownOrder& order, PortChoice choice);

/// The tables of one phase of a run, whose links `now` has, under an order of all of them, which keeps packets of all
/// phases from waiting for each other in a cycle. A packet takes a shortest legal path of `steady` links. Where there
/// is none, it takes one of the phase; and where that has none either, one of `all` links, up to one that has failed.
/// So a packet that has gone down under earlier tables always has a way to go on down.
struct UpDownLinks {
  const Fabric& steady;
  const Fabric& now;
  const Fabric& all;
};
RouteTables up_down_tables(const UpDownLinks& links, const UpDownOrder& order);

}  // namespace fsin::routing
