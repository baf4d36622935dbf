// SPDX-License-Identifier: Apache-2.0
// The contract of an arrival process, which decides when a node generates its messages.
//
// Time is continuous: the moment T lies in cycle floor(T) + 1. The next moment follows from the last one (a
// ProcessClock), the rate of the node, and draws of the message alone.
//
// An entry of the catalogue (catalogue.hpp) is a struct of parameters with
//   name, doc, cite, fields      as everything that can be configured;
//   check(rates)                 reason why the process cannot have these rates and the remedy, or an empty string;
//   make(rates)                  the process; called only if check() returned an empty string.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fsin/core/ids.hpp"
#include "trgen/synth/draws.hpp"

namespace trgen::synth {

/// The rates that an arrival process will be called with.
struct ArrivalRates {
  double most = 0;         ///< messages per cycle of the node that generates most
  double least = 0;        ///< of the node that generates least, but more than none
  double mean_phits = 16;  ///< phits of a message
  std::uint64_t seed = 1;
};

/// A moment in time: whole cycles passed, and a fraction of the next one.
struct ProcessClock {
  std::uint64_t whole = 0;
  double part = 0;  ///< 0 or more, below 1

  void pass(double cycles) {
    const double sum = part + cycles;
    const auto more = static_cast<std::uint64_t>(sum);
    whole += more;
    part = sum - static_cast<double>(more);
  }
  fsin::Cycle cycle() const { return whole + 1; }
};

/// No gap is longer than this many cycles.
inline constexpr double longest_gap = 0x1p40;

class ArrivalProcess {
 public:
  virtual ~ArrivalProcess() = default;

  /// Moves the clock from the beginning of a process, its moment, to the first message. `rate`: messages per cycle,
  /// above 0. Returns the cycle in which the message is generated.
  virtual fsin::Cycle first(ProcessClock& clock, double rate, Draws& draws) const { return next(clock, rate, draws); }
  /// Moves the clock from one message to the next; returns the cycle of the next message.
  virtual fsin::Cycle next(ProcessClock& clock, double rate, Draws& draws) const = 0;

  /// Variance of the number of messages in the long run over its mean; infinite for gaps without a variance.
  virtual double dispersion(double rate) const = 0;

  /// The node was held up until the end of this cycle, and its process goes on from there.
  virtual void resume(ProcessClock& clock, double /*rate*/, fsin::Cycle cycle) const { clock = {cycle, 0}; }
};

}  // namespace trgen::synth
