// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/nest.hpp"

#include <algorithm>
#include <utility>

#include "trgen/structure/over_ranks.hpp"
#include "trgen/structure/rank_fold.hpp"

namespace trgen::structure {
namespace {

constexpr std::array named_fields{FieldName::gap,          FieldName::peer,  FieldName::tag,
                                  FieldName::communicator, FieldName::bytes, FieldName::extra};

/// The most steps of a field that is split from another one.
constexpr std::size_t most_split_steps = most_nodes(static_cast<std::size_t>(Followed::bytes));

std::vector<std::uint32_t> ranks_of(const RankSet& set) {
  std::vector<std::uint32_t> ranks;
  SeriesWalk walk(set.members);
  for (std::uint32_t i = 0; i < set.size; ++i) ranks.push_back(static_cast<std::uint32_t>(walk.next()));
  return ranks;
}

std::int64_t in_form(PeerForm form, std::int64_t peer, std::int64_t rank, std::int64_t ranks) {
  if (form == PeerForm::absolute) return peer;
  if (form == PeerForm::exclusive_or) return peer ^ rank;
  return (peer - rank + ranks) % ranks;
}
std::int64_t from_form(PeerForm form, std::int64_t number, std::int64_t rank, std::int64_t ranks) {
  if (form == PeerForm::absolute) return number;
  if (form == PeerForm::exclusive_or) return number ^ rank;
  return (rank + number) % ranks;
}

bool all_equal(const Nest::Sequence& sequence) {
  return std::all_of(sequence.begin(), sequence.end(), [&](auto each) { return each == sequence.front(); });
}

}  // namespace

Nest selected(const Nest& node, const Selection& selection, std::uint64_t within) {
  Nest made{.count = node.count, .set = node.set, .event = node.event, .split = true};
  for (const Nest& each : node.body) made.body.push_back(selected(each, selection, within * node.count));
  for (std::size_t name = 0; name < field_names; ++name) {
    const Nest::Sequence& from = node.columns[name];
    Nest::Sequence& to = made.columns[name];
    if (from.size() <= 1) {
      to = from;
      continue;
    }
    to.reserve(selection.outer * selection.iterations.size() * within);
    for (std::uint64_t outer = 0; outer < selection.outer; ++outer) {
      for (const std::uint32_t iteration : selection.iterations) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>((outer * selection.count + iteration) * within);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(within));
      }
    }
    if (all_equal(to)) to.resize(1);
  }
  return made;
}

EventColumns::EventColumns(const Structure& flat) : flat_(flat), known_(flat.events.size()) {
  Shape shape;
  std::vector<std::uint32_t> set_of_event;
  for (const Node& node : flat.nodes) {
    shape.push_back(node.step);
    if (node.step.count == 0) set_of_event.push_back(node.set);
  }
  const std::vector<std::uint64_t> runs = executions_of_elements(shape);
  for (std::size_t i = 0; i < flat.events.size(); ++i) {
    const Event& event = flat.events[i];
    const std::vector<std::uint32_t> ranks = ranks_of(flat.sets[set_of_event[i]]);
    for (const FieldName name : named_fields) {
      if (!has_field(event, name) || event.field(name).listed || event.field(name).drawn) continue;
      const auto columns = Columns::of(event.field(name), static_cast<std::uint32_t>(ranks.size()), runs[i]);
      known_[i].unknown = known_[i].unknown || !columns;
      if (columns) known_[i].forms[static_cast<std::size_t>(name)] = forms_of(*columns, event, ranks, name);
    }
  }
}

std::vector<Columns> EventColumns::forms_of(const Columns& columns, const Event& event,
                                            const std::vector<std::uint32_t>& ranks, FieldName name) const {
  if (name != FieldName::peer || !record::is_message(event.kind)) return {columns};
  std::vector<Columns> forms;
  for (const PeerForm form : {PeerForm::absolute, PeerForm::offset, PeerForm::exclusive_or}) {
    if (form == event.form) {
      forms.push_back(columns);
      continue;
    }
    forms.push_back(columns.changed([&](std::size_t i, std::int64_t number) {
      return in_form(form, from_form(event.form, number, ranks[i], flat_.ranks), ranks[i], flat_.ranks);
    }));
  }
  return forms;
}

std::vector<Nest> EventColumns::tree() const {
  std::uint32_t event = 0;
  return tree(0, flat_.nodes.size(), event);
}

std::vector<Nest> EventColumns::tree(std::size_t from, std::size_t to, std::uint32_t& event) const {
  std::vector<Nest> made;
  for (std::size_t i = from; i < to; i += 1 + flat_.nodes[i].step.size) {
    const Node& node = flat_.nodes[i];
    Nest& nest = made.emplace_back(Nest{.count = node.step.count, .set = node.set});
    if (node.step.count > 0) {
      nest.body = tree(i + 1, i + 1 + node.step.size, event);
      continue;
    }
    nest.event = event++;
    for (std::size_t name = 0; name < field_names; ++name) {
      const auto& forms = known_[nest.event].forms[name];
      if (!forms.empty()) nest.columns[name] = forms.front().sequence();
    }
  }
  return made;
}

bool EventColumns::has_unknown(const std::vector<Nest>& nodes) const {
  return std::any_of(nodes.begin(), nodes.end(), [this](const Nest& each) {
    return each.count > 0 ? has_unknown(each.body) : known_[each.event].unknown;
  });
}

Event EventColumns::event_of(const Nest& node) const {
  const Event& flat = flat_.events[node.event];
  if (!node.split) return flat;
  Event made = flat;
  if (Field& gap = made.field(FieldName::gap); gap.drawn)
    gap = {.listed = true, .choice = {}, .alternatives = {}};  // draws of all copies together
  for (const FieldName name : named_fields) {
    const Nest::Sequence& sequence = node.columns[static_cast<std::size_t>(name)];
    if (sequence.empty()) continue;
    Field& field = made.field(name);
    field.listed = true;
    const auto all = forms(node.event, name);
    if (all.size() == 1) {
      field = all.front().field(sequence, most_split_steps);
      continue;
    }
    for (const PeerForm form : {PeerForm::offset, PeerForm::absolute, PeerForm::exclusive_or}) {  // as Gather prefers
      Field found = all[static_cast<std::size_t>(form)].field(sequence, most_split_steps);
      if (cost(found) >= cost(field)) continue;
      field = std::move(found);
      made.form = form;
    }
  }
  return made;
}

void EventColumns::emit(const std::vector<Nest>& nodes, Structure& made) const {
  for (const Nest& node : nodes) {
    const std::size_t at = made.nodes.size();
    made.nodes.push_back({.step = {node.count, 0}, .set = node.set});
    if (node.count == 0) {
      made.events.push_back(event_of(node));
    } else {
      emit(node.body, made);
      made.nodes[at].step.size = static_cast<std::uint32_t>(made.nodes.size() - at - 1);
    }
  }
}

Structure EventColumns::structure_of(const std::vector<Nest>& nodes) const {
  Structure made{.ranks = flat_.ranks, .states = flat_.states, .sets = flat_.sets, .nodes = {}, .events = {}};
  emit(nodes, made);
  return made;
}

}  // namespace trgen::structure
