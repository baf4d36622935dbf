// SPDX-License-Identifier: Apache-2.0
// Limits that several parts of the engines share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fsin::engine {

/// Routers of a network at most.
inline constexpr std::uint64_t max_routers = std::uint64_t{1} << 24U;
/// Input queues of a router at most: transit queues and injection queues together.
inline constexpr unsigned max_queues = 1U << 10U;
/// Cycles that a link may need for a phit, and for a full packet, at most.
inline constexpr unsigned max_phit_cycles = 1000;
inline constexpr std::uint64_t max_packet_cycles = std::uint64_t{1} << 20U;
/// Packets that a sender counts beside the real ones in the queue behind a link that has failed, which is more than any
/// queue holds (docs/model.md, "Faults").
inline constexpr unsigned failed_packets = 128;
/// Lines of a deadlock report about one kind of thing at most: queues of a cycle, waiting headers, waiting ranks.
inline constexpr std::size_t most_diagnosis_lines = 12;

}  // namespace fsin::engine
