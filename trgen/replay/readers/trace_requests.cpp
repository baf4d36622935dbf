// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/readers/trace_requests.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace trgen::replay {
namespace {

/// Records that are read ahead for the receive of an MPI_Irecv, which may have none: one from MPI_PROC_NULL, say.
constexpr std::size_t most_ahead = 4096;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

using programs::no_request;
using programs::Operation;
using programs::OperationKind;
using record::Kind;
using record::Record;

TraceRequests::TraceRequests(std::shared_ptr<const record::TraceSource> source, const AnySource& any_source,
                             std::uint64_t eager)
    : RecordReader(std::move(source), any_source), eager_(eager), ranks_(source_->ranks()) {
  for (const std::string& name : source_->state_names()) calls_.push_back(call_of(name));
}

TraceRequests::Call TraceRequests::call_of(const std::string& state) {
  if (is_one_of(state, {"MPI_Send", "MPI_Ssend", "MPI_Rsend"})) return Call::blocking_send;
  if (is_one_of(state,
                {"MPI_Isend", "MPI_Issend", "MPI_Irsend", "MPI_Ibsend", "MPI_Bsend", "MPI_Start", "MPI_Startall"}))
    return Call::starts_send;
  if (is_one_of(state, {"MPI_Irecv", "MPI_Imrecv"})) return Call::starts_receive;
  if (state.starts_with("MPI_Wait") || state.starts_with("MPI_Test")) return Call::completes;
  return Call::other;
}

bool TraceRequests::next(std::uint32_t rank, Operation& out) {
  Rank& at = ranks_[rank];
  while (at.ready.empty()) {
    if (at.ahead.empty() && !read_ahead(rank)) return false;
    translate(rank);
  }
  out = at.ready.front().operation;
  at.record = at.ready.front().number;
  at.line = at.ready.front().line;
  at.ready.pop_front();
  return true;
}

/// Reads one more record of the rank. False at its end.
bool TraceRequests::read_ahead(std::uint32_t rank) {
  Rank& at = ranks_[rank];
  Ahead one;
  if (at.ended || !cursor_->next(rank, one.record)) {
    at.ended = true;
    return false;
  }
  ++records_read_;
  one.number = ++at.records;
  if (one.record.kind == Kind::state_start) {
    at.call = calls_.empty() ? Call::other : calls_[one.record.state];
    at.in_marked_state = one.record.any_source;
  }
  one.call = at.call;
  one.in_marked_state = at.in_marked_state;
  if (one.record.kind == Kind::state_end) at.call = Call::starts_send;
  at.ahead.push_back(one);
  return true;
}

/// Makes operations of the record that is next.
void TraceRequests::translate(std::uint32_t rank) {
  Rank& at = ranks_[rank];
  const Ahead one = at.ahead.front();
  at.ahead.pop_front();
  switch (one.record.kind) {
    case Kind::state_start:
      return begin_state(rank, one);
    case Kind::state_end:
      for (const std::uint32_t request : std::exchange(at.state_sends, {})) await(at, request, one);
      add(at, {.kind = OperationKind::leave, .state = one.record.state}, one);
      at.outside = true;
      at.left_state = one.record.time_ns;
      return;
    case Kind::send:
      return send(at, rank, one);
    case Kind::receive:
      return receive(rank, one);
  }
}

void TraceRequests::begin_state(std::uint32_t rank, const Ahead& start) {
  Rank& at = ranks_[rank];
  if (at.outside && start.record.time_ns > at.left_state)
    add(at, {.kind = OperationKind::compute, .amount = start.record.time_ns - at.left_state}, start);
  at.outside = false;
  add(at, {.kind = OperationKind::enter, .state = start.record.state}, start);
  if (start.call == Call::starts_receive) post_next_completed(rank);
}

void TraceRequests::send(Rank& at, std::uint32_t self, const Ahead& one) const {
  Operation operation{.kind = OperationKind::send,
                      .tag = one.record.tag,
                      .peer = one.record.peer,
                      .communicator = one.record.communicator,
                      .amount = one.record.bytes};
  if (one.record.bytes > eager_ && one.record.peer != self && one.call != Call::blocking_send) {
    operation.kind = OperationKind::send_start;
    operation.request = one.call == Call::starts_send ? no_request : take_request(at);
    if (operation.request != no_request) at.state_sends.push_back(operation.request);
  }
  add(at, operation, one);
}

void TraceRequests::receive(std::uint32_t rank, const Ahead& one) {
  Rank& at = ranks_[rank];
  if (one.request != no_request) return await(at, one.request, one);
  Ahead first = one;
  std::size_t others = 0;
  for (std::size_t i = 0;; ++i) {  // up to the end of the state
    if (i == at.ahead.size() && (i == most_ahead || !read_ahead(rank))) break;
    const Record& record = at.ahead[i].record;
    if (!record::is_message(record.kind)) break;
    if (record.kind != Kind::receive || at.ahead[i].request != no_request) continue;
    if (others++ == 0) post(rank, first);
    post(rank, at.ahead[i]);
  }
  if (others != 0) return await(at, first.request, one);
  add(at, any_source_.receive(one.record, one.in_marked_state, rank), one);
}

/// Posts the next receive of the rank that completes in a wait and has not been posted.
void TraceRequests::post_next_completed(std::uint32_t rank) {
  Rank& at = ranks_[rank];
  for (std::size_t i = 0; i < most_ahead && (i < at.ahead.size() || read_ahead(rank)); ++i) {
    Ahead& each = at.ahead[i];
    if (each.record.kind != Kind::receive || each.call != Call::completes || each.request != no_request) continue;
    return post(rank, each);
  }
}

void TraceRequests::post(std::uint32_t rank, Ahead& receive) {
  Rank& at = ranks_[rank];
  receive.request = take_request(at);
  Operation operation = any_source_.receive(receive.record, receive.in_marked_state, rank);
  operation.kind = OperationKind::receive_start;
  operation.request = receive.request;
  add(at, operation, receive);
}

/// The rank waits for a request, which is free afterwards.
void TraceRequests::await(Rank& at, std::uint32_t request, const Ahead& place) {
  add(at, {.kind = OperationKind::wait, .request = request, .requests = 1}, place);
  at.free.push_back(request);
}

void TraceRequests::add(Rank& at, const Operation& operation, const Ahead& place) {
  at.ready.push_back({operation, place.number, place.record.line});
}

std::uint32_t TraceRequests::take_request(Rank& at) {
  if (at.free.empty()) return at.requests++;
  const std::uint32_t request = at.free.back();
  at.free.pop_back();
  return request;
}

void TraceRequests::save(fsin::ByteWriter& out) const { out(records_read_, ranks_); }

void TraceRequests::load(fsin::ByteReader& in) {
  in(records_read_, ranks_);
  read_again([this](std::uint32_t rank) { return ranks_[rank].records; });
}

}  // namespace trgen::replay
