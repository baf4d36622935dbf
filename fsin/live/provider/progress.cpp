// SPDX-License-Identifier: Apache-2.0
// Progress of a card: completions are read, and a rank that has none hands its turn over.
//
// A read that follows an event is answered at once with "nothing", for a library reads until it gets that, and some of
// its calls have several parts that feed each other and look in turn. So some looks are free, fewer in calls of
// messages alone (CallKind::plain), after which the rank hands its turn over. Without an open receive there is nothing
// that could come, and the library is at work by itself, or waits for its launcher: simulated time stands until it is
// done, for two seconds at most. In a test one look is free after something has come; any other costs the time of a
// test.
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "fsin/live/provider/card.hpp"
#include "fsin/live/queues.hpp"

namespace fsin::live::provider {
namespace {

/// A loop in which a rank waits for what another one is to do to its memory sends nothing and waits for nothing. After
/// so many reads of the queue, some of them take the time of a test, each time so many.
constexpr unsigned most_reads = 1'000'000;
constexpr unsigned reads_of_test = 64;
constexpr unsigned most_vain_looks = 1000;
constexpr unsigned looks_without_sleep = 64;
constexpr unsigned most_idle_looks = 20'000;
constexpr unsigned sleep_between_us = 100;

}  // namespace

ssize_t Card::take_completions(Completions& queue, fi_cq_tagged_entry* entries, std::size_t count,
                               std::uint64_t* sources) {
  std::size_t taken = 0;
  for (; taken < count && !queue.empty() && queue.front().entry.err == 0; ++taken) {
    const Completion& done = queue.front();
    entries[taken] = {done.entry.op_context, done.entry.flags, done.entry.len,
                      done.entry.buf,        done.entry.data,  done.entry.tag};
    if (sources != nullptr) {
      const auto found = std::find(addresses_.begin(), addresses_.end(), done.source);
      sources[taken] =
          found == addresses_.end() ? FI_ADDR_NOTAVAIL : static_cast<std::uint64_t>(found - addresses_.begin());
    }
    pop_completion(queue);
  }
  if (taken != 0) {
    rank_.unanswered = false;
    be_active();
    return static_cast<ssize_t>(taken);
  }
  return queue.empty() ? -FI_EAGAIN : -FI_EAVAIL;
}

/// The library has read the first completion.
void Card::pop_completion(Completions& queue) {
  if (queue.front().takes_message) log_receive(queue.front());
  queue.pop_front();
}

ssize_t Card::read(Completions& asked, fi_cq_tagged_entry* entries, std::size_t count, std::uint64_t* sources) {
  const Held held(rank_);
  Completions& queue = queue_of(asked);
  const bool runs = rank_.phase == Phase::running && rank_.depth > 0;
  const bool circles = ++reads_ > most_reads && runs && waits(rank_.kind) && !rank_.many && !rank_.stands;
  if (circles) wait();
  if (queue.empty()) progress();
  return queue.empty() ? -FI_EAGAIN : take_completions(queue, entries, count, sources);
}

/// Takes what has come, or hands the turn over for it.
void Card::progress() {
  const bool runs = rank_.phase == Phase::running && rank_.depth > 0;
  if (rank_.phase != Phase::running) take_mail();
  // Open MPI waits within MPI_Accumulate and the like when it has no buffers left.
  if (runs && rank_.kind == CallKind::immediate && ++rank_.vain_looks > most_vain_looks)
    rank_.kind = CallKind::blocking;
  if (!runs || rank_.kind == CallKind::immediate) return answer_looks(true);
  if (works_by_itself()) return;
  if (rank_.free_looks > 0 && looks_.empty() && !rank_.stands) {
    --rank_.free_looks;
    return;
  }
  if (rank_.many ? wait_among_threads() : is_quiet() || wait()) {
    answer_looks(true);
    rank_.free_looks = waits(rank_.kind) ? looks_after_event() : 0;
  }
}

ssize_t Card::read_error(Completions& asked, fi_cq_err_entry& entry) {
  const Held held(rank_);
  Completions& queue = queue_of(asked);
  if (queue.empty() || queue.front().entry.err == 0) return -FI_EAGAIN;
  entry = queue.front().entry;
  pop_completion(queue);
  be_active();
  return 1;
}

void Card::look_around() {
  const Held held(rank_);
  progress();
}

std::uint64_t Card::deadline(int milliseconds) const {
  constexpr std::uint64_t per_millisecond = 1'000'000'000;  // ps
  return milliseconds < 0 ? no_end : rank_.clock + static_cast<std::uint64_t>(milliseconds) * per_millisecond;
}

bool Card::wait_for(const Completions& asked, std::uint64_t deadline) {
  const Held held(rank_);
  const Completions& queue = queue_of(const_cast<Completions&>(asked));
  deadline_ = deadline;
  while (queue.empty() && rank_.clock < deadline) progress();
  deadline_ = no_end;
  return !queue.empty();
}

bool Card::wait_for(const Count& counter, std::uint64_t threshold, std::uint64_t deadline) {
  const Held held(rank_);
  const std::uint64_t errors = counter.errors;
  deadline_ = deadline;
  while (counter.value < threshold && counter.errors == errors && rank_.clock < deadline) progress();
  deadline_ = no_end;
  return counter.value >= threshold || counter.errors != errors;
}

bool Card::works_by_itself() {
  if (has_queues()) return false;
  const bool waits = !receives_[0].empty() || !receives_[1].empty() || !looks_.empty();
  if (waits || rank_.stands || !fsin::live::waits(rank_.kind) || idle_looks_ == most_idle_looks) return false;
  if (++idle_looks_ > looks_without_sleep) usleep(sleep_between_us);
  return true;
}

/// Whether a test finds nothing for certain: it takes its time, and needs no turn.
bool Card::is_quiet() {
  if (rank_.kind != CallKind::test || rank_.stands) return false;
  const std::uint64_t cost = rank_.memory.shared().costs.test;
  RankBlock& block = *rank_.block;
  if (rank_.clock + cost > block.quiet) return false;
  TestRow* last = block.test_rows != 0 ? &block.tests[block.test_rows - 1] : nullptr;
  if (last != nullptr && last->begin + last->count * cost == rank_.clock) {
    ++last->count;
  } else {
    if (block.test_rows == most_test_rows) return false;
    block.tests[block.test_rows++] = {rank_.clock, 1};
  }
  rank_.clock += cost;
  return true;
}

/// A test waits for its answer however long that takes in real time, for the program would go on without it. Any other
/// call comes back here until it has what it waits for.
bool Card::wait() {
  if (!rank_.stands) hand_over();
  while (!sleep_until_turn()) {
    if (rank_.kind != CallKind::test) return false;
  }
  take_arrivals();
  return true;
}

void Card::hand_over() {
  const bool looks = rank_.kind == CallKind::test || reads_ > most_reads;
  if (reads_ > most_reads) reads_ -= reads_of_test;
  hand_over(rank_.clock, looks ? rank_.clock + rank_.memory.shared().costs.test : deadline_);
}

void Card::hand_over(std::uint64_t clock, std::uint64_t until) {
  RankBlock& block = *rank_.block;
  block.reason = Reason::waits;
  block.clock = clock;
  block.until = until;
  block.computed = rank_.computed;
  std::strncpy(block.call, rank_.call, sizeof block.call - 1);
  block.open_receives = static_cast<std::uint32_t>(receives_[0].size() + receives_[1].size());
  const Receive* first = !looks_.empty() ? &looks_.front() : !receives_[1].empty() ? &receives_[1].front() : nullptr;
  block.wanted_source = first != nullptr ? first->source : anybody;
  block.wanted_tag = first != nullptr ? first->tag : 0;
  tell_wanted();
  block.arrived = 0;
  rank_.stands = true;
  hand_turn(rank_.memory, block, Turn::simulator);
}

/// A message that no open receive takes changes nothing for a rank that waits: it needs no turn for it. Receives are
/// open or not until then, for the rank does nothing meanwhile. Where the call waits for all of some receives, those
/// that come before the last one change nothing either, unless receiving takes time, a trace is to tell when, or the
/// library goes on with something else.
void Card::tell_wanted() {
  RankBlock& block = *rank_.block;
  block.wants_all =
      rank_.many || !fsin::live::waits(rank_.kind) || !looks_.empty() || block.open_receives > most_wanted;
  block.needs = 0;
  if (block.wants_all) return;
  const bool for_all =
      rank_.kind == CallKind::plain && rank_.memory.shared().costs.receive == 0 && !logs(rank_, Logging::everything);
  Wanted* next = block.wanted;
  for (std::uint8_t tagged = 0; tagged < 2; ++tagged) {
    for (const Receive& each : receives_[tagged]) {
      block.wants_all = block.wants_all || (each.flags & FI_MULTI_RECV) != 0;  // takes more than one
      const bool needed = for_all && is_waited_for(each);
      if (needed) ++block.needs;
      *next++ = {each.tag, each.ignore, each.source, tagged, needed, 0};
    }
  }
  if (block.needs != 0) return;
  block.needs = 1;  // any of them
  for (Wanted* each = block.wanted; each != next; ++each) each->needed = 1;
}

bool Card::is_waited_for(const Receive& receive) const {
  if (receive.request == 0) return false;
  for (std::uint32_t i = 0; i < rank_.request_count; ++i) {
    if (handle_at(rank_, rank_.requests, i) == receive.request) return true;
  }
  return false;
}

/// False when the time is up and the turn has not come back: the library looks after its own affairs, and asks again.
bool Card::sleep_until_turn() {
  if (!sleep_for_turn(rank_.memory, *rank_.block)) return false;
  take_turn();
  return true;
}

void Card::take_turn() {
  rank_.stands = false;
  rank_.granted = rank_.block->granted;
  if (rank_.granted > rank_.clock) rank_.clock = rank_.granted;
  for (const std::uint64_t offset : std::exchange(late_, {})) {
    if (!rank_.many) {
      hand_out(offset);
      continue;
    }
    MessageHead& head = rank_.memory.message(offset);
    head.leaves = std::max(head.leaves, rank_.granted);
    queue(offset);
  }
}

/// Messages of MPI_Init and MPI_Finalize, those of a sender in their order. While one is waited for, the others may
/// have the core.
void Card::take_mail() {
  std::uint64_t offset = rank_.block->mail.exchange(0, std::memory_order_acquire);
  if (offset == 0 && !receives_[1].empty()) usleep(sleep_between_us);
  std::vector<std::uint64_t> come;
  for (; offset != 0; offset = rank_.memory.message(offset).next) come.push_back(offset);
  for (auto each = come.rbegin(); each != come.rend(); ++each) arrive(*each);
}

void Card::take_arrivals() {
  RankBlock& block = *rank_.block;
  const std::uint32_t count = std::exchange(block.arrived, 0);
  if (count != 0) {
    reads_ = rank_.parts = 0;
    rank_.waited = true;
    ++rank_.events;
  }
  for (std::uint32_t i = 0; i < count; ++i) arrive(block.arrivals[i]);
}

}  // namespace fsin::live::provider
