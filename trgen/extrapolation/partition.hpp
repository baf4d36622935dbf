// SPDX-License-Identifier: Apache-2.0
// Classes of ranks by their position: all ranks together; the ends and the middle of the line of ranks, or of some
// sides of a grid, or of a ladder; even and odd ranks or coordinates. Stencils have 3^d classes. Conditions and laws
// that differ between ranks differ by class: the simplest partition that explains all inputs is taken. Levels of a
// multigrid are classes too, and so are the ranks that do something there (levels.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/laws.hpp"

namespace trgen::extrapolation {

struct Partition {
  enum class Kind : std::uint8_t { whole, ends, parity, rank_parity, rung_ends, rungs, role, neighbour };
  Kind kind = Kind::whole;
  std::size_t rule = 0;
  unsigned along = 0;  ///< bits: the dimensions whose ends, or parity, count; role: the dimension
  std::string words;
  Levels levels{};                     ///< role: class 1 for the ranks that have it, else 0
  LevelRole plays = LevelRole::owner;  ///< role
  std::array<std::int8_t, 3> step{};   ///< neighbour: where it is; the last bit of the class says who has it

  bool operator==(const Partition&) const = default;
  /// True when the ranks of a run, or those on a rung, may be in several classes.
  bool by_rank() const { return kind != Kind::whole && kind != Kind::rung_ends && kind != Kind::rungs; }
  /// The class of a rank; none where the grid does not apply.
  std::optional<std::uint32_t> of(const Place& place) const;
  std::string class_words(std::uint32_t number) const;
};

/// Partitions, simplest first.
std::vector<Partition> partitions(const std::vector<GridRule>& rules, const Admitted& admitted);

/// A value as a law for each class of a partition.
struct ValueModel {
  Partition partition;
  std::map<std::uint32_t, Law> laws;
  bool checked = true;  ///< by an input more than laws have parameters

  /// Equal values everywhere. Words do not say everything that a law has.
  bool operator==(const ValueModel&) const = default;
  bool is_constant() const {
    return laws.size() == 1 && laws.begin()->second.kind == Law::Kind::constant && !partial();
  }
  /// True when all ranks of a run, or on a rung, have the same value.
  bool is_uniform() const {
    return !partition.by_rank() &&
           std::none_of(laws.begin(), laws.end(), [](const auto& each) { return each.second.varies_with_rank(); });
  }
  bool partial() const { return partition.kind != Partition::Kind::whole; }
  /// Empty where no input has this class of ranks, or the law does not apply; why_not() says which.
  std::optional<std::int64_t> at(const Place& place) const;
  std::string why_not(const Place& place) const;
  std::string words() const;

  static ValueModel constant(std::int64_t number);
};

class Fit {
 public:
  /// `sides_first`: as of LawCatalogue.
  Fit(const std::vector<GridRule>& rules, const Admitted& admitted, const Run& target, bool sides_first = false)
      : laws_(rules, admitted, sides_first), partitions_(partitions(rules, admitted)), target_(target) {}

  /// `least_spare`: 1 asks for an input more than a law has parameters; 0 also takes what fits without such a check,
  /// where nothing has one. `heading`: of the message (cells.hpp).
  std::optional<ValueModel> value(const std::vector<Sample>& samples, unsigned least_spare, bool times = false,
                                  const Heading& heading = {}) const;
  /// Numbers that are names, such as 0 for no and 1 for yes: constant in each class.
  std::optional<ValueModel> choice(const std::vector<Sample>& samples) const;

  /// On levels: who executes something because it has points there, or gives or takes them. Samples are 1 or 0.
  std::optional<ValueModel> role(const std::vector<Sample>& samples, const Levels& levels) const;

  /// The laws of boxes on these levels that give all samples, at most `most`.
  std::vector<Law> faces(const std::vector<Sample>& samples, const Levels& levels, unsigned least_spare,
                         std::size_t most) const {
    return laws_.of_faces(samples, least_spare, most, false, &levels);
  }
  std::vector<Levels> all_levels() const { return laws_.all_levels(); }
  /// In words, where laws of boxes differ from the first one on a rank of the target that has points; else empty.
  std::string differ(const std::vector<Law>& laws, std::uint32_t rungs) const;

  const Run& target() const { return target_; }
  const std::vector<Partition>& all_partitions() const { return partitions_; }

  /// In words, if another law as simple fits the samples and gives other numbers on the target; else empty.
  std::string doubt(const std::vector<Sample>& samples, const ValueModel& taken) const;
  /// In words, if the law cuts an element in two: bytes are multiples of 4 or 8 in all samples, and none of them
  /// shows how a share is rounded that is no whole number of elements on the target; else empty.
  std::string cut_element(const std::vector<Sample>& samples, const ValueModel& taken) const;

 private:
  std::optional<ValueModel> value_with(const std::vector<Sample>& samples, unsigned least_spare, bool times,
                                       const Heading& heading) const;
  std::optional<ValueModel> over(const Partition& partition, const std::vector<Sample>& samples, unsigned least_spare,
                                 bool constant, bool times) const;

  std::optional<ValueModel> of_faces(const std::vector<Sample>& samples, unsigned least_spare, bool times) const;

  LawCatalogue laws_;
  std::vector<Partition> partitions_;
  const Run& target_;
};

}  // namespace trgen::extrapolation
