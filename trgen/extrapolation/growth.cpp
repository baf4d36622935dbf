// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "trgen/extrapolation/grown_fields.hpp"
#include "trgen/extrapolation/grown_messages.hpp"
#include "trgen/extrapolation/grown_numbers.hpp"
#include "trgen/extrapolation/known_values.hpp"
#include "trgen/extrapolation/set_table.hpp"

namespace trgen::extrapolation {
namespace {

using structure::Event;
using structure::Field;
using structure::FieldName;
using structure::Structure;
using Ranks = std::vector<std::uint32_t>;

constexpr std::uint64_t most_records = std::uint64_t{1} << 60;
constexpr std::uint64_t most_count = std::uint64_t{1} << 48;

class Grower {
 public:
  Grower(const Run& target, const PartnerForms& partners, const GroupForms& groups, Findings& findings)
      : target_(target),
        at_(target, findings),
        sets_(made_),
        peers_(partners, at_),
        numbers_(at_),
        chosen_(at_),
        messages_(groups, at_) {
    made_.ranks = target.ranks();
  }

  Grown run(const std::vector<Statement>& body, const std::vector<std::string>& states) {
    Ranks all(target_.ranks());
    std::iota(all.begin(), all.end(), 0U);
    made_.states = states;
    census_.states.resize(states.size());
    sets_.number(all);
    emit(body, all, 1);
    if (!at_.refused() && (sent_ != received_ || sends_ != receives_)) {
      at_.refuse(
          fmt::format("{} ranks would send {} messages of {} bytes and receive {} of {} bytes: the laws found do not "
                      "belong together",
                      target_.ranks(), sends_, sent_, receives_, received_));
    }
    std::string_view function;
    for (const Event& each : made_.events) {
      if (each.kind == record::Kind::state_start) function = made_.states[each.state];
      refuse_listed(each, function);
    }
    if (records_ > most_records) at_.refuse("the trace would have more records than can be counted");
    for (const auto& [key, calls] : pairs_) census_.pairs.push_back({key.first, key.second, calls.first, calls.second});
    return {std::make_shared<const Structure>(std::move(made_)), std::move(census_), records_};
  }

 private:
  /// A field that is listed takes its values from a trace, and there is none.
  void refuse_listed(const Event& event, std::string_view function) {
    constexpr std::array<std::string_view, structure::field_names> names{
        "the times", "the partners", "the tags", "the communicators", "the bytes", "the order of receives"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool known = !event.fields[i].listed && !event.fields[i].alternatives.empty();
      if (known || !structure::has_field(event, static_cast<FieldName>(i))) continue;
      at_.refuse(
          fmt::format("{} of {} would differ too much from rank to rank to be written as loops", names[i], function));
    }
  }

  void emit(const std::vector<Statement>& body, const Ranks& around, std::uint64_t runs) {
    for (const Statement& each : body) {
      if (at_.refused()) return;
      if (!each.condition) {
        emit(each, around, runs);
        continue;
      }
      const Ranks& own = chosen(each, around);
      if (!own.empty()) emit(each, own, runs);
    }
  }

  /// The ranks that execute a statement with a condition. Those of a condition that stands in several places are found
  /// once.
  const Ranks& chosen(const Statement& each, const Ranks& around) {
    return chosen_.of(*each.condition, sets_.number(around), [&] {
      Ranks own;
      for (const std::uint32_t rank : around) {
        if (at_.value(*each.condition, rank, each, "the ranks") != 0) own.push_back(rank);
      }
      return own;
    });
  }

  void emit(const Statement& each, const Ranks& ranks, std::uint64_t runs) {
    if (each.is.part == Part::loop || each.is.part == Part::ladder || each.is.part == Part::levels)
      return emit_loop(each, ranks, runs);
    if (each.is.part == Part::group) return emit(each.body, ranks, runs);
    if (each.is.part == Part::call) return emit_call(each, ranks, runs);
    if (each.is.part == Part::message) return emit_message(each, ranks, runs);
    emit_exchange(each, ranks, runs);
  }

  void emit_loop(const Statement& loop, const Ranks& ranks, std::uint64_t runs) {
    std::map<std::int64_t, Ranks> by_count;
    for (const std::uint32_t rank : ranks)
      by_count[at_.value(loop.count, rank, loop, "the iterations")].push_back(rank);
    for (const auto& [count, own] : by_count) {
      if (count == 0) continue;
      if (static_cast<std::uint64_t>(count) > most_count / runs)
        return at_.refuse(fmt::format("a loop around {} would run {} times", loop.function, count));
      if (loop.is.part != Part::loop) {
        emit_rungs(loop, own, runs, static_cast<std::uint32_t>(count));
        continue;
      }
      const std::size_t at = made_.nodes.size();
      made_.nodes.push_back({.step = {static_cast<std::uint64_t>(count), 0}, .set = sets_.number(own)});
      const std::uint64_t around = std::exchange(turns_, static_cast<std::uint64_t>(count));
      emit(loop.body, own, runs * static_cast<std::uint64_t>(count));
      turns_ = around;
      made_.nodes[at].step.size = static_cast<std::uint32_t>(made_.nodes.size() - at - 1);
      if (made_.nodes[at].step.size == 0) made_.nodes.pop_back();
    }
  }

  /// A ladder is written rung by rung, levels from the finest or from the coarsest one.
  void emit_rungs(const Statement& ladder, const Ranks& ranks, std::uint64_t runs, std::uint32_t rungs) {
    for (std::uint32_t step = 0; step < std::min(rungs, 32U); ++step) {
      at_.set_rung(ladder.is.falling ? rungs - 1 - step : step, rungs, ladder.is.part == Part::levels);
      emit(ladder.body, ranks, runs);
    }
    at_.set_rung(0, 0);
  }

  Event& add_event(record::Kind kind, const Ranks& ranks, std::uint64_t runs) {
    made_.nodes.push_back({.step = {}, .set = sets_.number(ranks)});
    records_ += runs * ranks.size();
    Event& made = made_.events.emplace_back();
    made.kind = kind;
    return made;
  }

  void emit_call(const Statement& call, const Ranks& ranks, std::uint64_t runs) {
    const auto state = static_cast<std::uint16_t>(call.is.state);
    Event& start = add_event(record::Kind::state_start, ranks, runs);
    start.state = state;
    start.any_source = call.is.any_source;
    start.collective = call.is.facts;
    start.field(FieldName::gap) = numbers_.field(call.gap, ranks, {runs, turns_}, call);
    if (call.is.facts) {
      start.field(FieldName::communicator) = constant_field(call.is.communicator);
      start.field(FieldName::peer) = numbers_.field(call.root, ranks, call, "the roots");
      start.field(FieldName::bytes) = numbers_.field(call.bytes, ranks, call, "the bytes");
      start.field(FieldName::extra) = numbers_.field(call.extra, ranks, call, "the received bytes");
      for (const std::uint32_t rank : ranks) {
        auto& [empty, moving] = pairs_[{call.is.state, call.is.communicator}];
        const Place place = at_.at(rank);
        (call.bytes.at(place).value_or(0) + call.extra.at(place).value_or(0) > 0 ? moving : empty) += runs;
      }
    } else {
      census_.states[state].calls += runs * ranks.size();
    }
    open_.push_back(state);
    emit(call.body, ranks, runs);
    open_.pop_back();
    Event& end = add_event(record::Kind::state_end, ranks, runs);
    end.state = state;
    end.field(FieldName::gap) = numbers_.field(call.end, ranks, {runs, turns_}, call);
  }

  void count_messages(record::Kind way, std::uint64_t messages, std::uint64_t to_others, std::uint64_t bytes) {
    if (way == record::Kind::send) {
      sends_ += messages;
      sent_ += bytes;
      census_.messages += to_others;
    } else {
      receives_ += messages;
      received_ += bytes;
    }
    for (const std::uint16_t state : open_) census_.states[state].holds = true;
  }

  void emit_message(const Statement& message, const Ranks& ranks, std::uint64_t runs) {
    if (message.is.posted) return;  // no record
    const PeerTable::Peers& peers = peers_.of(message, ranks, sets_.number(ranks));
    if (at_.refused()) return;
    peers_.doubt(message, ranks);
    const Around around{runs, turns_};
    Numbers bytes = message.bytes_by_turn
                        ? numbers_.by_turn(*message.bytes_by_turn, ranks, around, message, "the bytes", 0)
                        : numbers_.steady(message.bytes, ranks, sets_.number(ranks), around, message, "the bytes");
    if (at_.refused()) return;
    count_messages(message.is.way, runs * ranks.size(), runs * peers.others, bytes.sum);
    Event& made = add_event(message.is.way, ranks, runs);
    made.any_source = message.is.any_source;
    made.any_tag = message.is.any_tag;
    made.field(FieldName::gap) = numbers_.field(message.gap, ranks, around, message);
    made.form = peers.form;
    made.field(FieldName::peer) = peers.field;
    made.field(FieldName::tag) =
        message.tag_by_turn
            ? numbers_.by_turn(*message.tag_by_turn, ranks, around, message, "the tags", INT32_MIN).field
            : numbers_.field(message.tag, ranks, message, "the tags", INT32_MIN);
    made.field(FieldName::communicator) = constant_field(message.is.communicator);
    made.field(FieldName::bytes) = std::move(bytes.field);
    if (message.is.way == record::Kind::receive)
      made.field(FieldName::extra) = numbers_.field(message.extra, ranks, message, "the order of receives");
  }

  void emit_exchange(const Statement& exchange, const Ranks& ranks, std::uint64_t runs) {
    const Messages& made = messages_.of(exchange, ranks, sets_.number(ranks));
    if (at_.refused()) return;
    count_messages(record::Kind::send, runs * made.sends, runs * made.to_others, runs * made.sent);
    count_messages(record::Kind::receive, runs * made.receives, 0, runs * made.received);
    splice(exchange, made.loops, ranks, runs);
  }

  /// Takes over a structure of these ranks only.
  void splice(const Statement& exchange, const Structure& part, const Ranks& ranks, std::uint64_t runs) {
    std::vector<std::uint32_t> numbers;
    std::vector<Ranks> members_of;
    for (const structure::RankSet& set : part.sets) {
      Ranks& members = members_of.emplace_back();
      structure::SeriesWalk walk(set.members);
      for (std::uint32_t i = 0; i < set.size; ++i) members.push_back(ranks[static_cast<std::size_t>(walk.next())]);
      numbers.push_back(sets_.number(members));
    }
    structure::Shape shape;
    for (const structure::Node& node : part.nodes) {
      shape.push_back(node.step);
      made_.nodes.push_back({.step = node.step, .set = numbers[node.set]});
    }
    const std::vector<std::uint64_t> own = structure::executions_of_elements(shape);
    std::size_t event = 0;
    for (const structure::Node& node : part.nodes) {
      if (node.step.count > 0) continue;
      const std::uint64_t each = own[event];
      Event& made = made_.events.emplace_back(part.events[event++]);
      records_ += runs * each * part.sets[node.set].size;
      Field& gap = made.field(FieldName::gap);
      if (!exchange.regular) {
        refuse_listed(made, exchange.function);
        if (at_.refused()) return;
        std::vector<bool> begins;
        structure::FieldWalk marks(gap);
        for (std::size_t i = 0; i < members_of[node.set].size(); ++i) {
          marks.next();
          begins.push_back(marks.numbers().front() == first_message);
        }
        gap = constant_field(0);
        for (Field& field : made.fields) repeat(field, runs);
        gap = numbers_.of_exchange(exchange, made.kind, members_of[node.set], begins, each, runs);
        continue;
      }
      for (Field& field : made.fields) repeat(field, runs);
    }
  }

  const Run& target_;
  Evaluation at_;
  Structure made_;
  SetTable sets_;
  PeerTable peers_;
  NumberMaker numbers_;
  KnownValues<Ranks> chosen_;  ///< by condition and set around
  MessageTable messages_;
  record::CallCensus census_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint64_t, std::uint64_t>> pairs_;
  std::vector<std::uint16_t> open_;
  std::uint64_t turns_ = 0;  ///< iterations of the innermost loop around
  std::uint64_t records_ = 0;
  std::uint64_t sends_ = 0, receives_ = 0, sent_ = 0, received_ = 0;
};

}  // namespace

Grown grow(const Model& model, const Run& target, const PartnerForms& partners, const GroupForms& groups,
           const std::vector<std::string>& states, Findings& findings) {
  return Grower(target, partners, groups, findings).run(model.body, states);
}

}  // namespace trgen::extrapolation
