// SPDX-License-Identifier: Apache-2.0
// Trees of switches in levels of any width: the common part of XGFT, thin and slim trees and leaf-spine networks.
// Terminals are below the switches of level 1 and nowhere else.
//
// A part of level l is the subtree below the switches at its top. It consists of `down` parts of level l - 1; a part of
// level 1 is one switch with `down` terminals, and the part of the last level is the whole network. Each switch at the
// top of a part below has links to `up` switches at the top of this part:
//   if each has its own       up port p of switch b leads to switch p * width + b, where the part below has `width`
//                             switches at its top (Ohring's rule)
//   if they share them        up port p of every switch leads to switch p
// Switches are numbered level by level, part by part, from the leaves up. A switch has its links down first, child by
// child. Its class of links is its level; the level is also the layer of a router, 0 being that of the terminals.
//
// Closed forms are those of a packet that goes up no farther than necessary, all ascents being used equally.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

inline constexpr std::size_t max_levels = 8;

struct TreeLevel {
  double down = 1;      ///< parts of the level below in one part; a double, so that no typing error overflows
  double up = 1;        ///< switches above each switch of the level below; not read at level 1
  double links = 1;     ///< parallel links to each of them
  bool shared = false;  ///< all switches of a part below have the same switches above them
};

/// A level, seen from one part of it.
struct TreePart {
  double nodes = 1;
  double width = 1;    ///< switches at its top
  double up = 1;       ///< links that lead up out of it
  double ports = 1;    ///< of a switch at its top
  double all = 1;      ///< number of parts of this level
  double at_once = 1;  ///< packets a cycle that can leave it at most, if none is for a node in it
};

/// Parts by level, from level 0, where a part is a node.
std::vector<TreePart> parts_of(const std::vector<TreeLevel>& levels);
Extent extent_of(const std::vector<TreeLevel>& levels, unsigned rails);

class LevelTree final : public SwitchGraph {
 public:
  explicit LevelTree(const std::vector<TreeLevel>& levels, unsigned rails = 1);

  /// Level of a switch: 1 with terminals, up to levels().
  unsigned level_of(std::uint32_t number) const;
  unsigned levels() const { return static_cast<unsigned>(parts_.size()) - 1; }
  const TreePart& part(unsigned level) const { return parts_[level]; }

  Distances distances() const override;
  std::optional<double> bisection() const override;
  /// One class between each two levels, both ways, from the leaves up.
  std::vector<std::string> link_classes() const override;
  std::uint8_t layer(RouterId router) const override;
  void lay_out(Drawing& drawing) const override;

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override;
  std::string switch_name(std::uint32_t number) const override;

 private:
  void join(unsigned lower, const TreeLevel& upper);
  double nodes_of_all() const { return parts_.back().nodes; }

  std::vector<TreeLevel> levels_;
  std::vector<TreePart> parts_;       ///< by level
  std::vector<std::uint32_t> first_;  ///< by level, and one more: the number of its first switch
};

}  // namespace fsin::topology
