// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/group_shift.hpp"

#include <fmt/core.h>

namespace trgen::synth {
namespace {

class GroupShift final : public Pattern {
 public:
  GroupShift(std::uint32_t group, std::uint32_t offset, std::uint32_t groups)
      : group_(group), offset_(offset % groups), groups_(groups) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    const std::uint32_t from = source / group_;
    const std::uint32_t to = offset_ < groups_ - from ? from + offset_ : from - (groups_ - offset_);
    return to * group_ + fsin::scale_draw(draw.first, group_);
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    const std::uint32_t first = (source / group_ + offset_) % groups_ * group_;
    for (std::uint32_t i = 0; i < group_; ++i) take(first + i, 1.0 / group_);
    return true;
  }

 private:
  std::uint32_t group_;
  std::uint32_t offset_;
  std::uint32_t groups_;
};

}  // namespace

std::string GroupShiftParams::check(const NetworkFacts& facts) const {
  if (facts.nodes % group != 0) {
    return fmt::format(
        "pattern {} needs groups of equal size, and {} nodes are no multiple of {}; write the nodes of a group of the "
        "network, for a dragonfly p times a",
        name, facts.nodes, group);
  }
  const std::uint32_t groups = facts.nodes / group;
  if (offset % groups != 0) return {};
  return fmt::format(
      "an offset of {} leads back to the group itself, as there {} {}; write an offset that is no multiple of this",
      offset, groups == 1 ? "is" : "are", groups == 1 ? "1 group" : fmt::format("{} groups", groups));
}

std::unique_ptr<Pattern> GroupShiftParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<GroupShift>(group, offset, facts.nodes / group);
}

}  // namespace trgen::synth
