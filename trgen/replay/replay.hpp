// SPDX-License-Identifier: Apache-2.0
// Replay of a trace or a program: every rank runs the operations that a reader gives for it, on the node on which it is
// placed. The replay is a message-level workload (fsin/workload/message_workload.hpp).
//
// One cycle of a rank, by the rule of the original simulator:
// - In a CPU burst of n cycles, the rank does nothing else for n cycles.
// - Otherwise it first completes all receives at the head of its list whose messages have arrived. Then, if a send is
//   at the head, the message continues to leave the rank; how it does so is up to the carrier
//   (packetised_workload.hpp: one packet a cycle).
// - A send is complete when its message has left the buffer of the source, and the rank continues in the next cycle.
//   After a receive that was found complete, a send can start in the same cycle.
// Beyond that rule:
// - What a rank starts (MPI_Isend) leaves through the outbox of the rank while the rank goes on: messages leave it one
//   after the other, in the order in which they were started, beginning in the cycle after. Rank and outbox share the
//   node's way into the network, a packet each by turns.
// - A wait is passed in the cycle in which its last request is found complete: a receive when its message is there, a
//   send in the cycle after its last packet has entered the injection buffer.
// - A message between ranks of a node is copied: the sender, or its outbox, is busy for that long, and the receiver has
//   it in the cycle after.
// - A message longer than CallCosts::eager asks first and leaves when its receive has been posted (rendezvous.hpp).
// - Calls can cost the rank time (CallCosts): a send before its message can leave, a receive after its message has
// come.
// - Where receives leave source or tag open, all are matched as in MPI (matching.hpp).
//
// The run is over after the cycle in which the last rank completed its last operation. Not modelled: tests of requests;
// without open receives, that messages of one source and tag do not overtake each other. Source: J. Miguel-Alonso, J.
// Navaridas, F. J. Ridruejo, "Interconnection network simulation using traces of MPI applications", International
// Journal of Parallel Programming 37 (2009), sections 4 and 5.
#pragma once

#include <memory>

#include "fsin/core/original_random.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/replay/operations.hpp"
#include "trgen/replay/ranks/settings.hpp"

namespace trgen::replay {

/// Makes a replay at message level. The settings must have a node for every rank that the reader has. Throws
/// record::TraceError when a trace cannot be opened.
std::unique_ptr<fsin::workload::MessageWorkload> make_replay(MakeReader make_reader, const ReplaySettings& settings,
                                                             const fsin::workload::NetworkFacts& facts);

/// Makes a replay whose messages are cut into packets. With `random`, one number is drawn in each cycle in which a send
/// is at the head of a rank, as in the original simulator; the workload must then be polled for every node in every
/// cycle. `timeline`, if any, is told what ranks do. Both must outlive the workload.
std::unique_ptr<fsin::workload::Workload> make_packet_replay(MakeReader make_reader, const ReplaySettings& settings,
                                                             const fsin::workload::NetworkFacts& facts,
                                                             fsin::OriginalRandom* random = nullptr,
                                                             fsin::workload::Timeline* timeline = nullptr);

}  // namespace trgen::replay
