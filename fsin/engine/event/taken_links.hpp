// SPDX-License-Identifier: Apache-2.0
// The links occupied by background by rates (engine/link_rates.hpp), in the event engine: a link is evaluated only when
// a packet waits for it. Its state since the last evaluation, when no packet waited, follows from the rates in closed
// form.
#pragma once

#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::event {

class TakenLinks {
 public:
  /// Sets up the links; `rates` outlives this object.
  TakenLinks(const LinkRates& rates, const Rules& rules);

  /// The cycle in which a packet that waits in cycle `now` for the link, on which there is no other packet, may start:
  /// `now`, or a later cycle in which to ask again.
  Cycle ask(std::size_t link, unsigned phit_cycles, Cycle now);
  /// Reports that the packet starts, in a cycle for which ask() permitted it; no other packet can start before cycle
  /// `free_from`.
  void start(std::size_t link, Cycle free_from);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.links_);
  }

 private:
  struct Link {
    std::uint64_t backlog = 0;  ///< at the end of cycle `at`
    Cycle at = 0;
    Cycle free_from = 0;     ///< first cycle in which the link is idle again
    std::uint32_t step = 0;  ///< number of steps that began up to `at`
    std::uint32_t turn = 0;  ///< 1: the link last carried background by rates, and a packet that waits is next
  };

  /// Advances a link on which background by rates starts in every cycle before `end` in which it can.
  void run_idle(Link& link, std::span<const LinkRates::Step> steps, Cycle crossing, Cycle end) const;
  /// Advances it from the cycle after `link.at` to `last`, within which the rate does not change.
  void run_steady(Link& link, std::uint64_t rate, Cycle crossing, Cycle last) const;
  static void grow(Link& link, std::span<const LinkRates::Step> steps, Cycle to);

  const LinkRates& rates_;
  unsigned packet_phits_;
  std::uint64_t packet_;  ///< one packet, in units of the backlog
  std::vector<Link> links_;
};

}  // namespace fsin::engine::event
