// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace trgen::structure {
namespace {

constexpr std::array<std::string_view, field_names> words{"gap", "peer", "tag", "communicator", "bytes", "extra"};

/// True when loops lie within each other, have iterations and bodies, and are not too deep.
bool is_sound(const Shape& shape) {
  std::vector<std::size_t> ends{shape.size()};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    while (ends.back() == i) ends.pop_back();
    if (shape[i].count == 0) {
      if (shape[i].size != 0) return false;
      continue;
    }
    const std::size_t end = i + 1 + shape[i].size;
    if (shape[i].size == 0 || end > ends.back() || ends.size() > most_depth) return false;
    ends.push_back(end);
  }
  return true;
}

class Checker {
 public:
  explicit Checker(const Structure& structure) : structure_(structure) {}

  std::string run() {
    check_sets();
    if (fault_.empty()) check_nodes();
    for (std::size_t event = 0; event < structure_.events.size() && fault_.empty(); ++event) check_event(event);
    return fault_;
  }

 private:
  template <class... Values>
  void fail(fmt::format_string<Values...> form, Values&&... values) {
    if (fault_.empty()) fault_ = fmt::format(form, std::forward<Values>(values)...);
  }

  /// A series over `length` things: a constant, or one with as many numbers.
  static bool fits(const Series& series, std::uint64_t length) {
    return is_sound(series.shape) && series.steps.size() == elements(series.shape) &&
           (series.is_constant() || series.length() == length);
  }

  void check_sets() {
    constexpr std::uint64_t most_members = std::uint64_t{1} << 30;
    std::uint64_t members = 0;
    if (structure_.sets.empty() || structure_.sets.front().size != structure_.ranks)
      return fail("the first set of ranks is not all {} ranks", structure_.ranks);
    for (std::size_t i = 0; i < structure_.sets.size() && fault_.empty(); ++i) {
      const RankSet& set = structure_.sets[i];
      members += set.size;
      if (set.size == 0 || set.size > structure_.ranks || members > most_members)
        return fail("set {} has {} ranks of {}", i, set.size, structure_.ranks);
      if (!fits(set.members, set.size) || (set.size > 1 && set.members.is_constant()))
        return fail("set {} does not have the {} ranks that it announces", i, set.size);
      SeriesWalk walk(set.members);
      std::int64_t last = -1;
      for (std::uint32_t k = 0; k < set.size; ++k) {
        const std::int64_t rank = walk.next();
        if (rank <= last || rank >= structure_.ranks)
          return fail("set {} has rank {} after {}, of {} ranks", i, rank, last, structure_.ranks);
        last = rank;
      }
    }
  }

  void check_nodes() {
    Shape shape;
    for (const Node& node : structure_.nodes) {
      shape.push_back(node.step);
      if (node.set >= structure_.sets.size()) return fail("a node is for the set {}, which does not exist", node.set);
      if (node.step.count == 0) set_of_event_.push_back(node.set);
    }
    if (!is_sound(shape)) return fail("its loops do not lie within each other, or one is empty");
    if (set_of_event_.size() != structure_.events.size())
      return fail("it has {} events for {} places", structure_.events.size(), set_of_event_.size());
    runs_ = executions_of_elements(shape);
    if (executions(shape) > most_records_of_rank)
      fail("its loops make more than {} records of a rank", most_records_of_rank);
  }

  void check_event(std::size_t number) {
    const Event& event = structure_.events[number];
    if (!record::is_message(event.kind) && event.state >= structure_.states.size())
      return fail("event {} is of state {}, and there are {} states", number, event.state, structure_.states.size());
    const RankSet& set = structure_.sets[set_of_event_[number]];
    for (std::size_t name = 0; name < field_names; ++name) {
      const Field& field = event.fields[name];
      if (!has_field(event, static_cast<FieldName>(name)) || field.listed) continue;
      if (field.drawn && static_cast<FieldName>(name) != FieldName::gap)
        return fail("event {}: the field {} is drawn, and only times are", number, words[name]);
      if (!is_sound_field(field, set.size, runs_[number]))
        return fail("event {}: the field {} has not one value for each execution on each rank", number, words[name]);
    }
  }

  static bool is_sound_field(const Field& field, std::uint32_t ranks, std::uint64_t runs) {
    constexpr std::size_t most_alternatives = 1 << 16;
    if (field.alternatives.empty() || field.alternatives.size() > most_alternatives || !fits(field.choice, ranks))
      return false;
    std::vector<std::uint64_t> followers(field.alternatives.size());
    if (field.choice.is_constant() && (field.choice.first != 0 || field.alternatives.size() != 1)) return false;
    if (field.choice.is_constant()) followers.front() = ranks;
    SeriesWalk walk(field.choice);
    for (std::uint32_t i = 0; i < ranks && !field.choice.is_constant(); ++i) {
      const auto chosen = static_cast<std::uint64_t>(walk.next());
      if (chosen >= followers.size()) return false;
      ++followers[chosen];
    }
    for (std::size_t i = 0; i < followers.size(); ++i) {
      const Alternative& each = field.alternatives[i];
      if (!is_sound(each.shape)) return false;
      if (!each.shape.empty() && executions(each.shape) + 1 != runs) return false;
      if (field.drawn) {
        if (!is_sound_drawn(each, followers[i], runs)) return false;
        continue;
      }
      if (each.steps.size() != elements(each.shape) || !each.spreads.empty()) return false;
      if (!fits(each.first, followers[i])) return false;
      if (!std::all_of(each.steps.begin(), each.steps.end(),
                       [&](const Series& step) { return fits(step, followers[i]); })) {
        return false;
      }
    }
    return true;
  }

  /// Each spread of an alternative has as many draws as there are executions on all ranks that follow it.
  static bool is_sound_drawn(const Alternative& of, std::uint64_t ranks, std::uint64_t runs) {
    if (of.spreads.size() != 1 + elements(of.shape) || !of.first.is_constant() || !of.steps.empty()) return false;
    std::vector<std::uint64_t> executions{of.shape.empty() ? runs : 1};
    for (const std::uint64_t each : executions_of_elements(of.shape)) executions.push_back(each);
    for (std::size_t i = 0; i < of.spreads.size(); ++i) {
      const std::vector<Spread::Class>& classes = of.spreads[i].classes;
      const std::uint64_t wanted = draws(executions[i], ranks);
      if (classes.empty() || classes.size() > most_spread_classes || wanted > most_draws || wanted == 0 ||
          draws_of(of.spreads[i]) != wanted) {
        return false;
      }
      for (std::size_t k = 0; k < classes.size(); ++k) {
        if (classes[k].times == 0 || (k > 0 && classes[k].value <= classes[k - 1].value)) return false;
      }
    }
    return true;
  }

  const Structure& structure_;
  std::vector<std::uint32_t> set_of_event_;
  std::vector<std::uint64_t> runs_;
  std::string fault_;
};

}  // namespace

std::string fault_of(const Structure& structure) { return Checker(structure).run(); }

}  // namespace trgen::structure
