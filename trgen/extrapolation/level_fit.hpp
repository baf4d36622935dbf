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
#include "trgen/extrapolation/message_ways.hpp"
#include "trgen/extrapolation/partition.hpp"

namespace trgen::extrapolation {

class LevelFit {
 public:
  /// `partners`: the forms that are admitted.
  LevelFit(const Joint& ladder, const std::vector<Run>& runs, const PartnerForms& forms, const FormSet& partners,
           const MessageWays& ways, const Fit& fit);

  bool is_of(const Joint& ladder) const { return &ladder == &ladder_; }
  /// Empty where no levels explain the bytes.
  const std::optional<Levels>& levels() const { return levels_; }
  /// The forms of a message's partner on these levels, if there are any.
  FormSet partners(const Joint& message) const;
  /// Empty where no law explains the bytes. `doubt`: in words, if others do too, and give something else.
  std::optional<ValueModel> bytes(const Joint& message, std::string& doubt) const;
  /// Of a message outside of the ladder, which goes this way in the grid: the law of a message the same way on some
  /// level, which is then no longer one of few that fit.
  std::optional<ValueModel> bytes_beside(const Joint& message, const std::array<std::int8_t, 3>& way) const;
  /// True if all executions of another message the same way are such, in as many inputs as a constant needs.
  bool others_have(const Joint& message, const std::function<bool(const RankNode&)>& such) const;

 private:
  struct Message {
    const Joint* joint = nullptr;
    std::vector<Sample> bytes;  ///< empty where they vary
    std::size_t runs = 0;
  };

  void collect(const Joint& at);
  /// Empty where they vary.
  std::vector<Sample> bytes_of(const Joint& message) const;
  bool explained_by(const Levels& levels) const;
  bool confirms(const Message& message, FaceLaw law, bool same_way) const;
  std::optional<FaceLaw> by_symmetry(const Message& message) const;
  std::array<std::int8_t, 3> step(const Joint& message) const;
  const Message* find(const Joint& message) const;

  const Joint& ladder_;
  const std::vector<Run>& runs_;
  const PartnerForms& forms_;
  const FormSet& partners_;
  const MessageWays& ways_;
  const Fit& fit_;
  std::vector<Message> messages_;
  std::optional<Levels> levels_;
};

}  // namespace trgen::extrapolation
