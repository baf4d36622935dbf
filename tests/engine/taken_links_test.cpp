// SPDX-License-Identifier: Apache-2.0
// Links that background by rates takes: the closed form against the rule of docs/model/workloads.md,
// "Background by rates", cycle by cycle.
#include "fsin/engine/event/taken_links.hpp"

#include <doctest/doctest.h>

#include "tests/engine/differential/dice.hpp"

namespace taken_links_test {

using namespace fsin;
using engine::LinkRates;

namespace {

constexpr unsigned packet_phits = 5;

/// One link, by the rule.
struct Eager {
  const LinkRates& rates;
  unsigned phit_cycles;
  std::uint64_t backlog = rates.backlog[0];
  Cycle busy_until = 0;  ///< last cycle in which anything is on the link
  bool background_was_last = false;

  /// Whether a packet that waits, if one does, starts in this cycle.
  bool step(Cycle now, bool waits) {
    std::uint32_t rate = 0;
    for (const LinkRates::Step& step : rates.of(0)) {
      if (step.from <= now) rate = step.rate;
    }
    backlog += rate;
    if (now <= busy_until) return false;
    if (backlog >= LinkRates::packet(packet_phits) && !(waits && background_was_last)) {
      backlog -= LinkRates::packet(packet_phits);
      background_was_last = true;
      busy_until = now + Cycle{packet_phits} * phit_cycles - 1;
      return false;
    }
    if (!waits) return false;
    background_was_last = false;
    busy_until = now + Cycle{packet_phits} * phit_cycles - 1;
    return true;
  }
};

LinkRates drawn_rates(differential::Dice& dice, unsigned phit_cycles) {
  LinkRates rates;
  const std::uint32_t most = LinkRates::full / phit_cycles;
  Cycle from = dice.below(20);
  for (unsigned left = dice.between(1, 5); left > 0; --left) {
    rates.steps.push_back({from, dice.chance(20) ? most : dice.chance(20) ? 0 : dice.below(most)});
    from += dice.between(1, 300);
  }
  rates.first = {0, rates.steps.size()};
  rates.backlog = {std::uint64_t{dice.below(packet_phits)} * LinkRates::full};
  return rates;
}

}  // namespace

TEST_CASE("a packet starts in the cycle in which the rule lets it") {
  std::uint64_t started = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    CAPTURE(number);
    differential::Dice dice(number);
    const unsigned phit_cycles = dice.between(1, 3);
    const LinkRates rates = drawn_rates(dice, phit_cycles);
    engine::Rules rules;
    rules.packet_phits = packet_phits;
    engine::event::TakenLinks taken(rates, rules);
    Eager eager{rates, phit_cycles};
    const unsigned chance = dice.one_of({1U, 10U, 60U});
    bool waits = false;
    Cycle ask_from = 0;
    for (Cycle now = 1; now < 1500; ++now) {
      waits = waits || dice.chance(chance);
      const bool starts = eager.step(now, waits);
      if (waits && now >= ask_from) {
        ask_from = taken.ask(0, phit_cycles, now);
        REQUIRE((ask_from == now) == starts);
        if (starts) taken.start(0, now + Cycle{packet_phits} * phit_cycles);
      } else {
        REQUIRE_FALSE(starts);
      }
      if (!starts) continue;
      ++started;
      waits = false;
      ask_from = 0;
    }
  }
  CHECK(started > 10'000);
}

}  // namespace taken_links_test
