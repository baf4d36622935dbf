// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/outline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "trgen/structure/field_formulas.hpp"
#include "trgen/structure/volumes.hpp"

namespace trgen::structure {
namespace {

class Outliner {
 public:
  explicit Outliner(const Structure& structure)
      : structure_(structure), formulas_(structure), volumes_(volumes_of(structure)) {
    for (std::uint32_t set = 0; set < structure.sets.size(); ++set) ranks_.push_back(ranks_in_words(set));
  }

  std::vector<OutlineItem> run() { return items(0, structure_.nodes.size()); }

 private:
  std::string ranks_in_words(std::uint32_t set) {
    const auto& members = formulas_.members(set);
    if (members.size() == structure_.ranks) return "all ranks";
    if (members.size() == 1) return fmt::format("rank {}", members.front());
    const std::string condition = formulas_.condition(set, 0);
    formulas_.forget_failure();
    return condition.empty() ? fmt::format("{} of {} ranks", members.size(), structure_.ranks)
                             : fmt::format("ranks with {}", condition);
  }

  std::vector<OutlineItem> items(std::size_t from, std::size_t to) {
    std::vector<OutlineItem> made;
    for (std::size_t i = from; i < to; i += 1 + structure_.nodes[i].step.size) {
      const Node& node = structure_.nodes[i];
      if (node.step.count == 0) {
        add_event(structure_.events[event_], node.set, made);
        ++event_;
        continue;
      }
      if (node.step.count > 1) around_.push_back({fmt::format("i{}", around_.size()), node.step.count});
      std::vector<OutlineItem> body = items(i + 1, i + 1 + node.step.size);
      if (node.step.count == 1) {
        std::move(body.begin(), body.end(), std::back_inserter(made));
        continue;
      }
      around_.pop_back();
      if (body.empty()) continue;
      std::vector<std::string> calls;
      add_calls(body, calls);
      OutlineItem& loop = made.emplace_back();
      loop.name = fmt::format("{}", fmt::join(calls, ", "));
      loop.ranks = ranks_[node.set];
      loop.count = node.step.count;
      loop.body = std::move(body);
    }
    return made;
  }

  static void add_calls(const std::vector<OutlineItem>& items, std::vector<std::string>& to) {
    for (const OutlineItem& each : items) {
      add_calls(each.body, to);
      if (each.body.empty() && std::find(to.begin(), to.end(), each.name) == to.end()) to.push_back(each.name);
    }
  }

  void add_event(const Event& event, std::uint32_t set, std::vector<OutlineItem>& to) {
    if (event.kind == record::Kind::state_end) return;
    if (event.kind == record::Kind::state_start) state_ = structure_.states[event.state];
    OutlineItem& item = to.emplace_back();
    item.name = state_;
    item.ranks = ranks_[set];
    item.kind = event.kind == record::Kind::state_start ? OutlineItem::Kind::call
                : event.kind == record::Kind::send      ? OutlineItem::Kind::send
                                                        : OutlineItem::Kind::receive;
    if (!record::is_message(event.kind)) return;
    item.peer = formulas_.partner(event, set, around_);
    if (item.peer.empty()) item.peer = no_expression;
    formulas_.forget_failure();
    item.tag = value(event, FieldName::tag, set);
    item.communicator = value(event, FieldName::communicator, set);
    item.bytes = value(event, FieldName::bytes, set);
    if (item.bytes == no_expression && event.kind == record::Kind::send && volumes_[event_].bytes_known)
      item.bytes = fmt::format("{}, {} in all", no_expression, volumes_[event_].bytes);
  }

  std::string value(const Event& event, FieldName name, std::uint32_t set) {
    const auto columns = formulas_.columns(event, name, set, around_);
    std::string text = columns ? formulas_.value(*columns, set, around_, INT64_MIN) : "";
    formulas_.forget_failure();
    return text.empty() ? std::string(no_expression) : text;
  }

  static constexpr std::string_view no_expression = "no short expression";

  const Structure& structure_;
  FieldFormulas formulas_;
  std::vector<Volume> volumes_;
  std::vector<std::string> ranks_;  ///< by set
  std::vector<Around> around_;
  std::size_t event_ = 0;
  std::string state_ = "no call";
};

}  // namespace

std::vector<OutlineItem> outline_of(const Structure& structure) { return Outliner(structure).run(); }

}  // namespace trgen::structure
