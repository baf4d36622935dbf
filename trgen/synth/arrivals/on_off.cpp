// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/arrivals/on_off.hpp"

#include <fmt/core.h>

#include "fsin/core/geometric.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::GeometricGap;

/// The probabilities of a node in a cycle; above 1 where the parameters cannot give the rate.
struct Chances {
  double to_on = 0;    ///< alpha
  double to_off = 0;   ///< beta
  double message = 0;  ///< r1, while on
};

/// The three figures of the process, two of which are given.
struct OnOffShape {
  std::optional<double> to_on, to_off, message;

  Chances at(double rate) const {
    if (!message) return {*to_on, *to_off, rate * (*to_on + *to_off) / *to_on};
    const double spare = *message - rate;
    if (!to_on) return {spare > 0 ? *to_off * rate / spare : 2, *to_off, *message};
    return {*to_on, *to_on * spare / rate, *message};
  }
};

OnOffShape shape_of(const OnOffArrivals& params, double mean_phits) {
  constexpr double usual_burst = 100;
  constexpr double usual_peak = 1;
  OnOffShape shape;
  if (params.silence) shape.to_on = 1 / *params.silence;
  if (params.burst) shape.to_off = 1 / *params.burst;
  if (params.peak) shape.message = *params.peak / mean_phits;
  if (!params.burst && !(params.silence && params.peak)) shape.to_off = 1 / usual_burst;
  if (!params.peak && !(params.silence && shape.to_off)) shape.message = usual_peak / mean_phits;
  return shape;
}

class OnOff final : public ArrivalProcess {
 public:
  explicit OnOff(const OnOffShape& shape) : shape_(shape) {}

  /// The node begins on or off, with the probabilities of the long run.
  Cycle first(ProcessClock& clock, double rate, Draws& draws) const override {
    const Chances chances = shape_.at(rate);
    const bool on = draws.unit() * (chances.to_on + chances.to_off) <= chances.to_on;
    return run(clock, chances, on, false, draws);
  }
  /// A node that has generated a message is on.
  Cycle next(ProcessClock& clock, double rate, Draws& draws) const override {
    return run(clock, shape_.at(rate), true, true, draws);
  }
  /// Cycles are correlated by (1 - alpha - beta)^k, k being the cycles between them; all correlations are summed.
  double dispersion(double rate) const override {
    const Chances chances = shape_.at(rate);
    const double changes = chances.to_on + chances.to_off, off = chances.to_off / changes;
    return 1 - rate + 2 * chances.message * off * (1 - changes) / changes;
  }

 private:
  /// Skips whole silences and bursts until a message is generated. `made`: one was generated in the cycle before, at
  /// whose end the burst may be over.
  static Cycle run(ProcessClock& clock, const Chances& chances, bool on, bool made, Draws& draws) {
    const GeometricGap burst(chances.to_off), silence(chances.to_on), message(chances.message);
    Cycle at = clock.whole;
    for (;; on = true, made = false) {
      if (!on) {
        at += silence(draws.wide());
        continue;
      }
      const std::uint64_t left = chances.to_off > 0 ? burst(draws.wide()) - (made ? 1 : 0) : GeometricGap::longest;
      const std::uint64_t gap = message(draws.wide());
      if (gap <= left || at >= clock.whole + GeometricGap::longest) {
        clock = {at + gap, 0};
        return clock.whole;
      }
      at += left + silence(draws.wide());
    }
  }

  OnOffShape shape_;
};

}  // namespace

std::string OnOffArrivals::check(const ArrivalRates& rates) const {
  if (burst && silence && peak) {
    return "burst, silence and peak follow from the load and two of them; leave one of the three out";
  }
  const OnOffShape shape = shape_of(*this, rates.mean_phits);
  for (const double rate : {rates.most, rates.least}) {
    const Chances chances = shape.at(rate);
    const double load = rate * rates.mean_phits;
    constexpr double one = 1 + 1e-12;
    if (chances.message > one) {
      return fmt::format(
          "within a burst a node would make {:.4g} messages of {:.4g} phits per cycle, and it makes one at most; use a "
          "lower peak or load, or shorter silences",
          chances.message, rates.mean_phits);
    }
    if (shape.message && *shape.message <= rate) {
      return fmt::format("a node sends {:.4g} phits per cycle on average, and {:.4g} within a burst; raise peak", load,
                         *shape.message * rates.mean_phits);
    }
    // Bursts are skipped one by one until a message is generated.
    constexpr double most_empty_bursts = 1e4;
    if (chances.to_off > most_empty_bursts * chances.message) {
      return fmt::format(
          "a node would be on {:.3g} times between two of its messages; use longer bursts or a higher peak",
          chances.to_off / chances.message);
    }
    if (chances.to_on > one || chances.to_off > one) {
      return fmt::format("at {:.4g} phits per cycle of a node {} would be shorter than a cycle on average; use {}",
                         load, chances.to_on > one ? "silences" : "bursts",
                         chances.to_on > one ? "longer bursts or a lower peak" : "longer silences or a lower peak");
    }
  }
  return {};
}

std::unique_ptr<ArrivalProcess> OnOffArrivals::make(const ArrivalRates& rates) const {
  return std::make_unique<OnOff>(shape_of(*this, rates.mean_phits));
}

}  // namespace trgen::synth
