// SPDX-License-Identifier: Apache-2.0
// Rates of links out of the messages that cross them.
#include "fsin/run/link_history.hpp"

#include <doctest/doctest.h>

using namespace fsin;
using engine::LinkRates;
using run::LinkHistory;

namespace {

double phits_of(const LinkRates& rates, std::size_t link, Cycle end) {
  double phits = 0;
  const auto steps = rates.of(link);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Cycle to = i + 1 < steps.size() ? steps[i + 1].from : end;
    phits += static_cast<double>(steps[i].rate) / LinkRates::full * static_cast<double>(to - steps[i].from);
  }
  return phits;
}

const auto fast = [](std::uint32_t) { return 1U; };

}  // namespace

TEST_CASE("what messages put on a link, its rates carry") {
  LinkHistory history(4);
  history.add(2, 100, 10, 500);
  history.add(2, 30, 70, 90);
  history.add(1, 5, 0, 63);
  const LinkRates rates = history.rates(fast, 16, 7);
  CHECK(phits_of(rates, 2, 1 << 20) == doctest::Approx(130).epsilon(1e-4));
  CHECK(phits_of(rates, 1, 1 << 20) == doctest::Approx(5).epsilon(1e-4));
  CHECK(rates.of(0).empty());
  CHECK(rates.of(2).back().rate == 0);
  for (const std::uint64_t backlog : rates.backlog) CHECK(backlog < LinkRates::packet(16));
}

TEST_CASE("what a link cannot carry in a window goes to the next ones") {
  LinkHistory history(1);
  history.add(0, 200, 0, 63);
  const LinkRates rates = history.rates([](std::uint32_t) { return 2U; }, 16, 1);
  for (const LinkRates::Step& step : rates.of(0)) CHECK(step.rate <= LinkRates::full / 2);
  CHECK(rates.of(0).back().from == 448);  // 200 phits are 6.25 windows at 32 phits each
  history.add_always(0, 0.25);
  const LinkRates more = history.rates(fast, 16, 1);
  CHECK(more.of(0).back().rate == LinkRates::full / 4);
}

TEST_CASE("windows double when there are too many, and lose nothing") {
  LinkHistory history(8, 64);
  for (std::uint32_t link = 0; link < 8; ++link) history.add(link, 50, 100, 20'000 + 100 * link);
  CHECK(history.window() > LinkHistory::first_window);
  const LinkRates rates = history.rates(fast, 16, 1);
  for (std::uint32_t link = 0; link < 8; ++link)
    CHECK(phits_of(rates, link, 1 << 20) == doctest::Approx(50).epsilon(1e-3));
}
