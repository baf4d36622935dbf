// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/rank_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "trgen/formats/dumpi/send_calls.hpp"

namespace trgen::formats::dumpi {

using record::Kind;
using record::Record;

RankReader::RankReader(Shared& shared, io::Problems& problems, std::uint32_t rank,
                       std::vector<std::uint32_t> type_sizes)
    : shared_(shared), problems_(problems), rank_(rank), types_(std::move(type_sizes)) {
  shared_.records.begin(rank);
  shared_.order.begin();
  shared_.communicators.begin(rank);
}

void RankReader::fault(const Call& call, const std::string& what) const {
  problems_.stop(call.place, fmt::format("{}: {}", call.name, what));
}

std::int64_t RankReader::need(const Call& call, std::string_view argument) const {
  const auto value = call.number(argument);
  if (!value) fault(call, fmt::format("it has no argument '{}'; was all of the file printed?", argument));
  return *value;
}

std::int32_t RankReader::need_tag(const Call& call, std::string_view argument) const {
  const std::int64_t tag = need(call, argument);
  if (tag < std::numeric_limits<std::int32_t>::min() || tag > std::numeric_limits<std::int32_t>::max()) {
    fault(call, fmt::format("{} is not a tag", tag));
  }
  return static_cast<std::int32_t>(tag);
}

std::uint16_t RankReader::state(const Call& call) {
  const auto number = shared_.facts.states.number(call.name);
  if (!number) problems_.stop(call.place, fmt::format("there are more than {} functions", record::StateTable::most));
  return *number;
}

void RankReader::call(const Call& call) {
  if (call.thread != 0) return lose(fmt::format("calls of {} by other threads", call.name));
  types_.follow(call);
  shared_.communicators.follow(call);
  base_ = {.time_ns = time(call.start_ns), .line = call.place};
  Record start = base_;
  start.state = state(call);
  if (!point_to_point(call, start) && !requests(call, start)) {
    collective_facts(call, start);
    shared_.records.add(start);
    count_uncarried(call);
  }
  Record end = base_;
  end.kind = Kind::state_end;
  end.state = start.state;
  end.time_ns = time(std::max(call.start_ns, call.stop_ns));
  shared_.records.add(end);
}

std::optional<std::uint32_t> RankReader::world_rank(std::int64_t communicator, std::int64_t rank, const Call& call) {
  const std::uint32_t number = shared_.communicators.number(communicator);
  if (number == Communicators::unknown) return std::nullopt;
  if (number == Communicators::self && rank == 0) return rank_;
  if (number != Communicators::self) {
    const auto& members = shared_.communicators.members(number);
    if (rank >= 0 && static_cast<std::uint64_t>(rank) < members.size()) return members[static_cast<std::size_t>(rank)];
  }
  fault(call, fmt::format("communicator {} has no rank {}", communicator, rank));
}

std::uint64_t RankReader::bytes(const Call& call, std::int64_t count, std::int64_t type) {
  if (const auto known = types_.bytes(count, type)) return *known;
  if (count < 0 || count > std::numeric_limits<std::int32_t>::max()) {
    fault(call, fmt::format("{} elements of type {} are not a message", count, type));
  }
  lose("sizes of derived types (an element counts as one byte)");
  return static_cast<std::uint64_t>(count);
}

void RankReader::add_send(const Call& call, std::string_view count, std::string_view type, std::string_view tag) {
  const std::int64_t dest = need(call, "dest");
  if (dest < 0) return;  // MPI_PROC_NULL
  const std::int64_t communicator = need(call, "comm");
  Record send = base_;
  send.kind = Kind::send;
  const auto peer = world_rank(communicator, dest, call);
  send.bytes = bytes(call, need(call, count), need(call, type));
  if (!peer) return lose("messages in communicators whose members are not known");
  send.peer = *peer;
  send.tag = need_tag(call, tag);
  send.communicator = shared_.communicators.number(communicator);
  shared_.records.add(send);
}

RankReader::Request RankReader::receive(const Call& call, std::string_view count, std::string_view type,
                                        std::string_view tag) {
  Request made{.receive = true};
  const std::int64_t source = need(call, "source");
  const std::int32_t wanted_tag = need_tag(call, tag);
  made.communicator = need(call, "comm");
  made.any_source = source == special::any_source;
  made.any_tag = wanted_tag == special::any_tag;
  if (source < 0 && !made.any_source) return made;  // MPI_PROC_NULL
  Record receive;
  receive.kind = Kind::receive;
  receive.any_source = made.any_source;
  receive.any_tag = made.any_tag;
  receive.communicator = shared_.communicators.number(made.communicator);
  receive.bytes = bytes(call, need(call, count), need(call, type));
  receive.tag = wanted_tag;
  if (!made.any_source && receive.communicator != Communicators::unknown) {
    receive.peer = *world_rank(made.communicator, source, call);
  }
  made.record = receive;
  return made;
}

/// Adds the record of a receive, which is complete when the call returns. The status supplies what the arguments leave
/// open.
void RankReader::complete(const Call& call, Request request, const Status* status) {
  if (!request.record || (request.cancelled && (status == nullptr || status->cancelled))) return;
  Record& record = *request.record;
  if (record.communicator == Communicators::unknown) {
    return lose("messages in communicators whose members are not known");
  }
  if (request.any_source) {
    if (status == nullptr) return lose("messages from any source whose status was not recorded");
    if (status->source < 0) return;  // some MPIs use for MPI_PROC_NULL the number that DUMPI uses for any source
    record.peer = *world_rank(request.communicator, status->source, call);
  }
  if (request.any_tag) {
    if (status == nullptr || !status->tag) return lose("messages of any tag whose status was not recorded");
    record.tag = static_cast<std::int32_t>(*status->tag);
  }
  if (status != nullptr && status->bytes >= 0 && static_cast<std::uint64_t>(status->bytes) < record.bytes) {
    record.bytes = static_cast<std::uint64_t>(status->bytes);
  }
  record.time_ns = time(std::max(call.start_ns, call.stop_ns));
  record.line = call.place;
  shared_.order.receive(record, request.post == 0 ? std::nullopt : std::optional(request.post));
}

RankReader::Request RankReader::persistent_send(const Call& call) {
  Request request{.persistent = true};
  request.communicator = need(call, "comm");
  const std::int64_t dest = need(call, "dest");
  Record send;
  send.kind = Kind::send;
  send.bytes = bytes(call, need(call, "count"), need(call, "datatype"));
  send.tag = need_tag(call, "tag");
  send.communicator = shared_.communicators.number(request.communicator);
  if (dest >= 0 && send.communicator != Communicators::unknown) {
    send.peer = *world_rank(request.communicator, dest, call);
  }
  if (dest >= 0) request.record = send;
  return request;
}

bool RankReader::point_to_point(const Call& call, Record start) {
  const Status* const status = call.statuses.empty() ? nullptr : call.statuses.data();
  const auto begin = [&] {
    start.any_source = call.number("source") == special::any_source;
    shared_.records.add(start);
  };
  const auto keep_request = [&](const Request& request) { requests_[need(call, "request")] = request; };
  if (is_persistent_init(call.name) && !call.has_arguments()) {
    begin();
    lose(fmt::format("requests of {} without arguments", call.name));
  } else if (is_one_of(call.name, blocking_sends) || is_one_of(call.name, isends)) {
    begin();
    add_send(call, "count", "datatype", "tag");
    if (is_one_of(call.name, isends)) keep_request({});
  } else if (call.name == "MPI_Recv") {
    begin();
    complete(call, receive(call, "count", "datatype", "tag"), status);
  } else if (call.name == "MPI_Irecv" || call.name == "MPI_Recv_init") {
    begin();
    Request request = receive(call, "count", "datatype", "tag");
    request.persistent = call.name == "MPI_Recv_init";
    if (!request.persistent) shared_.order.post(request.post = ++posted_);
    keep_request(request);
  } else if (is_persistent_init(call.name)) {
    begin();
    keep_request(persistent_send(call));
  } else if (call.name == "MPI_Sendrecv") {
    begin();
    add_send(call, "sendcount", "sendtype", "sendtag");
    complete(call, receive(call, "recvcount", "recvtype", "recvtag"), status);
  } else if (call.name == "MPI_Sendrecv_replace") {
    begin();
    add_send(call, "count", "datatype", "sendtag");
    complete(call, receive(call, "count", "datatype", "recvtag"), status);
  } else if (call.name == "MPI_Probe" || call.name == "MPI_Iprobe") {
    begin();
  } else {
    return false;
  }
  return true;
}

}  // namespace trgen::formats::dumpi
