// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/expand/expanded_trace.hpp"

#include <fmt/format.h>

#include <array>

#include "trgen/programs/collectives/expansion.hpp"

namespace trgen::programs::expand {

using collectives::Expansion;
using record::Record;

class ExpandedCursor final : public record::TraceCursor {
 public:
  explicit ExpandedCursor(const ExpandedTrace& trace)
      : trace_(trace), regular_(trace.regular_->open()), ranks_(trace.ranks()) {}

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= ranks_.size()) return false;
    Position& at = ranks_[rank];
    while (at.given == at.made.size()) {
      if (!at.expansion || at.round == at.rounds) {
        at.expansion.reset();
        return regular_record(rank, at, out);
      }
      make_round(at);
    }
    out = at.made[at.given++];
    return true;
  }

  std::string failure() const override { return regular_->failure(); }

  /// Number of records of the file that were returned.
  std::uint64_t passed(std::uint32_t rank) const { return ranks_[rank].passed; }

 private:
  /// A receive that was started and has not been waited for.
  struct Awaited {
    std::uint32_t request;
    Record message;
  };
  struct Position {
    std::optional<Expansion> expansion;
    std::uint32_t v = 0;  ///< the rank in the communicator of the expansion
    std::uint32_t round = 0;
    std::uint32_t rounds = 0;
    std::uint64_t begin_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t line = 0;
    std::vector<Record> made;  ///< the messages of a round
    std::vector<Awaited> awaited;
    std::size_t given = 0;
    std::optional<Record> ahead;  ///< the record that follows the beginning of the state
    std::uint64_t passed = 0;
  };

  bool regular_record(std::uint32_t rank, Position& at, Record& out) {
    if (at.ahead) {
      out = *at.ahead;
      at.ahead.reset();
    } else if (!regular_->next(rank, out)) {
      return false;
    }
    ++at.passed;
    if (out.kind == record::Kind::state_start && out.collective) begin(rank, at, out);
    return true;
  }

  void begin(std::uint32_t rank, Position& at, const Record& start) {
    const auto call = trace_.survey_.expanded_call(start, rank);
    if (!call) return;
    const Communicators& communicators = trace_.communicators_;
    using collectives::Apart;
    at.expansion.emplace(trace_.choice_, call->call, communicators.group(call->communicator), start.communicator,
                         communicators.has_contexts() ? Apart::context : Apart::tags);
    at.v = communicators.place(call->communicator, rank);
    at.round = 0;
    at.rounds = at.expansion->rounds(at.v);
    at.begin_ns = at.end_ns = start.time_ns;
    at.line = start.line;
    Record ahead;
    if (!regular_->next(rank, ahead)) return;
    at.ahead = ahead;
    if (ahead.time_ns > at.begin_ns) at.end_ns = ahead.time_ns;
  }

  /// Makes the messages of a round: a send where it is started, a receive where it is waited for.
  void make_round(Position& at) {
    at.made.clear();
    at.given = 0;
    operations_.clear();
    at.expansion->round(at.v, at.round++, 0, operations_);
    const std::uint64_t steps = std::uint64_t{at.rounds} + 1;
    const std::uint64_t span = at.end_ns - at.begin_ns;
    const std::uint64_t time = at.begin_ns + span / steps * at.round + span % steps * at.round / steps;
    for (const Operation& each : operations_) {
      const Record message{.kind = is_send(each) ? record::Kind::send : record::Kind::receive,
                           .peer = each.peer,
                           .tag = each.tag,
                           .communicator = each.communicator,
                           .bytes = each.amount,
                           .time_ns = time,
                           .line = at.line};
      switch (each.kind) {
        case OperationKind::send:
        case OperationKind::send_start:
        case OperationKind::receive:
          at.made.push_back(message);
          break;
        case OperationKind::receive_start:
          at.awaited.push_back({each.request, message});
          break;
        case OperationKind::wait:
          take_awaited(at, each, time);
          break;
        default:
          break;
      }
    }
  }

  /// Makes the receives that a wait is for, in the order in which they were started.
  static void take_awaited(Position& at, const Operation& wait, std::uint64_t time) {
    const auto is_meant = [&](const Awaited& each) {
      return each.request >= wait.request && each.request - wait.request < wait.requests;
    };
    for (const Awaited& each : at.awaited) {
      if (!is_meant(each)) continue;
      at.made.push_back(each.message);
      at.made.back().time_ns = time;
    }
    std::erase_if(at.awaited, is_meant);
  }

  static bool is_send(const Operation& each) {
    return each.kind == OperationKind::send || each.kind == OperationKind::send_start;
  }

  const ExpandedTrace& trace_;
  std::unique_ptr<record::TraceCursor> regular_;
  std::vector<Position> ranks_;
  Operations operations_;
};

ExpandedTrace::ExpandedTrace(Source regular, const collectives::Choice& choice)
    : regular_(std::move(regular)),
      choice_(choice),
      communicators_(*regular_),
      survey_(*regular_, communicators_, choice_),
      digest_(fmt::format("collectives ({}) of {}", choice_.describe(), regular_->digest())),
      warnings_(regular_->warnings()) {
  records_ = regular_->records();
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) records_ += survey_.inserted(rank);
  warn();
}

void ExpandedTrace::warn() {
  constexpr std::array<std::string_view, obstacles> why{
      "the trace does not say communicator, root and bytes",
      "the trace does not say the members of the communicator",
      "the members of the communicator do not tell the same of its collectives",
      "the trace does not say the bytes from each rank to each other",
      "a nonblocking collective may go on beyond its call",
      "no table says how it is done"};
  for (std::size_t state = 0; state < survey_.missed().size(); ++state) {
    for (std::size_t obstacle = 0; obstacle < obstacles; ++obstacle) {
      const std::uint64_t calls = survey_.missed()[state][obstacle];
      if (calls == 0) continue;
      warnings_.push_back(fmt::format("{}: {} call{} of {} not expanded: {}", name(), calls, calls == 1 ? "" : "s",
                                      state_names()[state] + (calls == 1 ? " is" : " are"), why[obstacle]));
    }
  }
}

std::span<const collectives::NotHeeded> ExpandedTrace::not_heeded_of(const record::TraceSource& trace) {
  const auto* expanded = dynamic_cast<const ExpandedTrace*>(&trace);
  if (expanded == nullptr) return {};
  return expanded->survey_.not_heeded();
}

std::uint64_t ExpandedTrace::cursor_bytes(std::uint64_t ranks_read) const {
  constexpr std::uint64_t per_rank = 1024;  // a position, with the messages of a narrow round
  return regular_->cursor_bytes(ranks_read) + ranks_read * per_rank;
}

std::uint64_t ExpandedTrace::number_in_file(std::uint32_t rank, std::uint64_t number) const {
  ExpandedCursor cursor(*this);
  Record record;
  while (number > 0 && cursor.next(rank, record)) --number;
  return regular_->number_in_file(rank, cursor.passed(rank));
}

std::unique_ptr<record::TraceCursor> ExpandedTrace::open() const { return std::make_unique<ExpandedCursor>(*this); }

}  // namespace trgen::programs::expand
