// SPDX-License-Identifier: Apache-2.0
// Checks that one number divides another, with the nearest ones that do.
#pragma once

#include <cstdint>
#include <string>

namespace trgen::programs::ai {

/// The divisors of `whole` next to `wanted`, as text: "5 or 8", "5", and for whole = 1 "1".
inline std::string nearest_divisors(std::uint64_t whole, std::uint64_t wanted) {
  constexpr std::uint64_t farthest = 100'000;
  std::uint64_t below = wanted < whole ? wanted : whole;
  while (below > 1 && whole % below != 0) --below;
  std::uint64_t above = wanted;
  while (above <= whole && above - wanted < farthest && whole % above != 0) ++above;
  std::string text = std::to_string(below < 1 ? 1 : below);
  if (above <= whole && whole % above == 0 && above != below) text += " or " + std::to_string(above);
  return text;
}

/// The multiples of `unit` next to `wanted`, as text: "8 or 16".
inline std::string nearest_multiples(std::uint64_t unit, std::uint64_t wanted) {
  const std::uint64_t below = wanted / unit * unit;
  return (below == 0 ? "" : std::to_string(below) + " or ") + std::to_string(below + unit);
}

}  // namespace trgen::programs::ai
