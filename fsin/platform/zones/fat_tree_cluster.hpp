// SPDX-License-Identifier: Apache-2.0
// topology="FAT_TREE": a parallel-ports generalised fat tree of levels 1..L, in which a switch of level l has m_l
// children and a child of it has w_l parents, joined by p_l parallel links each. A point is identified by L digits: for
// a point of level l, digits up to l are below w, the others below m; a child and a parent of level l differ in digit l
// alone. Hosts have level 0 and are numbered with the first digit counting fastest.
//
// Messages go up until they are above their receiver (D-mod-k): the number of the receiver, over the parents of all
// levels below, modulo the w p links of this level to parents gives the link, of which i leads to parent i mod w and is
// its parallel link i / w. They come down by the only switches there are. There SimGrid 3.32 tries the links of a
// switch in the order of parallel links and, of these, of children, beginning with the parallel link that the number of
// the sender modulo p gives; at the next switch it goes on behind the place where it stopped, and from the beginning
// only if nothing is left. The same is done here. The numbers of hosts go through all fat trees of a file, as there.
// Limiters are those of both hosts and of all switches on the way.
//
// Sources: S. Öhring et al., On Generalized Fat Trees, IPPS 1995; E. Zahavi, D-Mod-K Routing Providing Non-Blocking
// Traffic for Shift Permutations on Real Life Fat Trees, CCIT report 776, Technion 2010.
#pragma once

#include "fsin/platform/zones/made_cluster.hpp"

namespace fsin::platform {

struct FatTreeShape {
  std::vector<std::uint32_t> children;  ///< m, from the lowest level
  std::vector<std::uint32_t> parents;   ///< w
  std::vector<std::uint32_t> parallel;  ///< p
  std::uint32_t before = 0;             ///< hosts of fat trees that the file has before this one

  std::size_t hosts() const;
};

class FatTreeCluster final : public MadeCluster {
 public:
  FatTreeCluster(ClusterHosts hosts, FatTreeShape shape, const MakeLink& make_link);

 private:
  /// The digits of a point.
  using Digits = std::vector<std::uint32_t>;

  void go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const override;
  Digits digits_of(std::uint32_t host) const;
  /// The link from a point of level `level` to the parent with this digit.
  const Duplex& link(std::size_t level, const Digits& child, std::uint32_t parent, std::uint32_t parallel) const;
  std::size_t points_of(std::size_t level) const;
  /// Number of a point of this level among those of the level.
  std::size_t number_of(std::size_t level, const Digits& digits) const;
  void go_up(std::uint32_t to, Digits& at, std::size_t& level, std::vector<LinkNumber>& links) const;
  void go_down(std::uint32_t from, Digits& at, std::size_t level, const Digits& target,
               std::vector<LinkNumber>& links) const;
  void limit_switch(std::size_t level, const Digits& digits, std::vector<LinkNumber>& links) const {
    limit(limiters_[level - 1][number_of(level, digits)], links);
  }

  FatTreeShape shape_;
  std::vector<std::vector<LinkNumber>> limiters_;  ///< of the switches of levels 1, 2, ...
  std::vector<std::vector<Duplex>>
      links_;  ///< by level of the child; index (child * parents + digit of the parent) * parallel links
};

}  // namespace fsin::platform
