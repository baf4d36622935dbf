// SPDX-License-Identifier: Apache-2.0
// The links of a dragonfly that have not failed from the start, and whether a path over them is intact: the minimal one
// by a given global link or by any, and a detour over another group. Paths keep to the sequence of links of their
// routing (dragonfly_ladder.hpp), so that faults change nothing in the order in which channels wait for each other.
// Two bits a link, looked up without a search; only the parallel links between two groups are gone through.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/topology/dragonflies/dragonfly.hpp"

namespace fsin::routing {

class DragonflyLinks {
 public:
  using Network = topology::Dragonfly;
  using Place = Network::Place;
  static constexpr unsigned any = Network::any;

  /// The network outlives this object; its places are tabulated.
  DragonflyLinks(const Network& network, const topology::PortGraph& graph);

  /// Between two switches of a group; true for a switch and itself.
  bool local(unsigned group, unsigned from, unsigned to) const {
    return from == to || local_[(group * network_.a + from) * std::size_t{network_.a} + to];
  }
  /// At most so many links, at least one, between two switches of a group.
  bool within(unsigned group, unsigned from, unsigned to, unsigned most) const {
    if (local(group, from, to)) return true;
    for (unsigned index = 0; most > 1 && index < network_.a; ++index) {
      if (index != from && local(group, from, index) && within(group, index, to, most - 1)) return true;
    }
    return false;
  }
  /// A path of at most one local link, global link `number` to another group and one local link there, to the switch
  /// `index`; `any`: to the end of the global link.
  bool leg(const Place& from, unsigned group, unsigned index, unsigned number) const {
    const unsigned link = network_.link_to(from.group, group, number);
    if (!global_[from.group * std::size_t{links_} + link]) return false;
    return local(from.group, from.index, network_.plug(link).index) &&
           (index == any || local(group, arrival(from.group, group, number), index));
  }
  /// The minimal path to a switch, by whichever global link.
  bool way(const Place& from, unsigned group, unsigned index) const {
    if (from.group == group) return local(group, from.index, index);
    return some_link(from.group, group, [&](unsigned number) { return leg(from, group, index, number); });
  }
  /// The leg of a detour to another group, by global link `number`, from whose end the minimal path to the destination
  /// is intact. `via_index`: the switch of the detour, to which the leg leads then, or `any`.
  bool first_leg(const Place& from, unsigned via, unsigned via_index, unsigned number, unsigned group,
                 unsigned index) const {
    if (!leg(from, via, via_index, number)) return false;
    const unsigned turns = via_index == any ? arrival(from.group, via, number) : via_index;
    return way({static_cast<std::uint16_t>(via), static_cast<std::uint8_t>(turns), 0}, group, index);
  }
  bool detour(const Place& from, unsigned via, unsigned via_index, unsigned group, unsigned index) const {
    return some_link(from.group, via,
                     [&](unsigned number) { return first_leg(from, via, via_index, number, group, index); });
  }

 private:
  unsigned arrival(unsigned from, unsigned to, unsigned number) const {
    return network_.plug(network_.link_to(to, from, number)).index;
  }
  template <class Holds>
  bool some_link(unsigned from, unsigned to, Holds holds) const {
    for (unsigned number = 0, count = network_.links_between(from, to); number < count; ++number) {
      if (holds(number)) return true;
    }
    return false;
  }

  const Network& network_;
  unsigned links_;            ///< global links of a group
  std::vector<bool> local_;   ///< by group, index and index
  std::vector<bool> global_;  ///< by group and link, in the direction out of the group
};

}  // namespace fsin::routing
