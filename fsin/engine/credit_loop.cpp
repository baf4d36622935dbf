// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/credit_loop.hpp"

#include <algorithm>
#include <bit>

#include "fsin/engine/algorithms.hpp"

namespace fsin::engine {
namespace {

unsigned channels_of_link(const Design& design) {
  return ask_family(design, design.router.virtual_channels,
                    [](const auto& params, const auto& setup) { return params.parallel_channels(setup); });
}

std::uint64_t divided_up(std::uint64_t dividend, std::uint64_t divisor) { return (dividend + divisor - 1) / divisor; }

double share(std::uint64_t slots, const Design& design, std::uint64_t round_trip) {
  return std::min(1.0, static_cast<double>(slots) * design.packet_phits / static_cast<double>(round_trip));
}

}  // namespace

CreditLoop credit_loop(const Design& design) {
  CreditLoop loop;
  loop.channels = channels_of_link(design);
  const BubbleRule bubble = bubble_of(design);
  const std::uint64_t kept_free = bubble.target > 0 ? bubble.target - 1 : 0;
  const std::uint64_t all_kept_free = kept_free * static_cast<unsigned>(std::popcount(bubble.channels));
  const std::uint64_t queue = design.router.queue.value;
  const bool whole = router::traits_of(flow_control_of(design)).whole_packet;
  loop.crossings = whole ? 2 : 1;
  const std::uint64_t delays = std::uint64_t{design.link_delay} + design.router.delay.cycles() +
                               design.router.credit_delay.cycles() + (whole ? 0 : 1);
  loop.round_trip = std::uint64_t{loop.crossings} * design.packet_phits + delays;
  const std::uint64_t slots = queue * loop.channels;
  loop.link = share(slots, design, loop.round_trip);
  loop.stream = share(slots - std::min(slots, all_kept_free), design, loop.round_trip);
  const std::uint64_t packets = divided_up(loop.round_trip, design.packet_phits);
  loop.queue = divided_up(packets + all_kept_free, loop.channels);
  loop.queue_alone = packets + kept_free;
  const std::uint64_t most = std::uint64_t{router::max_queue_packets} * loop.channels - all_kept_free;
  loop.packet_phits = divided_up(delays, std::max<std::uint64_t>(most, loop.crossings + 1) - loop.crossings);
  return loop;
}

}  // namespace fsin::engine
