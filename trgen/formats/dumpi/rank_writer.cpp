// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/rank_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/send_calls.hpp"

namespace trgen::formats::dumpi {

using record::Kind;
using record::Record;

namespace {

struct Type {
  std::int64_t number;
  std::string_view name;
  std::uint64_t size;
};
/// A count is an int in DUMPI; a larger message is written in larger elements if its size is a multiple of theirs.
constexpr std::array types{Type{5, "MPI_BYTE", 1}, Type{14, "MPI_DOUBLE", 8}, Type{15, "MPI_LONG_DOUBLE", 16}};

const Type& type_for(std::uint64_t bytes) {
  for (const Type& each : types) {
    if (bytes % each.size == 0 && bytes / each.size <= std::numeric_limits<std::int32_t>::max()) return each;
  }
  return types.front();
}

}  // namespace

void RankWriter::write(std::uint32_t rank, io::Output& out) {
  const auto cursor = trace_.open();
  const auto ahead = trace_.open();
  TextBlocks blocks(&out);
  Units units(trace_, *cursor, rank);
  Lookahead lookahead(trace_, *ahead, rank);
  rank_ = rank;
  out_ = &blocks;
  lookahead_ = &lookahead;
  posted_.clear();
  sending_.clear();
  next_request_ = special::first_user_request;
  head();
  Unit each;
  bool made = false;
  while (units.next(each)) {
    const bool init = each.start && trace_.state_names()[each.start->state].starts_with("MPI_Init");
    if (!made && !init) make_communicators(each.start_ns);
    made = made || !init;
    unit(each);
  }
  if (!made) make_communicators(each.stop_ns);
  tail();
  blocks.flush();
  lose("functions within others", units.cutting().nested);
  lose("functions without their beginning or end", units.cutting().unbalanced);
}

void RankWriter::head() {
  line("version=1.0.0\nstarttime=Thu Jan  1 00:00:00 1970\nhostname=none\nusername=none");
  line("meshdim=0\nmeshsize=[]\nmeshcrd=[]");
}

void RankWriter::tail() {
  line("Total keyvals: 0");
  for (const Type& each : types) line("Datatype {} ({}) has size {}", each.number, each.name, each.size);
}

void RankWriter::enter(std::string_view name, std::uint64_t ns) {
  line("{0} entering at walltime {1}.{2:09}, cputime {1}.{2:09} seconds in thread 0.", name, ns / ns_per_second,
       ns % ns_per_second);
}

void RankWriter::leave(std::string_view name, std::uint64_t ns) {
  line("{0} returning at walltime {1}.{2:09}, cputime {1}.{2:09} seconds in thread 0.", name, ns / ns_per_second,
       ns % ns_per_second);
}

void RankWriter::comm(std::string_view argument, std::int64_t handle) {
  constexpr std::array<std::string_view, 4> names{"MPI_COMM_ERROR", "MPI_COMM_NULL", "MPI_COMM_WORLD", "MPI_COMM_SELF"};
  const auto index = static_cast<std::size_t>(handle);
  line("MPI_Comm {}={} ({})", argument, handle, index < names.size() ? names[index] : "user-defined-comm");
}

void RankWriter::count(std::string_view argument, std::string_view type, std::uint64_t bytes) {
  const Type& made = type_for(bytes);
  line("int {}={}", argument, bytes / made.size);
  line("MPI_Datatype {}={} ({})", type, made.number, made.name);
}

std::string RankWriter::status_of(const Record& receive) {
  return fmt::format("{{bytes={}, cancelled=0, source={}, tag={}, error=0}}", receive.bytes,
                     plan_.place(receive.communicator, rank_, receive.peer).rank, receive.tag);
}

/// Writes statuses. `others`: number of requests of sends that follow, whose status is empty.
void RankWriter::status(const std::vector<const Record*>& receives, std::string_view argument, std::size_t others) {
  std::string text;
  for (const Record* each : receives) text += (text.empty() ? "" : ", ") + status_of(*each);
  for (; others > 0; --others) {
    text += text.empty() ? "" : ", ";
    text += "{bytes=0, cancelled=0, source=0, tag=0, error=0}";
  }
  line("MPI_Status {}={}", argument, text.empty() ? "<IGNORED>" : "[" + text + "]");
}

void RankWriter::make_communicators(std::uint64_t ns) {
  for (std::size_t i = 0; i < plan_.makings().size(); ++i) {
    const CommunicatorPlan::Making& making = plan_.makings()[i];
    const bool copy = making.color.empty();
    const bool inside = copy || making.color[rank_] >= 0;
    const std::string_view name = copy ? "MPI_Comm_dup" : "MPI_Comm_split";
    enter(name, ns);
    comm("oldcomm", special::comm_world);
    if (!copy) {
      line("int color={}\nint key={}", inside ? making.color[rank_] : -1, making.key[rank_]);
    }
    comm("newcomm", inside ? special::first_user_comm + static_cast<std::int64_t>(i) : special::comm_null);
    leave(name, ns);
  }
}

void RankWriter::unit(const Unit& unit) {
  const std::string_view name =
      unit.start ? std::string_view(trace_.state_names()[unit.start->state]) : std::string_view();
  if (unit.start && !unit.cut) {
    if (send_or_receive(unit, name)) return;
    if (completes_receives(unit, name)) return wait_call(unit, name);
    if (unit.messages.empty()) {
      if (!collective_call(unit, name)) plain_call(unit, name);
      return;
    }
  }
  as_messages(unit, name);
}

bool RankWriter::send_or_receive(const Unit& unit, std::string_view name) {
  const bool sends_one = unit.messages.empty() || (unit.messages.size() == 1 && unit.messages[0].kind == Kind::send);
  const bool receives_one =
      unit.messages.empty() || (unit.messages.size() == 1 && unit.messages[0].kind == Kind::receive);
  const Record* const message = unit.messages.empty() ? nullptr : unit.messages.data();
  if (sends_one && (is_one_of(name, blocking_sends) || is_one_of(name, isends))) {
    send_call(name, message, unit.start_ns, unit.stop_ns);
  } else if (receives_one && name == "MPI_Recv") {
    receive_call(message, unit.start_ns, unit.stop_ns);
  } else if (posts_receive(unit, name)) {
    const auto taken = lookahead_->next();
    if (!taken) lose("receives that never complete");
    post(taken ? &*taken : nullptr, unit.start_ns, unit.stop_ns);
    if (taken) posted_.push_back(next_request_ - 1);
  } else if (name == "MPI_Sendrecv" || name == "MPI_Sendrecv_replace") {
    return exchange_call(unit, name);
  } else {
    return false;
  }
  return true;
}

void RankWriter::send_call(std::string_view name, const Record* message, std::uint64_t start, std::uint64_t stop) {
  const CommunicatorPlan::Place to = place_of(message);
  enter(name, start);
  count("count", "datatype", bytes_of(message));
  line("int dest={}\nint tag={}", message != nullptr ? std::int64_t{to.rank} : nobody,
       message != nullptr ? message->tag : 0);
  comm("comm", to.handle);
  if (is_one_of(name, isends)) {
    line("MPI_Request request=[{}]", next_request_);
    sending_.push_back(next_request_++);
  }
  leave(name, stop);
  check_time(message, start);
}

void RankWriter::receive_call(const Record* message, std::uint64_t start, std::uint64_t stop) {
  enter("MPI_Recv", start);
  count("count", "datatype", bytes_of(message));
  source_and_tag(message, "tag");
  comm("comm", place_of(message).handle);
  statuses_of(message);
  leave("MPI_Recv", stop);
  check_time(message, stop);
}

void RankWriter::post(const Record* receive, std::uint64_t start, std::uint64_t stop) {
  enter("MPI_Irecv", start);
  count("count", "datatype", bytes_of(receive));
  source_and_tag(receive, "tag");
  comm("comm", place_of(receive).handle);
  line("MPI_Request request=[{}]", next_request_++);
  leave("MPI_Irecv", stop);
}

CommunicatorPlan::Place RankWriter::place_of(const Record* message) {
  if (message == nullptr) return {special::comm_world, 0, 0};
  return plan_.place(message->communicator, rank_, message->peer);
}

/// Writes source and tag of a receive as it was posted; null: a receive from nobody.
void RankWriter::source_and_tag(const Record* receive, std::string_view tag_argument) {
  if (receive == nullptr) return line("int source={}\nint {}=0", nobody, tag_argument);
  const std::int64_t rank = place_of(receive).rank;
  const std::int64_t tag = receive->tag;
  line("int source={}{}", receive->any_source ? special::any_source : rank,
       receive->any_source ? " (MPI_ANY_SOURCE)" : "");
  line("int {}={}{}", tag_argument, receive->any_tag ? special::any_tag : tag,
       receive->any_tag ? " (MPI_ANY_TAG)" : "");
}

/// Writes an exchange. False if the messages are not those of one: at most one sent, then at most one received.
bool RankWriter::exchange_call(const Unit& unit, std::string_view name) {
  const auto& messages = unit.messages;
  const bool first = !messages.empty() && messages.front().kind == Kind::send;
  const bool last = !messages.empty() && messages.back().kind == Kind::receive;
  if (messages.size() != (first ? 1U : 0U) + (last ? 1U : 0U)) return false;
  const Record* const sent = first ? &messages.front() : nullptr;
  const Record* const received = last ? &messages.back() : nullptr;
  const CommunicatorPlan::Place to = place_of(sent);
  const bool replace = name == "MPI_Sendrecv_replace";
  const bool both = first && last;
  if (both && to.handle != place_of(received).handle) return false;
  if (both && replace && sent->bytes != received->bytes) return false;
  enter(name, unit.start_ns);
  if (replace) {
    count("count", "datatype", std::max(bytes_of(sent), bytes_of(received)));
  } else {
    count("sendcount", "sendtype", bytes_of(sent));
  }
  line("int dest={}\nint sendtag={}", first ? std::int64_t{to.rank} : nobody, first ? sent->tag : 0);
  if (!replace) count("recvcount", "recvtype", bytes_of(received));
  source_and_tag(received, "recvtag");
  comm("comm", first ? to.handle : place_of(received).handle);
  statuses_of(received);
  leave(name, unit.stop_ns);
  check_time(sent, unit.start_ns);
  check_time(received, unit.stop_ns);
  return true;
}

/// For a function that DUMPI has no arguments for with such messages: writes each message as a call of its own, one
/// after the other.
void RankWriter::as_messages(const Unit& unit, std::string_view name) {
  lose(name.empty() ? "messages outside any function" : fmt::format("calls of {} (written as their messages)", name));
  std::uint64_t start = unit.start_ns;
  for (std::size_t i = 0; i < unit.messages.size(); ++i) {
    const Record& each = unit.messages[i];
    const std::uint64_t stop = i + 1 == unit.messages.size() ? unit.stop_ns : each.time_ns;
    if (each.kind == Kind::send) {
      send_call("MPI_Send", &each, start, stop);
    } else {
      receive_call(&each, start, stop);
    }
    start = stop;
  }
}

}  // namespace trgen::formats::dumpi
