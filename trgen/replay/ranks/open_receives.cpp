// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/open_receives.hpp"

namespace trgen::replay {

void OpenReceives::post(std::uint32_t rank, const programs::Operation& receive, std::uint32_t request, Cycle now) {
  Posted posted{receive.peer, receive.tag, receive.communicator, request, programs::any_rank, 0};
  if (posted.open() && receive.call != 0) posted.recorded = static_cast<std::uint32_t>(receive.call - 1);
  if (posted.open()) posted.record = share_.reader->number(rank);
  if (const auto arrived = matching_.post(rank, posted)) matched(rank, posted, *arrived, now, now + 1);
}

/// A receive has taken a message in cycle `now`; if that is long, its request is answered from cycle `answered` on.
void OpenReceives::matched(std::uint32_t rank, const Posted& posted, const Arrived& arrived, Cycle now,
                           Cycle answered) {
  departures_.receives += posted.open() ? 1 : 0;
  if (posted.open() && posted.recorded != programs::any_rank && posted.recorded != arrived.source)
    departures_.add({now, rank, posted.record, posted.recorded, arrived.source});
  if (!arrived.asks) return complete(rank, posted.request);
  matching_.await_bytes(rank, posted, arrived);
  rendezvous_.answer({arrived.source, rank, arrived.tag, arrived.communicator, 0}, answered, fsin::workload::no_cause);
}

void OpenReceives::come(const FlowKey& flow, Cycle now) {
  if (!Handshakes::is_bytes(flow.communicator)) return matching_.come(flow, now);
  const Arrived from{flow.source, flow.tag, Handshakes::plain(flow.communicator), true};
  complete(flow.receiver, matching_.bytes_come(flow.receiver, from));
}

void OpenReceives::complete(std::uint32_t rank, std::uint32_t request) {
  if (request == own_request) {
    share_.all.ranks[rank].received = true;
  } else {
    share_.all.requests[rank][request].state = Request::State::received;
  }
}

fsin::workload::Departures OpenReceives::departures() const {
  fsin::workload::Departures departures = departures_;
  for (auto& each : departures.first) each.record = share_.reader->number_in_file(each.rank, each.record);
  return departures;
}

}  // namespace trgen::replay
