// SPDX-License-Identifier: Apache-2.0
// Replay of a trace: every rank does what its records say, in their order, on the node on which it is placed. The
// replay is a message-level workload (fsin/workload/message_workload.hpp).
//
// One cycle of a rank, by the rule of the original simulator:
// - In a CPU burst of n cycles, the rank does nothing else for n cycles.
// - Otherwise it first completes all receives at the head of its list whose messages have arrived. Then, if a send is
//   at the head, the message continues to leave the rank; how it does so is up to the carrier
//   (packetised_workload.hpp: one packet a cycle).
// - A send is complete when its message has left the buffer of the source, and the rank continues in the next cycle.
//   After a receive that was found complete, a send can start in the same cycle.
//
// The run is over after the cycle in which the last rank completed its last record. Not modelled: wildcard receives,
// which wait for the source that was recorded (trace_processes.hpp has a way to leave them open). Source: J.
// Miguel-Alonso, J. Navaridas, F. J. Ridruejo, "Interconnection network simulation using traces of MPI applications",
// International Journal of Parallel Programming 37 (2009), sections 4 and 5.
#pragma once

#include <cstdint>
#include <memory>

#include "fsin/core/original_random.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

/// Makes a replay at message level. The settings must have a node for every rank of the source. Throws
/// record::TraceError when the trace cannot be opened.
std::unique_ptr<fsin::workload::MessageWorkload> make_message_replay(std::shared_ptr<const record::TraceSource> source,
                                                                     const ReplaySettings& settings,
                                                                     const fsin::workload::NetworkFacts& facts);

/// Makes a replay whose messages are cut into packets. With `random`, one number is drawn in each cycle in which a send
/// is at the head of a rank, as in the original simulator; the workload must then be polled for every node in every
/// cycle. `timeline`, if any, is told what ranks do. Both must outlive the workload.
std::unique_ptr<fsin::workload::Workload> make_trace_replay(std::shared_ptr<const record::TraceSource> source,
                                                            const ReplaySettings& settings,
                                                            const fsin::workload::NetworkFacts& facts,
                                                            fsin::OriginalRandom* random = nullptr,
                                                            fsin::workload::Timeline* timeline = nullptr);

}  // namespace trgen::replay
