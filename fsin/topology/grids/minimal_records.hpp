// SPDX-License-Identifier: Apache-2.0
// Minimal routing records of a Cayley graph of an abelian group: for every difference of two nodes the shortest paths
// between them, each as the signed number of hops along every dimension. The order of the hops does not matter, because
// the group is abelian, and the nodes all see the same network, so that one table over the differences is enough.
//
// They are found by a breadth-first search from node 0. A difference has as many records as there are shortest paths
// that differ in more than the order of their hops, but at most `most`: the records left out are those that need the
// highest dimensions. A torus with two ways round a ring has two, a twisted torus up to four or six; only circulant
// graphs with many jumps reach the limit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/topology/grids/abelian_group.hpp"

namespace fsin::topology {

class MinimalRecords {
 public:
  static constexpr unsigned most = 64;

  MinimalRecords() = default;
  /// `steps`: by dimension, the node that one hop ahead from node 0 leads to.
  MinimalRecords(const AbelianGroup& group, std::span<const Element> steps);

  /// Number of records; 0 where no path leads to the node of this number.
  unsigned count(std::uint32_t difference) const { return count_[difference]; }
  /// Hops along each dimension of record i, in the order of dimensions.
  const std::int16_t* hops(std::uint32_t difference, unsigned i) const {
    return &hops_[(first_[difference] + i) * dimensions_];
  }
  /// Links on the shortest path.
  unsigned distance(std::uint32_t difference) const;
  std::size_t nodes() const { return count_.size(); }

 private:
  struct Search;
  void add_records(const Search& search, std::uint32_t node);

  std::size_t dimensions_ = 0;
  std::vector<std::uint32_t> first_;  ///< by difference
  std::vector<std::uint8_t> count_;
  std::vector<std::int16_t> hops_;
};

}  // namespace fsin::topology
