// SPDX-License-Identifier: Apache-2.0
// The pairs of a traffic graph that no part explains yet.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "trgen/pattern/evidence.hpp"
#include "trgen/pattern/part.hpp"
#include "trgen/pattern/traffic_graph.hpp"

namespace trgen::pattern {

/// A part that was found, and what it explains that no part before it does.
struct Found {
  Part part;
  std::shared_ptr<const Numbering> numbering;
  Evidence evidence;
  Amount forward;
  Amount backward;
  bool by_definition = false;  ///< a complete graph or a star: no random graph of the same degrees is different

  Amount both() const { return forward + backward; }
};

class Peeling {
 public:
  /// The graph must outlive it.
  explicit Peeling(const TrafficGraph& graph);

  const TrafficGraph& graph() const { return *graph_; }
  bool is_explained(std::size_t pair) const { return owners_[pair] != 0; }
  /// By pair: 0 while no part explains it, and else the number of that part, from 1, in the order of take().
  const std::vector<std::uint32_t>& owners() const { return owners_; }
  std::size_t left() const { return left_; }
  /// Ranks of the pairs that are left, ascending.
  std::vector<std::uint32_t> active() const;

  /// The evidence for a part among the pairs that no part explains yet. Pairs with a rank that sends and receives
  /// nothing do not count. `every`: looks at one position of so many.
  Evidence score(const Part& part, const Numbering& numbering, std::uint32_t every = 1) const;
  /// Counts the pairs of the part as explained.
  Found take(Part part, std::shared_ptr<const Numbering> numbering);

 private:
  const TrafficGraph* graph_;
  RandomGraph random_;
  std::vector<std::uint32_t> owners_;
  std::uint32_t taken_ = 0;
  std::size_t left_;
};

}  // namespace trgen::pattern
