// SPDX-License-Identifier: Apache-2.0
// The stateless arrival processes: the draws from one message to the next.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "fsin/core/geometric.hpp"
#include "trgen/synth/arrivals/bernoulli.hpp"
#include "trgen/synth/arrivals/pareto.hpp"
#include "trgen/synth/arrivals/periodic.hpp"
#include "trgen/synth/arrivals/poisson.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;

/// Computes exp(x) for 0 <= x <= 700 by IEEE operations alone, so that all machines draw the same: 2^k times a power
/// series.
double portable_exp(double x) {
  constexpr double ln2_high = 0x1.62e42feep-1;
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  const auto k = static_cast<std::int64_t>(x / (ln2_high + ln2_low) + 0.5);
  const double rest = (x - static_cast<double>(k) * ln2_high) - static_cast<double>(k) * ln2_low;
  double sum = 1;
  for (int i = 18; i > 0; --i) sum = 1 + sum * rest / i;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

class Bernoulli final : public ArrivalProcess {
 public:
  Cycle next(ProcessClock& clock, double rate, Draws& draws) const override {
    clock = {clock.whole + fsin::GeometricGap(rate)(draws.wide()), 0};
    return clock.whole;  // the trials are those of whole cycles
  }
  double dispersion(double rate) const override { return 1 - std::min(rate, 1.0); }
};

class Poisson final : public ArrivalProcess {
 public:
  Cycle next(ProcessClock& clock, double rate, Draws& draws) const override {
    clock.pass(std::min(-fsin::deterministic_log(draws.unit()) / rate, longest_gap));
    return clock.cycle();
  }
  double dispersion(double /*rate*/) const override { return 1; }
};

class Periodic final : public ArrivalProcess {
 public:
  explicit Periodic(bool aligned) : aligned_(aligned) {}

  Cycle first(ProcessClock& clock, double rate, Draws& draws) const override {
    if (!aligned_) clock.pass(period(rate) * (1 - draws.unit()));
    return clock.cycle();
  }
  Cycle next(ProcessClock& clock, double rate, Draws&) const override {
    clock.pass(period(rate));
    return clock.cycle();
  }
  /// The last moment up to the end of this cycle, from which the next one is a period away.
  void resume(ProcessClock& clock, double rate, Cycle cycle) const override {
    if (clock.cycle() > cycle) return;
    const double late = static_cast<double>(cycle - clock.whole) - clock.part;
    const double each = period(rate);
    clock.pass(static_cast<double>(static_cast<std::uint64_t>(late / each)) * each);
  }
  double dispersion(double /*rate*/) const override { return 0; }

 private:
  static double period(double rate) { return std::min(1 / rate, longest_gap); }

  bool aligned_;
};

class Pareto final : public ArrivalProcess {
 public:
  explicit Pareto(double shape) : shape_(shape) {}

  Cycle next(ProcessClock& clock, double rate, Draws& draws) const override {
    const double least = (shape_ - 1) / (shape_ * rate);
    clock.pass(std::min(least * portable_exp(-fsin::deterministic_log(draws.unit()) / shape_), longest_gap));
    return clock.cycle();
  }
  /// The squared coefficient of variation of a gap, as of any renewal process.
  double dispersion(double /*rate*/) const override {
    return shape_ > 2 ? 1 / (shape_ * (shape_ - 2)) : std::numeric_limits<double>::infinity();
  }

 private:
  double shape_;
};

}  // namespace

std::string BernoulliArrivals::check(const ArrivalRates& rates) {
  if (rates.most <= 1 + 1e-12) return {};
  return fmt::format(
      "a node would make {:.4g} messages of {:.4g} phits per cycle, and a Bernoulli source makes one at most; lower "
      "the "
      "load, or use arrivals: poisson",
      rates.most, rates.mean_phits);
}

std::unique_ptr<ArrivalProcess> BernoulliArrivals::make(const ArrivalRates&) { return std::make_unique<Bernoulli>(); }
std::unique_ptr<ArrivalProcess> PoissonArrivals::make(const ArrivalRates&) { return std::make_unique<Poisson>(); }
std::unique_ptr<ArrivalProcess> PeriodicArrivals::make(const ArrivalRates&) const {
  return std::make_unique<Periodic>(aligned);
}
std::unique_ptr<ArrivalProcess> ParetoArrivals::make(const ArrivalRates&) const {
  return std::make_unique<Pareto>(shape);
}

}  // namespace trgen::synth
