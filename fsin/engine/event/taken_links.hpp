// SPDX-License-Identifier: Apache-2.0
// The links that background by rates takes (engine/link_rates.hpp), for the event engine: a link is looked at only when
// a packet waits for it. What happened since the last look, when nobody waited, follows from the rates in closed form.
#pragma once

#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::event {

class TakenLinks {
 public:
  /// `rates` outlives this.
  TakenLinks(const LinkRates& rates, const Rules& rules);

  /// A packet waits for the link, on which there is no other packet, in cycle `now`: the cycle in which it may start,
  /// `now` or a later one, in which to ask again.
  Cycle ask(std::size_t link, unsigned phit_cycles, Cycle now);
  /// It starts, and no other packet can before cycle `free_from`. Told in a cycle in which ask() let it.
  void start(std::size_t link, Cycle free_from);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.links_);
  }

 private:
  struct Link {
    std::uint64_t backlog = 0;  ///< at the end of cycle `at`
    Cycle at = 0;
    Cycle free_from = 0;     ///< first cycle in which nothing is on the link any more
    std::uint32_t step = 0;  ///< steps that began up to `at`
    std::uint32_t turn = 0;  ///< 1: what was on the link last was background, and a packet that waits is next
  };

  /// Background takes the link in every cycle before `end` in which it can.
  void run_idle(Link& link, std::span<const LinkRates::Step> steps, Cycle crossing, Cycle end) const;
  /// The same from the cycle after `link.at` on, up to `last`, within which the rate does not change.
  void run_steady(Link& link, std::uint64_t rate, Cycle crossing, Cycle last) const;
  static void grow(Link& link, std::span<const LinkRates::Step> steps, Cycle to);

  const LinkRates& rates_;
  unsigned packet_phits_;
  std::uint64_t packet_;  ///< as a backlog
  std::vector<Link> links_;
};

}  // namespace fsin::engine::event
