// SPDX-License-Identifier: Apache-2.0
// Ranks as processes: every rank runs the operations that a reader gives for it, on the node on which it is placed;
// several ranks may share a node. The whole is a message-level workload (fsin/workload/message_workload.hpp).
//
// The rules are those of the replay of a trace (trgen/replay/replay.hpp), and with sends, receives and bursts alone the
// two agree to the cycle. Beyond them:
// - What a rank starts (MPI_Isend) leaves through the outbox of the rank while the rank goes on: messages leave it one
//   after the other, in the order in which they were started, beginning in the cycle after. Rank and outbox share the
//   node's way into the network, a packet each by turns.
// - A wait is passed in the cycle in which its last request is found complete: a receive when its message is there, a
//   send in the cycle after its last packet has entered the injection buffer.
// - A message between ranks of a node is copied: the sender, or its outbox, is busy for that long, and the receiver has
//   it in the cycle after.
// - A message longer than CallCosts::eager asks first and leaves when its receive has been posted (handshakes.hpp).
// - Calls can cost the rank time (CallCosts): a send before its message can leave, a receive after its message has
// come.
//
// - Where receives leave source or tag open, all are matched as in MPI (matching.hpp).
//
// Not modelled: tests of requests; without open receives, that messages of one source and tag do not overtake each
// other.
#pragma once

#include <functional>
#include <memory>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/replay/processes/operation_reader.hpp"
#include "trgen/replay/processes/process_settings.hpp"

namespace trgen::replay {

/// Makes a reader; every share has its own. May throw record::TraceError.
using MakeReader = std::function<std::unique_ptr<OperationReader>()>;

std::unique_ptr<fsin::workload::MessageWorkload> make_process_replay(MakeReader make_reader,
                                                                     const ProcessSettings& settings,
                                                                     const fsin::workload::NetworkFacts& facts);

}  // namespace trgen::replay
