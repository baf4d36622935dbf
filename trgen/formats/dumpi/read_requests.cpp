// SPDX-License-Identifier: Apache-2.0
// Requests of a DUMPI trace: started, awaited, tested, freed and cancelled.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "trgen/formats/dumpi/rank_reader.hpp"

namespace trgen::formats::dumpi {

using record::Record;

bool RankReader::requests(const Call& call, Record start) {
  const std::string_view name = call.name;
  constexpr std::array<std::string_view, 4> kinds{"", "all", "any", "some"};
  const bool ends = (name.starts_with("MPI_Wait") || name.starts_with("MPI_Test")) &&
                    std::find(kinds.begin(), kinds.end(), name.substr(8)) != kinds.end();
  const bool starts = name == "MPI_Start" || name == "MPI_Startall";
  const bool gives_up = name == "MPI_Cancel" || name == "MPI_Request_free";
  if (!ends && !starts && !gives_up) return false;
  if (ends) start.any_source = awaits_any_source(call);
  shared_.records.add(start);
  if (!ends && !call.has_arguments()) {
    lose(fmt::format("requests of {} without arguments", call.name));
  } else if (ends) {
    wait(call);
  } else if (gives_up) {
    give_up(call);
  } else {
    if (name == "MPI_Start") start_request(call, need(call, "request"));
    for (const std::int64_t each : call.list("requests")) start_request(call, each);
  }
  return true;
}

void RankReader::give_up(const Call& call) {
  const auto found = requests_.find(need(call, "request"));
  if (found == requests_.end()) return;
  if (call.name == "MPI_Cancel") {
    found->second.cancelled = true;
    return;
  }
  if (found->second.post != 0) {
    shared_.order.drop(found->second.post);
    lose("receives whose request was freed");
  }
  requests_.erase(found);
}

void RankReader::start_request(const Call& call, std::int64_t number) {
  const auto found = requests_.find(number);
  if (found == requests_.end()) {
    // The call that made it was not recorded, or made no message.
    if (number != special::request_null) lose("starts of requests that are not known");
    return;
  }
  if (!found->second.persistent) {
    fault(call, fmt::format("request {} is not persistent", number));
  }
  Request& request = found->second;
  request.cancelled = false;
  if (request.receive) {
    shared_.order.post(request.post = ++posted_);
  } else if (request.record) {
    if (request.record->communicator == Communicators::unknown) {
      return lose("messages in communicators whose members are not known");
    }
    Record send = *request.record;
    send.time_ns = base_.time_ns;
    send.line = base_.line;
    shared_.records.add(send);
  }
}

/// Completes a request. A request that is not known is null, or that of a call without messages.
void RankReader::wait_one(const Call& call, std::int64_t number, const Status* status) {
  const auto found = requests_.find(number);
  if (found == requests_.end()) return;
  Request& request = found->second;
  const std::uint64_t post = request.post;
  if (request.receive && post != 0) complete(call, request, status);
  if (post != 0) shared_.order.drop(post);  // a receive that got no record
  request.post = 0;
  if (!request.persistent) requests_.erase(found);
}

void RankReader::wait(const Call& call) {
  const auto status = [&](std::size_t index) { return index < call.statuses.size() ? &call.statuses[index] : nullptr; };
  const std::string_view kind = std::string_view(call.name).substr(8);
  if (call.name.starts_with("MPI_Test") && kind != "some" && need(call, "flag") == 0) return;
  const auto requests = call.list("requests");
  const auto chosen = [&](std::int64_t index, const Status* said) {
    if (index < 0) return;  // MPI_UNDEFINED
    if (static_cast<std::uint64_t>(index) >= requests.size()) {
      fault(call, fmt::format("index {} of {} requests", index, requests.size()));
    }
    wait_one(call, requests[static_cast<std::size_t>(index)], said);
  };
  if (kind.empty()) {
    wait_one(call, need(call, "request"), status(0));
  } else if (kind == "all") {
    for (std::size_t i = 0; i < requests.size(); ++i) wait_one(call, requests[i], status(i));
  } else if (kind == "any") {
    chosen(need(call, "index"), status(0));
  } else if (kind == "some") {
    const auto indices = call.list("indices");
    for (std::size_t i = 0; i < indices.size(); ++i) chosen(indices[i], status(i));
  }
}

bool RankReader::awaits_any_source(const Call& call) const {
  const auto any = [&](std::int64_t number) {
    const auto found = requests_.find(number);
    return found != requests_.end() && found->second.any_source && found->second.post != 0;
  };
  const auto requests = call.list("requests");
  const auto one = call.number("request");
  return (one && any(*one)) || std::any_of(requests.begin(), requests.end(), any);
}

}  // namespace trgen::formats::dumpi
