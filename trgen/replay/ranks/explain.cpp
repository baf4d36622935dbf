// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/explain.hpp"

#include <fmt/core.h>

#include "fsin/workload/rank_names.hpp"

namespace trgen::replay {
namespace {

using programs::Operation;

std::string message_text(const fsin::workload::Message& message, bool receives,
                         const fsin::workload::RankNames& names) {
  const std::uint32_t peer = receives ? message.source : message.destination;
  return fmt::format("{} B {} {}, {}, communicator {}", message.bytes, receives ? "from" : "to",
                     peer == programs::any_rank ? "any rank" : fmt::format("rank {}", names.text(peer)),
                     message.tag == programs::any_tag ? "any tag" : fmt::format("tag {}", message.tag),
                     message.communicator);
}

/// How far the message has come that the rank waits for.
std::string progress_of(const AllRanks& all, const Share& share, const fsin::workload::Message& message,
                        const fsin::workload::Carrier& carrier) {
  const Rank& rank = all.ranks[message.destination];
  if (share.open_receives() != nullptr) {
    std::string words = share.open_receives()->matching().under_way(message);
    if (!words.empty()) return words;
  }
  if (rank.flow != nullptr && rank.flow->sent != 0) return carrier.arrived(message.destination, rank.flow->index);
  // Where receives are matched, what was sent may have been taken by another receive.
  const std::string nothing = share.open_receives() != nullptr ? "nothing of it is under way" : "nothing sent yet";
  if (message.source < all.ranks.size() && all.ranks[message.source].stage == Stage::end)
    return nothing + ", and the sender has reached its end";
  return nothing;
}

std::string requests_text(const AllRanks& all, const Share& share, std::uint32_t number,
                          const fsin::workload::RankNames& names, const fsin::workload::Carrier& carrier) {
  const Operation& wait = all.ranks[number].head;
  std::string text;
  std::uint32_t active = 0;
  for (std::uint32_t i = 0; i < wait.requests; ++i) {
    const Request* const request = all.requests[number].find(wait.request + i);
    if (request == nullptr) break;
    const bool receives = request->state == Request::State::receiving;
    if (request->state != Request::State::sending && !receives) continue;
    if (active++ != 0) continue;
    text = message_text(receives ? received_by(number, *request) : sent_by(number, *request), receives, names);
    if (receives) text += "; " + progress_of(all, share, received_by(number, *request), carrier);
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

std::optional<std::string> explain_rank(const AllRanks& all, const Share& share, std::uint32_t number,
                                        const fsin::workload::Carrier& carrier) {
  const Rank& rank = all.ranks[number];
  if (rank.stage != Stage::send && !rank.waits()) return std::nullopt;
  const fsin::workload::RankNames names(all.settings.stream_of);
  const std::string who =
      fmt::format("rank {} (node {}) waits for", names.text(number), all.settings.node_of_rank[number]);
  const std::string where = share.reader().place(number);
  switch (rank.stage) {
    case Stage::receive:
      return fmt::format("{} {}: {}; {}", who, message_text(received_by(number, rank.head), true, names), where,
                         progress_of(all, share, received_by(number, rank.head), carrier));
    case Stage::send:
      return fmt::format("{} room to send {}: {}; {}", who, message_text(sent_by(number, rank.head), false, names),
                         where, carrier.left(number));
    case Stage::send_long:
      return fmt::format("{} the receive of {}: {}", who, message_text(sent_by(number, rank.head), false, names),
                         where);
    default:
      return fmt::format("{} {} requests: {}; {}", who, rank.stage == Stage::wait ? "all of its" : "any of its", where,
                         requests_text(all, share, number, names, carrier));
  }
}

}  // namespace trgen::replay
