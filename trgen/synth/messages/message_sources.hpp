// SPDX-License-Identifier: Apache-2.0
// Sources of messages of any size: each node sends its messages one after the other, packet by packet.
//
// Every draw is keyed by the node and a number (of a message, or of a packet that arrives), so that nothing depends on
// the order in which nodes are polled or packets arrive in a cycle. The state of a node is its own alone: any thread or
// process may serve any node.
#pragma once

#include <memory>
#include <optional>

#include "fsin/workload/workload.hpp"
#include "trgen/synth/arrivals/arrival.hpp"
#include "trgen/synth/loops/loop.hpp"
#include "trgen/synth/messages/traffic.hpp"
#include "trgen/synth/sources.hpp"

namespace trgen::synth {

/// Sources with an arrival process. `stall`: a message whose packets find no room holds the process up until its last
/// packet has entered. With `triggered`, packets that arrive make a node send further messages.
std::unique_ptr<fsin::workload::Workload> make_open_sources(Traffic traffic, std::unique_ptr<ArrivalProcess> process,
                                                            SourceModel model,
                                                            const std::optional<TriggeredLoop>& triggered,
                                                            std::uint32_t nodes);

/// Parameters of a closed loop.
struct ClosedLoop {
  std::uint32_t window = 1;
  fsin::Cycle service = 0;
  fsin::Cycle think = 0;
  TrafficMessage reply{};  ///< reply, without its destination
};
/// Largest number of packets of a request that can be answered.
inline constexpr std::uint64_t most_request_packets = (std::uint64_t{1} << 23U) - 1;

/// A closed loop, whose report has its round trips in the whole run.
std::unique_ptr<fsin::workload::Workload> make_closed_sources(Traffic traffic, const ClosedLoop& loop,
                                                              std::uint32_t nodes);

/// Sources of shots; `messages` of each node in a shot.
std::unique_ptr<fsin::workload::Workload> make_shot_sources(Traffic traffic, std::uint64_t messages,
                                                            std::uint64_t shots, std::uint32_t nodes);

/// Memory of a node in bytes.
std::size_t bytes_of_open_source(SourceModel model);
std::size_t bytes_of_closed_source(std::uint32_t window);
std::size_t bytes_of_shot_source();

}  // namespace trgen::synth
