// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/program_cursor.hpp"

#include <span>

namespace trgen::programs {
namespace {

using record::Kind;
using record::Record;

constexpr std::uint64_t call_time_ns = 200;

bool is_send(OperationKind kind) { return kind == OperationKind::send || kind == OperationKind::send_start; }

Record message_of(const Operation& operation) {
  return {.kind = is_send(operation.kind) ? Kind::send : Kind::receive,
          .any_source = operation.peer == any_rank,
          .peer = operation.peer,
          .tag = operation.tag,
          .communicator = operation.communicator,
          .bytes = operation.amount};
}

}  // namespace

ProgramCursor::ProgramCursor(std::shared_ptr<const Program> program, const collectives::Choice& choice,
                             bool messages_only)
    : cursor_(std::move(program), choice), messages_only_(messages_only), ranks_(cursor_.program().ranks()) {}

bool ProgramCursor::next(std::uint32_t rank, Record& out) {
  if (rank >= ranks_.size()) return false;
  Position& at = ranks_[rank];
  if (at.index == at.ready.size() && !refill(rank)) return false;
  out = at.ready[at.index++];
  out.line = ++at.line;
  return true;
}

/// Reads operations until there are records, or the rank ends.
bool ProgramCursor::refill(std::uint32_t rank) {
  Position& at = ranks_[rank];
  at.ready.clear();
  at.index = 0;
  if (!std::exchange(at.begun, true)) call(at, OwnState::init, nullptr, 0);
  Operation each;
  while (at.ready.empty() && !at.ended) {
    if (cursor_.next(rank, each)) {
      operation(rank, each);
    } else {
      at.ended = true;
      if (cursor_.failure().empty()) call(at, OwnState::finalize, nullptr, 0);
    }
  }
  return !at.ready.empty();
}

std::uint16_t ProgramCursor::state(OwnState own) const {
  return static_cast<std::uint16_t>(cursor_.program().state_names().size() + collectives::kinds +
                                    static_cast<std::size_t>(own));
}

void ProgramCursor::add(Position& at, const Record& record) {
  if (messages_only_ && !record::is_message(record.kind)) return;
  at.ready.push_back(record);
  at.ready.back().time_ns = messages_only_ ? 0 : at.time;
}

/// Appends a call with its messages, in a state of its own unless the rank is in one.
void ProgramCursor::call(Position& at, OwnState own, const Operation* messages, std::size_t count) {
  const bool inside = at.depth > 0;
  if (!inside) add(at, {.kind = Kind::state_start, .state = state(own)});
  at.time += call_time_ns / 2;
  for (const Operation& each : std::span(messages, count)) add(at, message_of(each));
  at.time += call_time_ns / 2;
  if (!inside) add(at, {.kind = Kind::state_end, .state = state(own)});
}

void ProgramCursor::operation(std::uint32_t rank, const Operation& each) {
  Position& at = ranks_[rank];
  switch (each.kind) {
    case OperationKind::compute:
      at.time += each.amount;
      break;
    case OperationKind::send:
      call(at, OwnState::send, &each, 1);
      break;
    case OperationKind::receive:
      call(at, OwnState::receive, &each, 1);
      break;
    case OperationKind::send_start:
      call(at, OwnState::send_start, &each, 1);
      break;
    case OperationKind::receive_start:
      if (at.pending.size() <= each.request) at.pending.resize(each.request + std::size_t{1});
      at.pending[each.request] = each;
      call(at, OwnState::receive_start, nullptr, 0);
      break;
    case OperationKind::wait:
    case OperationKind::wait_any:
      complete(at, each);
      break;
    case OperationKind::enter:
    case OperationKind::leave:
      at.depth += each.kind == OperationKind::enter ? 1U : 0U;
      add(at, {.kind = each.kind == OperationKind::enter ? Kind::state_start : Kind::state_end, .state = each.state});
      at.depth -= each.kind == OperationKind::leave && at.depth > 0 ? 1U : 0U;
      at.time += at.depth > 0 ? call_time_ns / 2 : 0;
      break;
    case OperationKind::collective:
      break;
  }
}

void ProgramCursor::complete(Position& at, const Operation& wait) {
  completed_.clear();
  const bool any = wait.kind == OperationKind::wait_any;
  for (std::uint32_t i = 0; i < wait.requests; ++i) {
    const std::size_t request = wait.request + std::size_t{i};
    if (request >= at.pending.size() || at.pending[request].kind != OperationKind::receive_start) continue;
    completed_.push_back(std::exchange(at.pending[request], {}));
    if (any) break;
  }
  call(at, any ? OwnState::wait_any : OwnState::wait, completed_.data(), completed_.size());
}

}  // namespace trgen::programs
