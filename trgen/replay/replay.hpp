// SPDX-License-Identifier: Apache-2.0
// Replay of a trace: every rank does what its records say, in their order, on the node it is placed on. A message-level
// workload (fsin/workload/message_workload.hpp).
//
// One cycle of a rank, by the original simulator's rule:
// - In a CPU burst of n cycles it does nothing else for n cycles.
// - Otherwise it first passes all receives at the head of its list whose messages are complete. Then, if a send is at
//   the head, the message goes on leaving; how, is the carrier's (packetised_workload.hpp: one packet a cycle).
// - A send is over when its message has left the buffer of its source, and the rank goes on in the next cycle. A
//   receive that is seen complete lets a send behind it begin in the same cycle.
//
// The run is over after the cycle in which the last rank passed its last record.
// Wildcard receives are not replayed: the recorded source is awaited.
// Source: J. Miguel-Alonso, J. Navaridas, F. J. Ridruejo, "Interconnection network simulation using traces of MPI
// applications", International Journal of Parallel Programming 37 (2009), sections 4 and 5.
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

/// The settings must have a node for every rank of the source. Throws record::TraceError when the trace cannot be
/// opened.
std::unique_ptr<fsin::workload::MessageWorkload> make_message_replay(std::shared_ptr<const record::TraceSource> source,
                                                                     const ReplaySettings& settings,
                                                                     const fsin::workload::NetworkFacts& facts);

/// The same, cut into packets. With `random`, one number is drawn in each cycle in which a send is at the head of a
/// rank, as the original does; the workload must then be polled for every node in every cycle. `timeline`, if any, is
/// told what ranks do. Both must outlive the workload.
std::unique_ptr<fsin::workload::Workload> make_trace_replay(std::shared_ptr<const record::TraceSource> source,
                                                            const ReplaySettings& settings,
                                                            const fsin::workload::NetworkFacts& facts,
                                                            fsin::OriginalRandom* random = nullptr,
                                                            fsin::workload::Timeline* timeline = nullptr);

}  // namespace trgen::replay
