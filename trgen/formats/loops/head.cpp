// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/loops/head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/index_frame.hpp"
#include "trgen/formats/common/numbers.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/text/format.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/structure/faults.hpp"

namespace trgen::formats::loops {
namespace {

using structure::Alternative;
using structure::Event;
using structure::Field;
using structure::FieldName;
using structure::Node;
using structure::Series;
using structure::Shape;
using structure::Step;

// ---- a shape: its number of steps, then of each 0 (element), or iterations and steps of the body

void put(NumberWriter& to, const Step& step) {
  to.number(step.count);
  if (step.count > 0) to.number(step.size);
}
void put(NumberWriter& to, const Shape& shape) {
  to.number(shape.size());
  for (const Step& step : shape) put(to, step);
}
/// A series: its first number, its shape, its differences.
void put(NumberWriter& to, const Series& series) {
  to.whole(series.first);
  put(to, series.shape);
  for (const std::int64_t step : series.steps) to.whole(step);
}

Step get_step(NumberReader& from) {
  const std::uint64_t count = from.number();
  return {count, count == 0 ? 0 : static_cast<std::uint32_t>(from.number_to(UINT32_MAX))};
}
Shape get_shape(NumberReader& from) {
  Shape shape(from.count());
  for (Step& step : shape) step = get_step(from);
  return shape;
}
Series get_series(NumberReader& from) {
  Series made{.first = from.whole(), .shape = get_shape(from), .steps = {}};
  for (std::size_t i = structure::elements(made.shape); i > 0 && from.sound(); --i) made.steps.push_back(from.whole());
  return made;
}

// ---- a spread: its number of values, and of each how often it is drawn, and how much more it is than the one before

void put(NumberWriter& to, const structure::Spread& spread) {
  to.number(spread.classes.size());
  std::uint64_t last = 0;
  for (const structure::Spread::Class& each : spread.classes) {
    to.number(each.times);
    to.whole(static_cast<std::int64_t>(static_cast<std::uint64_t>(each.value) - last));
    last = static_cast<std::uint64_t>(each.value);
  }
}

structure::Spread get_spread(NumberReader& from) {
  structure::Spread made;
  const std::uint64_t classes = from.number_to(structure::most_spread_classes);
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < classes && from.sound(); ++i) {
    const std::uint64_t times = from.number();
    last += static_cast<std::uint64_t>(from.whole());
    made.classes.push_back({times, static_cast<std::int64_t>(last)});
  }
  return made;
}

// ---- a field: 0 for a listed one; else the number of alternatives, the choice where there are several, and of each
// alternative its shape, first number and differences; of a time that is drawn, its shape and spreads

void put(NumberWriter& to, const Field& field) {
  to.number(field.listed ? 0 : field.alternatives.size());
  if (field.alternatives.size() > 1) put(to, field.choice);
  for (const Alternative& each : field.alternatives) {
    put(to, each.shape);
    for (const structure::Spread& spread : each.spreads) put(to, spread);
    if (field.drawn) continue;
    put(to, each.first);
    for (const Series& step : each.steps) put(to, step);
  }
}

Field get_field(NumberReader& from, bool drawn) {
  Field made{.drawn = drawn, .choice = {}, .alternatives = {}};
  const std::size_t alternatives = from.count();
  made.listed = alternatives == 0;
  if (made.listed && drawn) from.refuse();
  if (alternatives > 1) made.choice = get_series(from);
  for (std::size_t i = 0; i < alternatives && from.sound(); ++i) {
    Alternative& each = made.alternatives.emplace_back();
    each.shape = get_shape(from);
    if (drawn) {
      for (std::size_t k = 1 + structure::elements(each.shape); k > 0 && from.sound(); --k)
        each.spreads.push_back(get_spread(from));
      continue;
    }
    each.first = get_series(from);
    for (std::size_t k = structure::elements(each.shape); k > 0 && from.sound(); --k)
      each.steps.push_back(get_series(from));
  }
  return made;
}

// ---- an event: kind and marks in one number, its state, the form of its peer, and the fields that its kind has

constexpr unsigned mark_drawn = 128;  ///< the time is drawn: version 2

void put(NumberWriter& to, const Event& event) {
  to.number(static_cast<unsigned>(event.kind) | (event.any_source ? 4U : 0U) | (event.any_tag ? 8U : 0U) |
            (event.collective ? 16U : 0U) | static_cast<unsigned>(event.form) << 5U |
            (event.field(FieldName::gap).drawn ? mark_drawn : 0U));
  if (!record::is_message(event.kind)) to.number(event.state);
  for (std::size_t name = 0; name < structure::field_names; ++name) {
    if (has_field(event, static_cast<FieldName>(name))) put(to, event.fields[name]);
  }
}

Event get_event(NumberReader& from, unsigned version) {
  Event made;
  std::uint64_t marks = from.number_to(version < 2 ? mark_drawn - 1 : 2 * mark_drawn - 1);
  const bool drawn = (marks & mark_drawn) != 0;
  marks &= mark_drawn - 1;
  made.kind = static_cast<record::Kind>(marks & 3U);
  made.any_source = (marks & 4U) != 0;
  made.any_tag = (marks & 8U) != 0;
  made.collective = (marks & 16U) != 0;
  made.form = static_cast<structure::PeerForm>(marks >> 5U);
  const bool start = made.kind == record::Kind::state_start;
  const bool receive = made.kind == record::Kind::receive;
  const bool message = record::is_message(made.kind);
  if (marks >> 5U > (message ? 2 : 0) || (made.any_source && !start && !receive) || (made.any_tag && !receive) ||
      (made.collective && !start)) {
    from.refuse();
    return made;
  }
  if (!message) made.state = static_cast<std::uint16_t>(from.number_to(UINT16_MAX));
  for (std::size_t name = 0; name < structure::field_names; ++name) {
    if (has_field(made, static_cast<FieldName>(name))) made.fields[name] = get_field(from, drawn && name == 0);
  }
  return made;
}

// ---- the structure: ranks, sets of ranks, nodes, events

void put(NumberWriter& to, const structure::Structure& structure) {
  to.number(structure.ranks);
  to.number(structure.states.size());
  for (const std::string& state : structure.states) to.text(state);
  to.number(structure.sets.size());
  for (const structure::RankSet& set : structure.sets) {
    to.number(set.size);
    put(to, set.members);
  }
  to.number(structure.nodes.size());
  for (const Node& node : structure.nodes) {
    put(to, node.step);
    to.number(node.set);
  }
  to.number(structure.events.size());
  for (const Event& event : structure.events) put(to, event);
}

structure::Structure get_structure(NumberReader& from, unsigned version) {
  structure::Structure made;
  made.ranks = static_cast<std::uint32_t>(from.number_to(most_announced_ranks));
  made.states.resize(from.count());
  for (std::string& state : made.states) state = from.text();
  made.sets.resize(from.count());
  for (structure::RankSet& set : made.sets) {
    set.size = static_cast<std::uint32_t>(from.number_to(UINT32_MAX));
    set.members = get_series(from);
  }
  made.nodes.resize(from.count());
  for (Node& node : made.nodes) {
    node.step = get_step(from);
    node.set = static_cast<std::uint32_t>(from.number_to(UINT32_MAX));
  }
  const std::size_t events = from.count();
  for (std::size_t i = 0; i < events && from.sound(); ++i) made.events.push_back(get_event(from, version));
  return made;
}

[[noreturn]] void refuse(const std::string& name, std::string_view what) {
  throw record::TraceError(fmt::format("{}: its loops are damaged: {}; copy or make the file again", name, what));
}

void check_states(const std::vector<std::string>& states, const std::string& name) {
  record::StateTable table;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!is_state_name(states[i]) || table.number(states[i]) != i)
      refuse(name, fmt::format("the {}th name of a state is not a name, or is repeated", i + 1));
  }
}

}  // namespace

std::string encode(const Head& head) {
  NumberWriter to;
  to.text(head.lines);
  to.number(head.records);
  to.number(head.backwards);
  to.number(head.backwards_places.size());
  for (const structure::Backwards& each : head.backwards_places) {
    for (const std::uint64_t number : {std::uint64_t{each.rank}, each.record, each.from_ns, each.to_ns})
      to.number(number);
  }
  put_census(to, head.census);
  put(to, head.structure);
  return to.take();
}

unsigned version_of(const structure::Structure& loops) {
  const bool draws = std::any_of(loops.events.begin(), loops.events.end(),
                                 [](const Event& each) { return each.field(FieldName::gap).drawn; });
  return draws ? 2 : 1;
}

Head decode(std::string_view bytes, unsigned version, const std::string& name) {
  NumberReader from(bytes);
  Head head;
  head.lines = from.text();
  head.records = from.number();
  head.backwards = from.number();
  head.backwards_places.resize(from.number_to(io::most_warnings));
  for (structure::Backwards& each : head.backwards_places) {
    each.rank = static_cast<std::uint32_t>(from.number_to(UINT32_MAX));
    each.record = from.number();
    each.from_ns = from.number();
    each.to_ns = from.number();
  }
  head.census = get_census(from);
  head.structure = get_structure(from, version);
  if (!from.sound() || !from.at_end())
    refuse(name, fmt::format("a number at byte {} of {} of its head is missing or too large", from.at(), bytes.size()));
  check_states(head.structure.states, name);
  if (head.structure.ranks == 0) refuse(name, "it has no ranks");
  if (const std::string fault = structure::fault_of(head.structure); !fault.empty()) refuse(name, fault);
  return head;
}

std::vector<std::uint64_t> records_before(const Head& head, const structure::Expansion& expansion,
                                          const std::string& name) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  std::vector<std::uint64_t> before{0};
  before.reserve(expansion.structure().ranks + std::size_t{1});
  for (std::uint32_t rank = 0; rank < expansion.structure().ranks; ++rank) {
    before.push_back(before.back() + expansion.records(rank));
    if (before.back() > most) refuse(name, "its loops make more records than can be counted");
  }
  if (before.back() != head.records)
    refuse(name, fmt::format("it announces {} records, and its loops make {}", head.records, before.back()));
  return before;
}

void describe(const Head& head, record::TraceFacts& facts) {
  io::Input lines(facts.name, head.lines);
  text::read_header(lines, facts);
  if (facts.header_ranks != head.structure.ranks) refuse(facts.name, "its header lines have another number of ranks");
  facts.ranks = head.structure.ranks;
  for (const std::string& state : head.structure.states) facts.states.number(state);
  for (const structure::Backwards& each : head.backwards_places) {
    facts.warnings.push_back(fmt::format("{}: rank {}, record {}: time goes backwards, from {} to {} ns", facts.name,
                                         each.rank, each.record + 1, each.from_ns, each.to_ns));
  }
  if (head.backwards > head.backwards_places.size())
    facts.warnings.push_back(fmt::format("{}: time goes backwards {} times in all", facts.name, head.backwards));
}

}  // namespace trgen::formats::loops
