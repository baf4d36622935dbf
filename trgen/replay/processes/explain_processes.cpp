// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/processes/explain_processes.hpp"

#include <fmt/core.h>

namespace trgen::replay {
namespace {

using programs::Operation;

std::string message_of(const Operation& operation) {
  const bool receives =
      operation.kind == programs::OperationKind::receive || operation.kind == programs::OperationKind::receive_start;
  return fmt::format("{} B {} {}, {}, communicator {}", operation.amount, receives ? "from" : "to",
                     operation.peer == programs::any_rank ? "any rank" : fmt::format("rank {}", operation.peer),
                     operation.tag == programs::any_tag ? "any tag" : fmt::format("tag {}", operation.tag),
                     operation.communicator);
}

/// How far the message has come that the rank waits for.
std::string progress_of(const AllProcesses& all, const ProcessShare& share, std::uint32_t rank,
                        const Operation& receive, const fsin::workload::Carrier& carrier) {
  const Process& process = all.processes[rank];
  const std::uint32_t sender = receive.peer;
  if (share.matching() != nullptr) {
    if (std::string words = share.matching()->under_way(rank, receive); !words.empty()) return words;
  }
  if (process.flow != nullptr && process.flow->sent != 0) return carrier.arrived(rank, process.flow->index);
  // Where receives are matched, what was sent may have been taken by another receive.
  const std::string nothing = share.matching() != nullptr ? "nothing of it is under way" : "nothing sent yet";
  if (sender < all.processes.size() && all.processes[sender].stage == Stage::end)
    return nothing + ", and the sender has reached its end";
  return nothing;
}

std::string requests_of(const AllProcesses& all, const ProcessShare& share, std::uint32_t rank,
                        const fsin::workload::Carrier& carrier) {
  const Process& process = all.processes[rank];
  std::string text;
  std::uint32_t active = 0;
  for (std::uint32_t i = 0; i < process.head.requests; ++i) {
    const std::uint32_t number = process.head.request + i;
    if (number >= process.requests.size()) break;
    const Request& request = process.requests[number];
    if (request.state != Request::State::sending && request.state != Request::State::receiving) continue;
    if (active++ == 0) {
      text = message_of(request.operation);
      if (request.state == Request::State::receiving)
        text += "; " + progress_of(all, share, rank, request.operation, carrier);
    }
  }
  if (active > 1) text += fmt::format("; and for {} more requests", active - 1);
  return text;
}

}  // namespace

std::string departure_text(const fsin::workload::Departures& departures) {
  const fsin::workload::Departure& first = departures.first.front();
  return fmt::format(
      "{} of {} receives from any source took another message than the recorded one, the first in cycle {}: rank {}, "
      "record {}, took that of rank {} instead of rank {}; who waits for a message that was taken waits for ever, so "
      "replay with any_source: recorded",
      departures.count, departures.receives, first.cycle, first.rank, first.record, first.actual, first.recorded);
}

void explain_processes(const AllProcesses& all, const ProcessShare& share, const fsin::workload::Carrier& carrier,
                       std::size_t most, std::vector<std::string>& lines) {
  for (std::uint32_t rank = 0; rank < all.processes.size() && lines.size() < most; ++rank) {
    if (all.share_of[rank] != share.number()) continue;
    const Process& process = all.processes[rank];
    const std::string who = fmt::format("rank {} (node {})", rank, all.settings.node_of_task[rank]);
    const std::string where = share.reader().place(rank);
    if (process.stage == Stage::receive) {
      lines.push_back(fmt::format("{} waits for {}: {}; {}", who, message_of(process.head), where,
                                  progress_of(all, share, rank, process.head, carrier)));
    } else if (process.stage == Stage::send) {
      lines.push_back(fmt::format("{} waits for room to send {}: {}; {}", who, message_of(process.head), where,
                                  carrier.left(rank)));
    } else if (process.stage == Stage::send_long) {
      lines.push_back(fmt::format("{} waits for the receive of {}: {}", who, message_of(process.head), where));
    } else if (process.waits()) {
      lines.push_back(fmt::format("{} waits for {} requests: {}; {}", who,
                                  process.stage == Stage::wait ? "all of its" : "any of its", where,
                                  requests_of(all, share, rank, carrier)));
    }
  }
}

}  // namespace trgen::replay
