// SPDX-License-Identifier: Apache-2.0
// Receives of ranks that leave source or tag of some of them open: all are matched as in MPI (matching.hpp).
#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {

void ProcessShare::post_matched(std::uint32_t rank, const programs::Operation& receive, std::uint32_t request,
                                Cycle now) {
  Posted posted{receive.peer, receive.tag, receive.communicator, request, programs::any_rank, 0};
  if (posted.open() && receive.call != 0) posted.recorded = static_cast<std::uint32_t>(receive.call - 1);
  if (posted.open()) posted.record = reader_->number(rank);
  if (const auto arrived = matching_->post(rank, posted)) matched(rank, posted, *arrived, now, now + 1);
}

/// A receive has taken a message in cycle `now`; if that is long, its request is answered from cycle `answered` on.
void ProcessShare::matched(std::uint32_t rank, const Posted& posted, const Arrived& arrived, Cycle now,
                           Cycle answered) {
  departures_.receives += posted.open() ? 1 : 0;
  if (posted.open() && posted.recorded != programs::any_rank && posted.recorded != arrived.source)
    departures_.add({now, rank, posted.record, posted.recorded, arrived.source});
  if (!arrived.asks) return receive_is_complete(rank, posted.request);
  matching_->await_bytes(rank, posted, arrived);
  answer({arrived.source, rank, arrived.tag, arrived.communicator, 0}, answered, fsin::workload::no_cause);
}

void ProcessShare::bytes_have_come(const FlowKey& flow) {
  const Arrived from{flow.source, flow.tag, Handshakes::plain(flow.communicator), true};
  receive_is_complete(flow.receiver, matching_->bytes_come(flow.receiver, from));
}

void ProcessShare::receive_is_complete(std::uint32_t rank, std::uint32_t request) {
  Process& process = all_.processes[rank];
  if (request == own_request) {
    process.received = true;
  } else {
    process.requests[request].state = Request::State::received;
  }
}

}  // namespace trgen::replay
