// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/credit_loop.hpp"

#include <algorithm>
#include <bit>

#include "fsin/engine/families.hpp"

namespace fsin::engine {
namespace {

unsigned channels_of_link(const Design& design) {
  return ask_family(design, design.router.virtual_channels,
                    [](const auto& params, const auto& setup) { return params.parallel_channels(setup); });
}

std::uint64_t divided_up(std::uint64_t dividend, std::uint64_t divisor) { return (dividend + divisor - 1) / divisor; }

double share(std::uint64_t slots, const Design& design, const CreditLoop& loop) {
  return std::min(loop.wire, static_cast<double>(slots) * design.packet_phits / static_cast<double>(loop.round_trip));
}

}  // namespace

CreditLoop credit_loop(const Design& design, LinkTimes times) {
  CreditLoop loop;
  loop.channels = channels_of_link(design);
  loop.wire = 1.0 / times.phit_cycles;
  const BubbleRule bubble = bubble_of(design);
  const std::uint64_t kept_free = bubble.target > 0 ? bubble.target - 1 : 0;
  const std::uint64_t all_kept_free = kept_free * static_cast<unsigned>(std::popcount(bubble.channels));
  const std::uint64_t queue = design.router.queue.value;
  const bool whole = router::traits_of(flow_control_of(design)).whole_packet;
  loop.crossings = whole ? 2 : 1;
  const std::uint64_t crossing = std::uint64_t{design.packet_phits} * times.phit_cycles;
  const std::uint64_t waits =
      std::uint64_t{1} + times.delay + design.router.delay.cycles() + design.router.credit_delay.cycles();
  loop.round_trip = loop.crossings * crossing + waits - (whole ? times.phit_cycles : 0);
  const std::uint64_t slots = queue * loop.channels;
  loop.link = share(slots, design, loop);
  loop.stream = share(slots - std::min(slots, all_kept_free), design, loop);
  const std::uint64_t packets = divided_up(loop.round_trip, crossing);
  loop.queue = divided_up(packets + all_kept_free, loop.channels);
  loop.queue_alone = packets + kept_free;
  const std::uint64_t most = std::uint64_t{router::max_queue_packets} * loop.channels - all_kept_free;
  const std::uint64_t spare = std::max<std::uint64_t>(most, loop.crossings + 1) - loop.crossings;
  const std::uint64_t idle = loop.round_trip - std::min(loop.round_trip, loop.crossings * crossing);
  loop.packet_phits = divided_up(idle, spare * times.phit_cycles);
  return loop;
}

unsigned most_limited_links(const Design& design) {
  const auto used = [&](unsigned c) {
    const CreditLoop loop = credit_loop(design, link_times(design, c));
    return loop.stream / loop.wire;
  };
  unsigned most_limited = 0;
  for (unsigned c = 1; c < design.link_classes.size(); ++c) {
    if (used(c) < used(most_limited)) most_limited = c;
  }
  return most_limited;
}

CreditLoop credit_loop(const Design& design) {
  return credit_loop(design, link_times(design, most_limited_links(design)));
}

}  // namespace fsin::engine
