// SPDX-License-Identifier: Apache-2.0
// Delays as users write them, and their conversion to link cycles.
//
// A delay keeps the unit in which it was given, because the length of a cycle (the time in which a link moves one phit)
// depends on the bandwidth: "100 ns" is 4 cycles of 32 ns or 32 cycles of 3.2 ns. It is converted to whole cycles once,
// rounded up, in integers, so that no rounding of floating-point numbers decides it: 96 ns is exactly 3 cycles of 32
// ns. Signals travel a cable at `metres_per_second`, whatever the bit rate.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "fsin/core/units.hpp"

namespace fsin {

/// Link cycles (or a bare number), a time (ps, ns, us, ms, s) or the length of a cable (mm, cm, m, km).
struct Delay {
  static constexpr Dimension dimension = Dimension::delay;
  Dimension unit = Dimension::cycles;  ///< cycles, time or length
  std::uint64_t value = 0;             ///< cycles, picoseconds or nanometres

  constexpr Delay() = default;
  /// A bare number means cycles, as it does in a configuration.
  constexpr Delay(std::uint64_t cycles) : value(cycles) {}  // NOLINT(google-explicit-constructor)
  constexpr Delay(Dimension written_in, std::uint64_t amount) : unit(written_in), value(amount) {}

  bool in_cycles() const { return unit == Dimension::cycles; }
  /// The number of cycles of a delay that is given in cycles; calling it for any other delay is a bug.
  unsigned cycles() const;
  constexpr auto operator<=>(const Delay&) const = default;
};

/// "5 cycles", "100 ns", "1.5 us", "5 m": the text can be read back as the same delay.
std::string to_text(Delay delay);

struct LinkClock {
  std::uint64_t bit_rate = 1;           ///< bits per second, at least 1 and below 2^50
  std::uint64_t phit_bits = 1;          ///< at least 1 and below 2^32
  std::uint64_t metres_per_second = 1;  ///< at least 1 and below 2^30

  double seconds() const { return static_cast<double>(phit_bits) / static_cast<double>(bit_rate); }

  /// The smallest number of cycles that is no shorter than the delay; the largest integer if that does not fit.
  std::uint64_t cycles(Delay delay) const;
};

}  // namespace fsin
