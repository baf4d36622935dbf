// SPDX-License-Identifier: Apache-2.0
// Messages between two ranks.
#include <fmt/format.h>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/fields.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

__extension__ using Wide = unsigned __int128;

using formats::ti::Op;
using Sort = Pending::Sort;

}  // namespace

/// Bytes of an element of the type at this place; if there is none, of the rank's own type.
std::uint64_t Translator::element(std::size_t type_at) {
  if (!line_.has(type_at)) return rank_->doubles ? sizeof(double) : 1;
  const std::int64_t type = line_.number(type_at);
  if (const auto size = formats::ti::type_size(type)) return *size;
  ++(type == -1 ? counts_->derived : counts_->unknown_types);
  return type == -1 ? settings_.derived_type_size.value_or(1) : 1;
}

std::uint64_t Translator::bytes(std::size_t count_at, std::size_t type_at) {
  const Wide total = Wide{line_.count(count_at)} * element(type_at);
  if (total <= formats::most_message_bytes) return static_cast<std::uint64_t>(total);
  line_.refuse(count_at, "no message has so many bytes");
  return 0;
}

bool Translator::peer_exists(std::uint32_t peer, std::size_t at) {
  if (!line_.good()) return false;
  const std::uint32_t limit = announced_.value_or(settings_.most_ranks);
  if (peer >= limit) {
    line_.refuse(at, announced_ ? fmt::format("rank {}, but the trace has {} ranks", peer, limit)
                                : fmt::format("rank {} is out of range", peer));
    return false;
  }
  if (farthest_.line == 0 || peer > farthest_.peer) farthest_ = {peer, number_, file_};
  return true;
}

/// Communicator of the line: `comm=<number>`, else 0, all ranks.
std::uint32_t Translator::communicator_of_line() {
  const std::string_view text = line_.field("comm");
  if (text.empty()) return 0;
  const auto number = fsin::parse_natural(text);
  if (number && *number < Communicators::most) return static_cast<std::uint32_t>(*number);
  line_.refuse(line_.size(), fmt::format("comm={} is no number of a communicator", text));
  return 0;
}

/// Number of the line's request: the one it gives, or a free one.
std::uint32_t Translator::number_for_request() {
  constexpr std::uint64_t most = formats::ti::most_request;
  const std::string_view text = line_.field("req");
  if (text.empty()) {
    if (rank_->numbers > 0) line_.refuse(line_.size(), "it has no number, req=N, as other requests of the rank have");
    return rank_->pending.allocate();
  }
  const auto number = fsin::parse_natural(text);
  if (!number || *number >= most) {
    line_.refuse(line_.size(), fmt::format("req={} is no number of a request, 0 to {}", text, most - 1));
    return 0;
  }
  if (rank_->pending.numbers() > 0)
    line_.refuse(line_.size(), "it has a number, req=N, and other requests of the rank have none");
  rank_->numbers = std::max(rank_->numbers, static_cast<std::uint32_t>(*number) + 1);
  return static_cast<std::uint32_t>(*number);
}

/// Gives a request a number, and keeps it until the trace waits for it.
void Translator::begin(Pending& pending) {
  decide(pending);
  pending.request = number_for_request();
  if (line_.field("req").empty()) rank_->pending.add(pending);
  limit_pending();
  starts_ = true;
}

void Translator::send() {
  const bool tagged = line_.size() > 2;  // else: the dialect of the papers
  Operation message{.kind = OperationKind::send, .peer = line_.peer(0)};
  if (tagged) message.tag = line_.tag(1);
  message.amount = bytes(tagged ? 2 : 1, 3);
  message.communicator = Communicators::streams * communicator_of_line();
  const std::string_view name = line_.action().name;
  const bool synchronous = name == "ssend" || name == "issend";
  message.call = synchronous ? 1 : 0;
  const bool nobody = message.peer == any_rank;  // MPI_PROC_NULL
  if (!nobody && !peer_exists(message.peer, 0)) return;
  if (!line_.good()) return;
  if (line_.action().op == Op::isend && !nobody) {
    Pending pending{.sort = Sort::send, .tag = message.tag, .peer = message.peer};
    begin(pending);
    message.kind = OperationKind::send_start;
    message.request = pending.request;
  }
  synchronous_ = synchronous_ || (synchronous && !nobody);
  starts_ = starts_ || synchronous;  // it leaves through an outbox
  if (!nobody) add(message);
}

void Translator::receive() {
  const bool tagged = line_.size() > 2;
  Operation message{.kind = OperationKind::receive, .peer = line_.peer(0)};
  if (tagged) message.tag = line_.tag(1);
  const std::size_t count_at = tagged ? 2 : 1;
  if (line_.has(count_at) && line_.number(count_at) < 0) {
    ++counts_->no_size;
  } else {
    message.amount = bytes(count_at, 3);
  }
  message.communicator = Communicators::streams * communicator_of_line();
  if (message.peer != any_rank && !peer_exists(message.peer, 0)) return;
  if (!line_.good()) return;
  receives_any_ = receives_any_ || message.peer == any_rank || message.tag == any_tag;
  if (line_.action().op == Op::irecv) {
    Pending pending{.sort = Sort::receive, .tag = message.tag, .peer = message.peer};
    begin(pending);
    message.kind = OperationKind::receive_start;
    message.request = pending.request;
  }
  add(message);
}

/// Starts both a send and a receive, and waits for both.
void Translator::send_receive() {
  Operation out{.kind = OperationKind::send_start, .peer = line_.peer(1), .amount = bytes(0, 4)};
  Operation in{.kind = OperationKind::receive_start, .peer = line_.peer(3), .amount = bytes(2, 5)};
  const bool sends = out.peer != any_rank;
  if (sends && !peer_exists(out.peer, 1)) return;
  if (in.peer != any_rank && !peer_exists(in.peer, 3)) return;
  if (!line_.good()) return;
  receives_any_ = receives_any_ || in.peer == any_rank;
  starts_ = true;
  const bool numbered = rank_->numbers > 0;
  const std::uint32_t first = numbered ? rank_->numbers : rank_->pending.allocate();
  const std::uint32_t second = numbered ? rank_->numbers + 1 : rank_->pending.allocate();
  in.request = first;
  out.request = second;
  add(in);
  if (sends) add(out);
  add({.kind = OperationKind::wait, .request = first, .requests = 1});
  if (sends) add({.kind = OperationKind::wait, .request = second, .requests = 1});
  if (numbered) {
    most_numbers_ = std::max(most_numbers_, second + 1);
  } else {
    rank_->pending.release(second);
    rank_->pending.release(first);
  }
}

/// Starts a persistent request. The action names the destination; for a receive that is the rank itself, and the wait
/// for it names its source, with which the receive that is posted here is completed.
void Translator::start() {
  Pending pending{.tag = line_.tag(1), .peer = line_.peer(0), .bytes = line_.count(2)};
  if (!line_.good() || pending.peer == any_rank || !peer_exists(pending.peer, 0)) return;
  if (pending.bytes > formats::most_message_bytes) return line_.refuse(2, "no message has so many bytes");
  pending.sort = pending.peer == self_ ? Sort::started : Sort::send;
  if (pending.sort == Sort::started) pending.peer = any_rank;
  rank_->remember(pending);
  start(pending);
}

void Translator::start(Pending pending) {
  begin(pending);
  if (!line_.good()) return;
  if (pending.sort == Sort::started) {
    const auto place = store_.add_open_receive(self_, {.kind = OperationKind::receive_start,
                                                       .tag = pending.tag,
                                                       .communicator = pending.communicator,
                                                       .request = pending.request,
                                                       .amount = pending.bytes});
    if (line_.field("req").empty()) {
      (rank_->pending.end() - 1)->source = place;
    } else {
      receives_any_ = true;  // waits name the number of the request only
    }
    return;
  }
  add({.kind = OperationKind::send_start,
       .tag = pending.tag,
       .peer = pending.peer,
       .request = pending.request,
       .amount = pending.bytes});
}

/// Starts all persistent requests. The action names none: those that have been started one by one before are taken to
/// be started together. Where there are none, the waits that follow may name them.
void Translator::start_all() {
  rank_->starts_unknown = rank_->starts_unknown || rank_->persistent.empty();
  ++(rank_->persistent.empty() ? counts_->startall : counts_->started_again);
  for (const Pending& each : rank_->persistent) {
    if (rank_->pending.find(each.sort, each.peer, each.tag) == nullptr) start(each);
  }
}

/// Starts a request that a wait names and that was started by an action that does not name it.
void Translator::start_late(std::uint32_t source, std::uint32_t destination, std::int32_t tag) {
  ++counts_->no_size;
  if (destination == self_) {
    receives_any_ = receives_any_ || source == any_rank || tag == any_tag;
    return add({.kind = OperationKind::receive, .tag = tag, .peer = source});
  }
  add({.kind = OperationKind::send, .tag = tag, .peer = destination});
}

}  // namespace trgen::programs::ti
