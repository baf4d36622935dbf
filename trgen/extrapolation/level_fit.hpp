// SPDX-License-Identifier: Apache-2.0
// What the messages of a ladder of levels have in common (levels.hpp).
//
// Which levels the rungs are is told by the bytes of all messages together. Some messages only few inputs have: those
// along the longest side by which ranks that were idle begin again, where most inputs leave none idle. What they lack
// is taken from messages of the same ladder that agree with them: bytes by symmetry, if one law explains messages along
// all dimensions; tags and orders, if other messages the same way have the same.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/alignment.hpp"
#include "trgen/extrapolation/partition.hpp"

namespace trgen::extrapolation {

/// The ranks along a side up to which none is idle on the coarsest level of all ladders of a grid: a way down may end
/// before it.
std::uint32_t most_without_idle(const Levels& levels, const std::vector<Levels>& ladders);

class LevelFit {
 public:
  /// `spare`: as least_spare of Fit::value(). `partners`: the forms that are admitted.
  LevelFit(const Joint& ladder, const std::vector<Run>& runs, const PartnerForms& forms, const FormSet& partners,
           const Fit& fit, unsigned spare);

  /// Empty where no levels explain the bytes.
  const std::optional<Levels>& levels() const { return levels_; }
  /// The forms of a message's partner on these levels, if there are any.
  FormSet partners(const Joint& message) const;
  /// Empty where no law explains the bytes. `doubt`: in words, if others do too, and give something else.
  std::optional<ValueModel> bytes(const Joint& message, std::string& doubt) const;
  /// True if all executions of another message the same way are such, in as many inputs as a constant needs.
  bool others_have(const Joint& message, const std::function<bool(const RankNode&)>& such) const;

 private:
  struct Message {
    const Joint* joint = nullptr;
    std::vector<Sample> bytes;  ///< empty where they vary
    std::size_t runs = 0;
  };

  void collect(const Joint& at, const std::vector<Run>& runs);
  bool explained_by(const Levels& levels) const;
  std::optional<FaceLaw> by_symmetry(const Message& message) const;
  std::array<std::int8_t, 3> step(const Joint& message) const;
  const Message* find(const Joint& message) const;

  const PartnerForms& forms_;
  const FormSet& partners_;
  const Fit& fit_;
  unsigned spare_;
  std::vector<Message> messages_;
  std::optional<Levels> levels_;
};

}  // namespace trgen::extrapolation
