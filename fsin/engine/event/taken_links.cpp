// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/taken_links.hpp"

#include <algorithm>

namespace fsin::engine::event {
namespace {

using Steps = std::span<const LinkRates::Step>;

std::uint64_t rate_at(Steps steps, std::uint32_t begun) { return begun == 0 ? 0 : steps[begun - 1].rate; }

Cycle next_step(Steps steps, std::uint32_t begun) { return begun < steps.size() ? steps[begun].from : never; }

std::uint64_t divide_up(std::uint64_t value, std::uint64_t by) { return value / by + (value % by != 0 ? 1 : 0); }

}  // namespace

TakenLinks::TakenLinks(const LinkRates& rates, const Rules& rules)
    : rates_(rates),
      packet_phits_(rules.packet_phits),
      packet_(LinkRates::packet(rules.packet_phits)),
      links_(rates.backlog.size()) {
  for (std::size_t link = 0; link < links_.size(); ++link) links_[link].backlog = rates.backlog[link];
}

Cycle TakenLinks::ask(std::size_t number, unsigned phit_cycles, Cycle now) {
  Link& link = links_[number];
  const Steps steps = rates_.of(number);
  if (steps.empty() || link.free_from > now) return std::max(link.free_from, now);
  const Cycle crossing = Cycle{packet_phits_} * phit_cycles;
  run_idle(link, steps, crossing, now);
  if (link.free_from > now) return link.free_from;
  grow(link, steps, now);
  if (link.backlog < packet_ || link.turn != 0) return now;
  link.backlog -= packet_;
  link.turn = 1;
  return link.free_from = now + crossing;
}

void TakenLinks::start(std::size_t link, Cycle free_from) {
  links_[link].free_from = free_from;
  links_[link].turn = 0;
}

void TakenLinks::grow(Link& link, Steps steps, Cycle to) {
  while (link.at < to) {
    while (next_step(steps, link.step) <= link.at + 1) ++link.step;
    const Cycle until = std::min(to, next_step(steps, link.step) - 1);
    link.backlog += rate_at(steps, link.step) * (until - link.at);
    link.at = until;
  }
}

void TakenLinks::run_idle(Link& link, Steps steps, Cycle crossing, Cycle end) const {
  while (true) {
    const Cycle begin = std::max(link.at + 1, link.free_from);
    if (begin >= end) return;
    grow(link, steps, begin - 1);
    while (next_step(steps, link.step) <= begin) ++link.step;
    const Cycle last = std::min(end, next_step(steps, link.step)) - 1;
    run_steady(link, rate_at(steps, link.step), crossing, last);
  }
}

// Requires r T <= P, with r the rate, b the backlog at the end of cycle `at`, P a packet and T the cycles in which it
// crosses.
void TakenLinks::run_steady(Link& link, std::uint64_t rate, Cycle crossing, Cycle last) const {
  const Cycle begin = link.at + 1;
  if (link.backlog + rate >= packet_) {
    // Packets follow each other: the i-th, from 0, starts in cycle begin + i T if b + r (1 + i T) >= (i + 1) P.
    const std::uint64_t loss = packet_ - rate * crossing;  // loss of backlog with each packet
    std::uint64_t count = divide_up(last + 1 - begin, crossing);
    if (loss != 0) count = std::min(count, (link.backlog + rate - packet_) / loss + 1);
    link.at = begin + (count - 1) * crossing;
    link.backlog = link.backlog + rate * (1 + (count - 1) * crossing) - count * packet_;
  } else {
    // Each packet starts as soon as the backlog holds it, and has crossed before the next one can start: the k-th, from
    // 1, starts in the first cycle in which b + r (cycles since `at`) >= k P.
    const std::uint64_t count = (link.backlog + rate * (last - link.at)) / packet_;
    const Cycle start = count == 0 ? last : link.at + divide_up(count * packet_ - link.backlog, rate);
    link.backlog = link.backlog + rate * (start - link.at) - count * packet_;
    link.at = start;
    if (count == 0) return;
  }
  link.free_from = link.at + crossing;
  link.turn = 1;
}

}  // namespace fsin::engine::event
