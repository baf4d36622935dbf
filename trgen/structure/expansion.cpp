// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/expansion.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "trgen/structure/over_ranks.hpp"

namespace trgen::structure {
namespace {

constexpr std::array all_fields{FieldName::gap,          FieldName::peer,  FieldName::tag,
                                FieldName::communicator, FieldName::bytes, FieldName::extra};

bool same_for_all_ranks(const Alternative& of) {
  return of.first.is_constant() &&
         std::all_of(of.steps.begin(), of.steps.end(), [](const Series& each) { return each.is_constant(); });
}

}  // namespace

std::uint32_t Expansion::Members::ordinal(std::uint32_t rank) const {
  const std::uint64_t below = bits[rank / 64] & ((std::uint64_t{1} << (rank % 64)) - 1);
  return before[rank / 64] + static_cast<std::uint32_t>(std::popcount(below));
}

Expansion::Expansion(std::shared_ptr<const Structure> structure) : structure_(std::move(structure)) {
  const std::size_t words = structure_->ranks / 64 + 1;
  for (const RankSet& set : structure_->sets) {
    Members& made = sets_.emplace_back();
    made.bits.assign(words, 0);
    SeriesWalk walk(set.members);
    for (std::uint32_t i = 0; i < set.size; ++i) {
      const auto rank = static_cast<std::uint32_t>(walk.next());
      made.bits[rank / 64] |= std::uint64_t{1} << (rank % 64);
    }
    std::uint32_t before = 0;
    for (const std::uint64_t word : made.bits) {
      made.before.push_back(before);
      before += static_cast<std::uint32_t>(std::popcount(word));
    }
  }
  for (const Node& node : structure_->nodes) {
    if (node.step.count == 0) set_of_event_.push_back(node.set);
  }
  choices_.resize(structure_->events.size());
  for (std::size_t event = 0; event < choices_.size(); ++event) {
    choices_[event].resize(field_names);
    for (std::size_t name = 0; name < field_names; ++name) {
      const Field& field = structure_->events[event].fields[name];
      if (field.choice.is_constant()) continue;
      Choices& made = choices_[event][name].emplace();
      std::vector<std::uint32_t> taken(field.alternatives.size());
      SeriesWalk walk(field.choice);
      for (std::uint32_t i = 0; i < structure_->sets[set_of_event_[event]].size; ++i) {
        made.alternative.push_back(static_cast<std::uint16_t>(walk.next()));
        made.ordinal.push_back(taken[made.alternative.back()]++);
      }
      made.followers = std::move(taken);
    }
  }
  drawings_.resize(structure_->events.size());
  for (std::size_t event = 0; event < drawings_.size(); ++event) {
    const Field& gap = structure_->events[event].field(FieldName::gap);
    std::vector<Drawing>& made = drawings_[event];
    for (const Alternative& each : gap.alternatives) {
      for (const Spread& spread : each.spreads) made.emplace_back(spread, fsin::hash_of(event + 1, made.size()));
    }
  }
  find_classes();
}

/// Ranks that are in the same sets are a class.
void Expansion::find_classes() {
  std::map<std::vector<bool>, std::uint32_t> known;
  std::vector<bool> in(sets_.size());
  for (std::uint32_t rank = 0; rank < structure_->ranks; ++rank) {
    for (std::size_t set = 0; set < sets_.size(); ++set) in[set] = sets_[set].has(rank);
    const auto [found, fresh] = known.emplace(in, static_cast<std::uint32_t>(classes_.size()));
    class_of_.push_back(found->second);
    if (fresh) compile(classes_.emplace_back(), rank);
  }
}

void Expansion::compile(Class& made, std::uint32_t rank) {
  Shape shape;
  std::vector<std::pair<std::size_t, std::size_t>> open;  // loops: their step, and the node behind them
  std::uint32_t event = 0;
  std::vector<std::uint32_t> events;
  const std::vector<Node>& nodes = structure_->nodes;
  const auto close = [&](std::size_t node) {
    for (; !open.empty() && open.back().second == node; open.pop_back())
      shape[open.back().first].size = static_cast<std::uint32_t>(shape.size() - open.back().first - 1);
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    close(i);
    const bool here = sets_[nodes[i].set].has(rank);
    if (nodes[i].step.count == 0) {
      if (here) events.push_back(event);
      if (here) shape.push_back({});
      ++event;
    } else if (here) {
      open.emplace_back(shape.size(), i + 1 + nodes[i].step.size);
      shape.push_back({nodes[i].step.count, 0});
    } else {
      for (std::size_t k = i + 1; k <= i + nodes[i].step.size; ++k) event += nodes[k].step.count == 0 ? 1U : 0U;
      i += nodes[i].step.size;
    }
  }
  close(nodes.size());
  made.track = Track(shape);
  made.records = executions(shape);
  made.slots = made.track.depth();
  const std::vector<std::uint64_t> runs = executions_of_elements(shape);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& of = structure_->events[events[i]];
    Template& form = made.templates.emplace_back();
    form.record.kind = of.kind;
    form.record.any_source = of.any_source;
    form.record.any_tag = of.any_tag;
    form.record.collective = of.collective;
    form.record.state = of.state;
    form.event = events[i];
    form.first = static_cast<std::uint32_t>(made.moving.size());
    for (const FieldName name : all_fields) {
      if (!has_field(of, name)) continue;
      compile_field(made, form, events[i], name);
      if (of.field(name).listed) made.listed += runs[i];
    }
    form.behind = static_cast<std::uint32_t>(made.moving.size());
  }
}

void Expansion::compile_field(Class& made, Template& form, std::uint32_t event, FieldName name) {
  const Event& of = structure_->events[event];
  const Field& field = of.field(name);
  Moving moving{.name = name, .form = name == FieldName::peer ? of.form : PeerForm::absolute, .event = event};
  moving.slot = static_cast<std::uint32_t>(made.slots);
  if (field.listed && name == FieldName::gap) {
    form.gap_is_listed = true;
    return;
  }
  if (field.listed) {
    made.slots += 1;
    made.moving.push_back(moving);
    return;
  }
  if (field.drawn) return compile_drawn(made, moving, field);
  const bool steady = std::all_of(field.alternatives.begin(), field.alternatives.end(),
                                  [](const Alternative& each) { return each.shape.empty(); });
  if (steady && field.alternatives.size() == 1 && same_for_all_ranks(field.alternatives.front()) &&
      moving.form == PeerForm::absolute) {
    const std::int64_t value = field.alternatives.front().first.first;
    if (name == FieldName::gap) {
      form.gap = value;
    } else {
      form.sound = put(name, value, form.record) && form.sound;
    }
    return;
  }
  moving.kind = steady ? Moving::Kind::of_rank : Moving::Kind::series;
  moving.ways = static_cast<std::uint32_t>(made.ways.size());
  std::size_t own = 0;
  for (const Alternative& each : field.alternatives) {
    Way& way = made.ways.emplace_back(Way{.track = Track(each.shape), .steps = {}, .source = &each});
    if (same_for_all_ranks(each)) {
      for (const Series& step : each.steps) way.steps.push_back(step.first);
    }
    own = std::max(own, way.track.depth() + each.steps.size());
  }
  made.slots += steady ? 1 : series_slots + own;
  made.moving.push_back(moving);
}

void Expansion::compile_drawn(Class& made, Moving moving, const Field& field) const {
  moving.kind = Moving::Kind::drawn;
  moving.ways = static_cast<std::uint32_t>(made.ways.size());
  const Choices* const all = choices(moving.event, FieldName::gap);
  const Drawing* next = drawings_[moving.event].data();
  std::size_t own = 0;
  for (std::size_t i = 0; i < field.alternatives.size(); ++i) {
    const Alternative& each = field.alternatives[i];
    Way& way = made.ways.emplace_back(Way{.track = Track(each.shape), .steps = {}, .source = &each});
    way.drawings = next;
    way.ranks = all != nullptr ? all->followers[i] : structure_->sets[set_of_event_[moving.event]].size;
    next += each.spreads.size();
    own = std::max(own, way.track.depth() + each.spreads.size());
  }
  made.slots += series_slots + own;
  made.moving.push_back(moving);
}

const Expansion::Choices* Expansion::choices(std::uint32_t event, FieldName name) const {
  const auto& found = choices_[event][static_cast<std::size_t>(name)];
  return found ? &*found : nullptr;
}

void Expansion::begin(std::uint32_t rank, RankState& state) const {
  const Class& of = classes_[class_of_[rank]];
  state.begun = true;
  state.numbers.assign(of.slots, 0);
  for (const Moving& field : of.moving) {
    if (field.kind != Moving::Kind::listed) place(field, rank, state.numbers.data(), of);
  }
}

/// Gives a field the numbers of a rank.
void Expansion::place(const Moving& field, std::uint32_t rank, std::uint64_t* numbers, const Class& of) const {
  std::uint32_t ordinal = sets_[set_of_event_[field.event]].ordinal(rank);
  std::uint32_t chosen = 0;
  if (const Choices* const all = choices(field.event, field.name)) {
    chosen = all->alternative[ordinal];
    ordinal = all->ordinal[ordinal];
  }
  const Way& way = of.ways[field.ways + chosen];
  if (field.kind == Moving::Kind::drawn) {
    numbers[field.slot + ordinal_slot] = ordinal;
    numbers[field.slot + way_slot] = field.ways + chosen;
    return;
  }
  const auto first = static_cast<std::uint64_t>(way.source->first.at(ordinal));
  const bool of_rank = field.kind == Moving::Kind::of_rank;
  numbers[field.slot] = of_rank && field.name == FieldName::peer ? peer_of(field.form, first, rank) : first;
  if (of_rank) return;
  numbers[field.slot + way_slot] = field.ways + chosen;
  if (!way.steps.empty()) return;
  std::uint64_t* own = numbers + field.slot + series_slots + way.track.depth();
  for (const Series& step : way.source->steps) *own++ = static_cast<std::uint64_t>(step.at(ordinal));
}

std::uint64_t Expansion::state_bytes() const {
  std::size_t slots = 0;
  for (const Class& each : classes_) slots = std::max(slots, each.slots);
  return sizeof(RankState) + slots * sizeof(std::uint64_t);
}

}  // namespace trgen::structure
