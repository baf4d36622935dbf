// SPDX-License-Identifier: Apache-2.0
// Waits for requests, and tests of them.
//
// A trace does not say which of its tests found a request complete. Where a wait for the request follows, tests are
// left out, since the wait comes after them in any case; where none follows, the program went on after its last test,
// which becomes the wait.
#include <fmt/format.h>

#include <algorithm>

#include "trgen/formats/ti/fields.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

using formats::ti::Op;
using Sort = Pending::Sort;

constexpr std::size_t most_undecided = 4096;  // requests of a rank that may be complete

}  // namespace

/// Waits for requests that the line names by their numbers.
void Translator::wait_for_numbers(OperationKind kind, std::string_view numbers) {
  io::Fields parts(numbers, ',');
  while (!parts.done()) {
    const auto range = formats::ti::request_range(parts.next());
    if (!range || (kind == OperationKind::wait_any && !parts.done())) {
      return line_.refuse(line_.size(), fmt::format("req={} is no {} of requests, such as 0-7", numbers,
                                                    kind == OperationKind::wait_any ? "range" : "list of ranges"));
    }
    rank_->numbers = std::max(rank_->numbers, range->first + range->count);
    add({.kind = kind, .request = range->first, .requests = range->count});
  }
}

/// The request named by `<source> <destination> <tag>`; null where it is no pending request of the rank.
Pending* Translator::named_by_line(std::uint32_t& source, std::uint32_t& destination, std::int32_t& tag) {
  source = line_.peer(0);
  destination = line_.has(1) ? line_.peer(1) : self_;
  tag = line_.has(2) ? line_.tag(2) : 0;
  if (!line_.good() || !rank_exists(source, 0) || !rank_exists(destination, 1)) return nullptr;
  if (tag < 0 && tag != any_tag) return rank_->pending.find_collective(tag);
  if (destination == self_) {
    if (Pending* const received = rank_->pending.find_receive(source, tag)) return received;
  }
  return source == self_ ? rank_->pending.find(Sort::send, destination, tag) : nullptr;
}

/// The source of a persistent receive, which has been posted, is this one, or remains unknown (any_rank).
void Translator::know_source(Pending& started, std::uint32_t source) {
  if (started.sort != Sort::started) return;
  started.sort = Sort::receive;
  started.peer = source;
  receives_any_ = receives_any_ || source == any_rank || started.tag == any_tag;
  if (source == any_rank) return;
  store_.set_source(self_, started.source, source);
  count_for_balance({.kind = OperationKind::receive_start,
                     .tag = started.tag,
                     .peer = source,
                     .communicator = started.communicator,
                     .amount = started.bytes});
}

void Translator::wait_for(Pending* pending, std::uint32_t source) {
  waits_for_sends_ = waits_for_sends_ || pending->sort == Sort::send;
  know_source(*pending, source);
  add({.kind = OperationKind::wait, .request = pending->request, .requests = 1});
  rank_->pending.remove(pending);
}

void Translator::wait() {
  if (const std::string_view numbers = line_.field("req"); !numbers.empty())
    return wait_for_numbers(OperationKind::wait, numbers);
  if (line_.size() == 0) {  // the dialect of the papers: the request that was started last
    if (rank_->pending.empty()) {
      ++counts_->without_request;
      return;
    }
    return wait_for(rank_->pending.end() - 1, any_rank);
  }
  std::uint32_t source = 0, destination = 0;
  std::int32_t tag = 0;
  Pending* const pending = named_by_line(source, destination, tag);
  if (!line_.good()) return;
  if (pending != nullptr) return wait_for(pending, source);
  const bool own = destination == self_ || (source == self_ && destination != any_rank);
  if (rank_->starts_unknown && own && tag >= 0) return start_late(source, destination, tag);
  // MPI_PROC_NULL has no request, and neither has one that MPI_Waitany completed as the last.
  counts_->without_request += line_.peer(0) == any_rank || (line_.has(1) && line_.peer(1) == any_rank) ? 0 : 1;
}

/// No wait will name the sources of the persistent receives that have been started.
void Translator::leave_sources_open() {
  for (Pending& each : rank_->pending) know_source(each, any_rank);
}

/// Waits for all requests of the rank, as smpi_replay does, unless the line names some.
void Translator::wait_all() {
  if (const std::string_view numbers = line_.field("req"); !numbers.empty())
    return wait_for_numbers(OperationKind::wait, numbers);
  if (rank_->pending.empty()) return;
  note_sends();
  leave_sources_open();
  wait_for_pending(OperationKind::wait);
  rank_->pending.clear();
}

/// Notes whether a wait for all or any of the pending requests may be for a send.
void Translator::note_sends() {
  waits_for_sends_ = waits_for_sends_ || std::any_of(rank_->pending.begin(), rank_->pending.end(),
                                                     [](const Pending& each) { return each.sort == Sort::send; });
}

/// Waits for all pending requests, which are the active ones in the range of their numbers.
void Translator::wait_for_pending(OperationKind kind) {
  const auto [lowest, highest] =
      std::minmax_element(rank_->pending.begin(), rank_->pending.end(),
                          [](const Pending& a, const Pending& b) { return a.request < b.request; });
  add({.kind = kind, .request = lowest->request, .requests = highest->request - lowest->request + 1});
}

void Translator::wait_any() {
  if (const std::string_view numbers = line_.field("req"); !numbers.empty())
    return wait_for_numbers(OperationKind::wait_any, numbers);
  if (line_.size() >= 3) return wait();
  if (rank_->pending.empty()) return;
  ++counts_->of_any;
  note_sends();
  leave_sources_open();
  wait_for_pending(OperationKind::wait_any);
  rank_->pending.complete_any();
}

void Translator::test() {
  std::uint32_t source = 0, destination = 0;
  std::int32_t tag = 0;
  Pending* const pending = named_by_line(source, destination, tag);
  if (pending == nullptr || !line_.good()) return;
  know_source(*pending, source);
  sleep(settings_.test_ns);
  pending->test = store_.add_possible_wait(self_, pending->request);
  pending->tested_with_others = false;
}

/// Tests requests that the action does not name: it may mean any of the pending ones.
void Translator::test_all() {
  counts_->tests += rank_->pending.empty() ? 0 : 1;
  if (!rank_->pending.empty()) sleep(settings_.test_ns);
  leave_sources_open();
  for (Pending& each : rank_->pending) {
    if (each.is_tested() && !each.tested_with_others) continue;
    each.test = store_.add_possible_wait(self_, each.request);
    each.tested_with_others = true;
  }
}

/// Decides about a request whose name is started again: the one before was complete in the traced program, where a wait
/// for any, or tests of several, may have found it so.
void Translator::decide(const Pending& started) {
  Pending* const before = rank_->pending.find(started.sort, started.peer, started.tag);
  if (before == nullptr) return;
  if (before->tested_with_others || rank_->pending.some_are_complete()) know_source(*before, any_rank);
  if (before->tested_with_others) {
    store_.make_wait(self_, before->test);
    ++counts_->decided_by_tests;
  } else if (!rank_->pending.some_are_complete()) {
    return;
  } else {
    add({.kind = OperationKind::wait, .request = before->request, .requests = 1});
  }
  rank_->pending.remove(before);
}

/// Bounds the pending requests of a rank that completes its requests by tests alone: the first one is decided.
void Translator::limit_pending() {
  PendingRequests& pending = rank_->pending;
  if (pending.size() <= most_undecided) return;
  Pending* const first = pending.begin();
  if (first->is_tested()) {
    store_.make_wait(self_, first->test);
    ++counts_->decided_by_tests;
    pending.remove(first);
  } else if (pending.some_are_complete()) {
    wait_for(first, any_rank);
  }
}

void Translator::end_of_rank(Rank& rank) {
  rank_ = &rank;
  for (Pending& each : rank.pending) {
    if (!each.is_tested()) continue;
    store_.make_wait(self_, each.test);
    ++counts_->decided_by_tests;
  }
  if (!rank.pending.empty()) {
    std::uint64_t left = 0, sends = 0;
    for (const Pending& each : rank.pending) {
      if (each.is_tested()) continue;
      ++left;
      sends += each.sort == Sort::send ? 1 : 0;
    }
    if (!rank.pending.some_are_complete()) {
      counts_->sends_left += sends;
      counts_->others_left += left - sends;
    }
    leave_sources_open();
    if (left > 0) wait_for_pending(OperationKind::wait);
    rank.pending.clear();
  }
}

}  // namespace trgen::programs::ti
