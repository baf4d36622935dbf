// SPDX-License-Identifier: Apache-2.0
// Puts the loops of all ranks together to one structure. Ranks with the same loops over the same events become one
// class as they come. In the end the trees of the classes are laid over each other (overlay.hpp), so that what several
// classes do is there once, with the set of ranks that do it.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trgen/structure/over_ranks.hpp"
#include "trgen/structure/overlay.hpp"
#include "trgen/structure/rank_fold.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// By place in followed_forms: the forms of partners that are followed over the ranks.
using FollowedForms = std::array<bool, followed_forms.size()>;

class Gather {
 public:
  /// Partners of messages are written in the simplest of these forms.
  explicit Gather(FollowedForms forms = {true, true, true}) : forms_(forms) {}

  /// Takes the next rank: 0, 1, ...
  void add(const RankTree& tree);
  /// Takes the next rank, whose tree is that of the rank `as`, in the forms that are followed. Ranks in a row that are
  /// like one of them take little time.
  void add_like(std::uint32_t as, const RankTree& tree);

  /// The structure of all ranks, without the names of states.
  Structure finish();

 private:
  using EventFields = std::array<OverRanks, followed_fields>;
  struct Class {
    Shape shape;
    std::vector<std::uint32_t> codes;  ///< by element
    std::vector<EventFields> events;   ///< by element
    SeriesBuilder members;
    std::uint32_t size = 0;
    std::uint32_t last = 0;  ///< the rank that the last one is like
  };

  Class& class_of(const RankTree& tree);
  static void add_values(Class& to, const RankTree& tree);
  RankSet set_of(const std::vector<std::uint32_t>& classes) const;
  std::uint32_t set_number(const std::vector<std::uint32_t>& classes, Structure& made);
  Event event_of(const OverlayNode& node) const;
  struct Leaf {
    std::vector<std::uint32_t> classes;
    Event event;
  };
  /// The event of a leaf; one for each class where a field has structure in each of them, but not in the order of all
  /// ranks: in a binomial tree, ranks of a height have partners at one distance, whose order over all ranks has no
  /// loops.
  std::vector<Leaf> leaves_of(const OverlayNode& node) const;
  void emit(const std::vector<OverlayNode>& nodes, Structure& made);

  FollowedForms forms_;
  std::vector<Class> classes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
  std::vector<std::uint32_t> class_of_rank_;
  std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>> set_numbers_;
};

}  // namespace trgen::structure
