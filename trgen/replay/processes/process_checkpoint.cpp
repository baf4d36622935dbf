// SPDX-License-Identifier: Apache-2.0
// Saves and restores the ranks of a share that are continued later. Their operations are not saved: the reader goes to
// where it was.
#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t waits_for_none = 0xffffffffU;

/// All of a process that does not depend on addresses.
template <class P, class Archive>
void archive_process(P& process, Archive& a) {
  a(process.head, process.stage, process.long_left, process.received, process.in_call, process.holds, process.computes,
    process.looked_at, process.busy_until, process.copy_from, process.last_active, process.waited, process.computed,
    process.calls_until, process.calls_owed, process.carry, process.bursts, process.messages, process.bytes,
    process.requests);
}

}  // namespace

void ProcessShare::save(fsin::ByteWriter& out) const {
  out(count_, unfinished_, messages_sent_, self_messages_, near_messages_, control_messages_, handed_over_, controls_,
      held_);
  out(outboxes_);
  handshakes_.save(out);
  if (matching_) matching_->save(out);
  out(departures_);
  reader_->save(out);
  mailbox_.save(out);
  for (std::uint32_t rank = 0; rank < all_.processes.size(); ++rank) {
    if (all_.share_of[rank] != self_) continue;
    const Process& process = all_.processes[rank];
    archive_process(process, out);
    out(process.flow == nullptr ? waits_for_none : process.flow->index);
  }
}

void ProcessShare::load(fsin::ByteReader& in) {
  in(count_, unfinished_, messages_sent_, self_messages_, near_messages_, control_messages_, handed_over_, controls_,
     held_);
  in(outboxes_);
  handshakes_.load(in);
  if (matching_) matching_->load(in);
  in(departures_);
  reader_->load(in);
  mailbox_.load(in);
  for (std::uint32_t rank = 0; rank < all_.processes.size(); ++rank) {
    if (all_.share_of[rank] != self_) continue;
    Process& process = all_.processes[rank];
    archive_process(process, in);
    std::uint32_t flow = waits_for_none;
    in(flow);
    process.flow = flow == waits_for_none ? nullptr : &mailbox_.flow(flow);
  }
}

}  // namespace trgen::replay
