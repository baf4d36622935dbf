// SPDX-License-Identifier: Apache-2.0
// Arrival processes: their mean rates, what tells one from the other, and rates that they cannot have.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "trgen/synth/arrivals/catalogue.hpp"

namespace synth_arrivals_test {

using namespace trgen::synth;
using fsin::Cycle;

namespace {

std::vector<Cycle> cycles_of(const ArrivalProcess& process, double rate, std::size_t count, std::uint32_t node = 0) {
  ProcessClock clock;
  std::vector<Cycle> cycles;
  for (std::size_t k = 0; k < count; ++k) {
    Draws draws({9, fsin::Purpose::arrival}, node, k);
    cycles.push_back(k == 0 ? process.first(clock, rate, draws) : process.next(clock, rate, draws));
  }
  return cycles;
}

struct Gaps {
  double mean = 0, deviation = 0;
};
Gaps gaps_of(const std::vector<Cycle>& cycles) {
  double sum = 0, squares = 0;
  for (std::size_t k = 1; k < cycles.size(); ++k) {
    const auto gap = static_cast<double>(cycles[k] - cycles[k - 1]);
    sum += gap;
    squares += gap * gap;
  }
  const double count = static_cast<double>(cycles.size()) - 1;
  return {sum / count, std::sqrt(squares / count - sum / count * (sum / count))};
}

ArrivalRates rates(double rate) {
  ArrivalRates all;
  all.most = rate;
  all.least = rate;
  return all;
}

}  // namespace

TEST_CASE("every process knows the variance of its messages in the long run") {
  constexpr double rate = 0.02;
  constexpr Cycle stretch = 50'000;
  ArrivalChoices::for_each([&]<class Params>(Params params) {
    INFO(Params::name);
    if constexpr (std::is_same_v<Params, ParetoArrivals>) {
      CHECK(std::isinf(params.make(rates(rate))->dispersion(rate)));
      params.shape = 3.5;
    }
    const auto process = params.make(rates(rate));
    std::vector<double> counts;
    for (std::uint32_t node = 0; node < 40; ++node) {
      const auto cycles = cycles_of(*process, rate, 60'000, node);
      for (Cycle first = 0; first + stretch < cycles.back(); first += stretch) {
        const auto begin = std::upper_bound(cycles.begin(), cycles.end(), first);
        counts.push_back(static_cast<double>(std::upper_bound(begin, cycles.end(), first + stretch) - begin));
      }
    }
    double sum = 0, squares = 0;
    for (const double count : counts) sum += count;
    const double mean = sum / static_cast<double>(counts.size());
    for (const double count : counts) squares += (count - mean) * (count - mean);
    const double dispersion = squares / static_cast<double>(counts.size() - 1) / mean;
    // 2,360 stretches: a deviation of 3%. Periodic ones differ by the message at their border.
    CHECK(std::fabs(dispersion - process->dispersion(rate)) <= 0.12 * process->dispersion(rate) + 0.01);
  });
}

TEST_CASE("every process keeps the rate that is asked of it, and never goes back in time") {
  constexpr double rate = 0.02;
  ArrivalChoices::for_each([&]<class Params>(const Params& params) {
    INFO(Params::name);
    REQUIRE(params.check(rates(rate)) == "");
    const auto process = params.make(rates(rate));
    const auto cycles = cycles_of(*process, rate, 400000);
    CHECK(cycles.front() >= 1);
    CHECK(std::is_sorted(cycles.begin(), cycles.end()));
    const bool heavy = std::is_same_v<Params, ParetoArrivals>;  // infinite variance: the mean settles slowly
    CHECK(gaps_of(cycles).mean == doctest::Approx(1 / rate).epsilon(heavy ? 0.1 : 0.02));
    CHECK(cycles == cycles_of(*process, rate, 400000));
    CHECK(cycles != cycles_of(*process, rate, 400000, 1));
  });
}

TEST_CASE("gaps of a Bernoulli and a Poisson process have their deviations, those of a periodic one none") {
  const double rate = 0.1;
  const auto bernoulli = gaps_of(cycles_of(*BernoulliArrivals::make(rates(rate)), rate, 200000));
  CHECK(bernoulli.deviation == doctest::Approx(std::sqrt(1 - rate) / rate).epsilon(0.02));
  const auto poisson = gaps_of(cycles_of(*PoissonArrivals::make(rates(rate)), rate, 200000));
  CHECK(poisson.deviation == doctest::Approx(1 / rate).epsilon(0.02));
  const auto cycles = cycles_of(*PeriodicArrivals{}.make(rates(rate)), rate, 1000);
  for (std::size_t k = 1; k < cycles.size(); ++k)
    CHECK(static_cast<double>(cycles[k] - cycles[k - 1]) == doctest::Approx(10).epsilon(0.11));
  CHECK(static_cast<double>(cycles.back() - cycles.front()) == doctest::Approx(9990).epsilon(1e-3));
  PeriodicArrivals aligned;
  aligned.aligned = true;
  CHECK(cycles_of(*aligned.make(rates(0.25)), 0.25, 4) == std::vector<Cycle>{1, 5, 9, 13});
  CHECK(cycles_of(*aligned.make(rates(0.4)), 0.4, 5) == std::vector<Cycle>{1, 3, 6, 8, 11});
}

TEST_CASE("a Poisson process makes several messages in a cycle") {
  const auto cycles = cycles_of(*PoissonArrivals::make(rates(3)), 3, 100000);
  CHECK(static_cast<double>(cycles.back()) == doctest::Approx(100000.0 / 3).epsilon(0.02));
  CHECK(std::adjacent_find(cycles.begin(), cycles.end()) != cycles.end());
}

TEST_CASE("the tail of Pareto gaps falls with the power that is asked for") {
  ParetoArrivals params;
  params.shape = 1.5;
  const double rate = 0.001;
  const auto cycles = cycles_of(*params.make(rates(rate)), rate, 200000);
  const double least = 0.5 / 1.5 / rate;
  std::size_t beyond = 0;
  for (std::size_t k = 1; k < cycles.size(); ++k)
    beyond += static_cast<double>(cycles[k] - cycles[k - 1]) > 10 * least ? 1 : 0;
  CHECK(static_cast<double>(beyond) / 200000 == doctest::Approx(std::pow(10, -1.5)).epsilon(0.05));
}

TEST_CASE("an on-off source has bursts of the length and the load that were given") {
  OnOffArrivals params;
  params.burst = 200;
  params.peak = 8;  // half a packet of 16 phits a cycle
  const double rate = 0.05;
  REQUIRE(params.check(rates(rate)) == "");
  const auto cycles = cycles_of(*params.make(rates(rate)), rate, 400000);
  // Within a burst gaps are geometric with 1/2: a gap above 30 cycles is a silence, whose mean is 200 * 9.
  std::size_t silences = 0;
  for (std::size_t k = 1; k < cycles.size(); ++k) silences += cycles[k] - cycles[k - 1] > 30 ? 1 : 0;
  const double period = 200 * 10;
  const double seen = 1 - 30.0 / 1800;  // silences that are longer than that, about
  CHECK(static_cast<double>(cycles.back()) / static_cast<double>(silences) ==
        doctest::Approx(period / seen).epsilon(0.03));
}

TEST_CASE("of burst, silence and peak the third follows, and what cannot be is refused") {
  const auto problem = [](std::optional<double> burst, std::optional<double> silence, std::optional<double> peak,
                          double rate) {
    OnOffArrivals params;
    params.burst = burst;
    params.silence = silence;
    params.peak = peak;
    const std::string text = params.check(rates(rate));
    if (text.empty()) {
      const auto cycles = cycles_of(*params.make(rates(rate)), rate, 200000);
      CHECK(gaps_of(cycles).mean == doctest::Approx(1 / rate).epsilon(0.05));
    }
    return text;
  };
  CHECK(problem(50, 100, {}, 0.01) == "");
  CHECK(problem({}, 100, 1.6, 0.01) == "");
  CHECK(problem(50, {}, 1.6, 0.01) == "");
  CHECK(problem(50, 100, 1.6, 0.01).find("leave one of the three out") != std::string::npos);
  CHECK(problem(50, {}, 1, 0.1).find("raise peak") != std::string::npos);
  CHECK(problem(10, 1000, {}, 0.1).find("makes one at most") != std::string::npos);
  CHECK(problem(2, {}, 1.7, 0.1).find("shorter than a cycle") != std::string::npos);
  CHECK(BernoulliArrivals::check(rates(1.5)).find("makes one at most") != std::string::npos);
}

}  // namespace synth_arrivals_test
