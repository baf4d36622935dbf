// SPDX-License-Identifier: Apache-2.0
// Limits that several parts of the engines share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fsin::engine {

/// Largest number of routers of a network.
inline constexpr std::uint64_t max_routers = std::uint64_t{1} << 24U;
/// Largest number of input queues of a router, transit queues and injection queues together.
inline constexpr unsigned max_queues = 1U << 10U;
/// Largest number of cycles that a link may need for a phit, and for a full packet.
inline constexpr unsigned max_phit_cycles = 1000;
inline constexpr std::uint64_t max_packet_cycles = std::uint64_t{1} << 20U;
/// Packets that a sender adds to its count of the queue behind a failed link: more than any queue holds, so that the
/// link is never granted again (docs/model/network.md, "Faults").
inline constexpr unsigned failed_packets = 128;
/// Largest number of lines in a deadlock report about one kind of object: queues of a cycle, waiting headers, waiting
/// ranks.
inline constexpr std::size_t most_diagnosis_lines = 12;

}  // namespace fsin::engine
