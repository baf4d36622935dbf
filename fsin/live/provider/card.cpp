// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/provider/card.hpp"

#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>

#include <algorithm>
#include <cstring>

#include "fsin/live/queues.hpp"

namespace fsin::live::provider {
namespace {

std::uint64_t bytes_of(const iovec* pieces, std::size_t count) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) bytes += pieces[i].iov_len;
  return bytes;
}

/// Offset in the file of a long message that is in memory which ranks share; else 0. Nobody knows its bytes for sure,
/// so it stays where it is until it is received.
std::uint64_t common_of(const Outgoing& message, std::uint64_t bytes) {
  if (bytes < least_in_place || message.count != 1 || fsin_live_common == nullptr) return 0;
  return fsin_live_common(message.pieces[0].iov_base, bytes);
}

}  // namespace

std::uint64_t Card::insert(std::uint32_t rank) {
  const Held held(rank_);
  addresses_.push_back(rank);
  return addresses_.size() - 1;
}

std::uint32_t Card::rank_at(std::uint64_t address) {
  const Held held(rank_);
  return address < addresses_.size() ? addresses_[address] : anybody;
}

ssize_t Card::send(const Outgoing& message) {
  const Held held(rank_);
  if (message.destination >= addresses_.size()) return -FI_EINVAL;
  const std::uint64_t bytes = bytes_of(message.pieces, message.count);
  const std::uint64_t common = common_of(message, bytes);
  const std::uint64_t offset = arena_.take(common != 0 ? 0 : bytes);
  if (offset == 0) {
    fsin_live_stop("has no room left for the messages that it has sent and nobody has received: its arena is full");
    return -FI_ENOMEM;
  }
  MessageHead& head = rank_.memory.message(offset);
  head.source = rank_.rank;
  head.destination = addresses_[message.destination];
  head.tag = message.tag;
  head.data = message.data;
  head.bytes = bytes;
  head.common = common;
  head.tagged = message.tagged ? 1 : 0;
  head.has_data = message.has_data ? 1 : 0;
  std::byte* to = rank_.memory.bytes_of(offset);
  for (std::size_t i = 0; i < message.count && common == 0; ++i) {
    if (message.pieces[i].iov_len != 0) std::memcpy(to, message.pieces[i].iov_base, message.pieces[i].iov_len);
    to += message.pieces[i].iov_len;
  }
  Completion done;
  done.entry.op_context = message.context;
  done.entry.flags = FI_SEND | (message.tagged ? FI_TAGGED : FI_MSG);
  message.completes ? complete(done) : count(done);
  be_active();
  if (head.destination == rank_.rank) {
    ++rank_.block->self_messages;
    log_send(head);
    arrive(offset);
  } else {
    hand_out(offset);
  }
  return 0;
}

/// Into the turn that is handed over next. The simulator may be reading while a call waits: such a message goes with
/// the turn after it, which is counted, for its time is then that of the answer.
void Card::hand_out(std::uint64_t offset) {
  if (rank_.phase != Phase::running) return put_into_mail(offset);
  const bool goes = !rank_.stands;
  if (goes || rank_.many) rank_.clock += rank_.memory.shared().costs.send;
  rank_.memory.message(offset).leaves = rank_.clock;
  if (goes) return queue(offset);
  rank_.block->late.fetch_add(1, std::memory_order_relaxed);
  late_.push_back(offset);
}

void Card::queue(std::uint64_t offset) {
  const MessageHead& head = rank_.memory.message(offset);
  rank_.block->quiet = std::min(rank_.block->quiet, head.leaves + rank_.memory.shared().answer);
  rank_.block->bytes_sent += head.bytes;
  queue_send(rank_, offset);
  log_send(head);
}

void Card::put_into_mail(std::uint64_t offset) {
  MessageHead& head = rank_.memory.message(offset);
  std::atomic<std::uint64_t>& stack = rank_.memory.rank(head.destination).mail;
  head.next = stack.load(std::memory_order_relaxed);
  while (!stack.compare_exchange_weak(head.next, offset, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

void Card::log_send(const MessageHead& head) {
  if (!logs_calls(rank_)) return;
  log_event(rank_, Logged::send, 0, {rank_.clock, head.bytes, head.tag, head.destination, 0});
}

/// A receive is logged where the library reads that it is complete. One that finds its message come already is complete
/// when it is posted, and logged there it would stand before the sends that the library does before it waits.
void Card::log_receive(const Completion& done) {
  if (!logs(rank_, Logging::everything)) return;
  const fi_cq_err_entry& entry = done.entry;
  log_event(rank_, Logged::receive, 0,
            {rank_.clock, entry.len + entry.olen, entry.tag, done.source, done.from_anybody ? 1U : 0U});
}

bool Card::fits(const Receive& receive, const MessageHead& head) {
  return (receive.source == anybody || receive.source == head.source) &&
         ((receive.tag ^ head.tag) & ~receive.ignore) == 0;
}

void Card::arrive(std::uint64_t offset) {
  const MessageHead& head = rank_.memory.message(offset);
  Receives& posted = receives_[head.tagged];
  const auto found = std::find_if(posted.begin(), posted.end(), [&](const Receive& each) { return fits(each, head); });
  if (found == posted.end()) {
    unexpected_[head.tagged].push_back({offset, nullptr});
  } else if (deliver(*found, offset)) {
    posted.erase(found);
  }
}

/// Some bytes of a message.
void Card::take_bytes(std::byte* to, std::uint64_t offset, std::uint64_t first, std::uint64_t bytes) const {
  const MessageHead& head = rank_.memory.message(offset);
  if (head.common == 0) {
    std::memcpy(to, rank_.memory.bytes_of(offset) + first, bytes);
  } else if (fsin_live_common(to, bytes) != head.common + first) {  // else they are the same memory
    std::memcpy(to, fsin_live_common_at(head.common + first, bytes), bytes);
  }
}

bool Card::deliver(Receive& receive, std::uint64_t offset) {
  const MessageHead& head = rank_.memory.message(offset);
  const bool several = (receive.flags & FI_MULTI_RECV) != 0;
  const std::uint64_t room = bytes_of(receive.pieces.data(), receive.pieces.size()) - receive.used;
  const std::uint64_t taken = std::min(room, head.bytes);
  Completion done;
  done.source = head.source;
  done.takes_message = true;
  done.from_anybody = receive.source == anybody;
  fi_cq_err_entry& entry = done.entry;
  entry.op_context = receive.context;
  entry.flags = FI_RECV | (head.tagged != 0 ? FI_TAGGED : FI_MSG) | (head.has_data != 0 ? FI_REMOTE_CQ_DATA : 0);
  entry.len = taken;
  entry.data = head.data;
  entry.tag = head.tag;
  std::uint64_t copied = 0, skip = receive.used;
  for (const iovec& piece : receive.pieces) {
    const std::uint64_t begin = std::min<std::uint64_t>(skip, piece.iov_len);
    skip -= begin;
    auto* to = static_cast<std::byte*>(piece.iov_base) + begin;
    if (entry.buf == nullptr && begin < piece.iov_len) entry.buf = to;
    const std::uint64_t part = std::min<std::uint64_t>(piece.iov_len - begin, taken - copied);
    if (part != 0) take_bytes(to, offset, copied, part);
    copied += part;
  }
  if (taken < head.bytes) {
    entry.err = FI_ETRUNC;
    entry.olen = head.bytes - taken;
  }
  if (head.source != rank_.rank && rank_.phase == Phase::running) rank_.clock += rank_.memory.shared().costs.receive;
  receive.used += taken;
  const bool ends = !several || room - taken < least_room;
  if (several && ends) entry.flags |= FI_MULTI_RECV;
  Arena::give_back(rank_.memory, offset);
  receive.completes || entry.err != 0 ? complete(done) : count(done);
  return ends;
}

ssize_t Card::receive(Receive receive, bool tagged) {
  const Held held(rank_);
  be_active();
  Messages& come = unexpected_[tagged ? 1 : 0];
  for (auto each = come.begin(); each != come.end();) {
    if (each->claimed != nullptr || !fits(receive, rank_.memory.message(each->offset))) {
      ++each;
      continue;
    }
    const bool ends = deliver(receive, each->offset);
    each = come.erase(each);
    if (ends) return 0;
  }
  receives_[tagged ? 1 : 0].push_back(std::move(receive));
  if (!rank_.many) rank_.posted = &receives_[tagged ? 1 : 0].back().request;  // else another thread may take it away
  return 0;
}

ssize_t Card::look(const Receive& receive) {
  const Held held(rank_);
  if ((receive.flags & FI_PEEK) != 0) {
    if (!answer(receive, false)) looks_.push_back(receive);
    return 0;
  }
  Messages& come = unexpected_[1];
  const auto claimed =
      std::find_if(come.begin(), come.end(), [&](const Waiting& each) { return each.claimed == receive.context; });
  if (claimed == come.end()) return -FI_EINVAL;
  Receive taker = receive;
  taker.flags = 0;
  if ((receive.flags & FI_DISCARD) != 0) taker.pieces.clear();
  deliver(taker, claimed->offset);
  if ((receive.flags & FI_DISCARD) != 0) receives_to_->back().entry.err = 0;
  come.erase(claimed);
  be_active();
  return 0;
}

/// Whether the question of FI_PEEK has its answer: a message that has come, or `finally` that none has.
bool Card::answer(const Receive& look, bool finally) {
  Messages& come = unexpected_[1];
  const auto found = std::find_if(come.begin(), come.end(), [&](const Waiting& each) {
    return each.claimed == nullptr && fits(look, rank_.memory.message(each.offset));
  });
  if (found == come.end() && !finally) return false;
  Completion done;
  done.entry.op_context = look.context;
  done.entry.flags = FI_RECV | FI_TAGGED;
  if (found == come.end()) {
    done.entry.err = FI_ENOMSG;
    done.entry.tag = look.tag;
    complete(done);
    return true;
  }
  const MessageHead& head = rank_.memory.message(found->offset);
  done.source = head.source;
  done.entry.flags |= head.has_data != 0 ? FI_REMOTE_CQ_DATA : 0;
  done.entry.len = head.bytes;
  done.entry.data = head.data;
  done.entry.tag = head.tag;
  complete(done);
  if ((look.flags & FI_CLAIM) != 0) found->claimed = look.context;
  if ((look.flags & FI_DISCARD) != 0) {
    Arena::give_back(rank_.memory, found->offset);
    come.erase(found);
  }
  return true;
}

void Card::answer_looks(bool finally) {
  std::erase_if(looks_, [&](const Receive& look) { return answer(look, finally); });
}

bool Card::cancel(void* context) {
  const Held held(rank_);
  for (Receives& posted : receives_) {
    const auto found =
        std::find_if(posted.begin(), posted.end(), [&](const Receive& r) { return r.context == context; });
    if (found == posted.end()) continue;
    Completion done;
    done.entry.op_context = context;
    done.entry.flags = FI_RECV | (&posted == &receives_[1] ? FI_TAGGED : FI_MSG);
    done.entry.tag = found->tag;
    done.entry.err = FI_ECANCELED;
    complete(done);
    posted.erase(found);
    be_active();
    return true;
  }
  return false;
}

}  // namespace fsin::live::provider
