// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/bursts/stretch.hpp"

#include <algorithm>

#include "fsin/core/geometric.hpp"
#include "fsin/core/rng.hpp"
#include "trgen/replay/bursts/burst_clock.hpp"

namespace trgen::replay {
namespace {

/// No burst is longer (burst_clock.hpp says why), however slow its rank.
constexpr std::uint64_t longest = std::uint64_t{1} << 56U;

/// a * b / millionths, rounded up.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  const Wide product = Wide{a} * b + (millionths - 1);
  return static_cast<std::uint64_t>(std::min<Wide>(product / millionths, longest));
}

/// What holds for a rank at a time: the product of the factors, and until when.
struct Pace {
  std::uint64_t factor = millionths;
  fsin::Cycle until = fsin::never;
};

Pace pace_at(const std::vector<Slow>& entries, fsin::Cycle now) {
  Pace pace;
  for (const Slow& each : entries) {
    if (now < each.from) {
      pace.until = std::min(pace.until, each.from);
    } else if (now < each.to) {
      pace.factor = std::max<std::uint64_t>(1, times(pace.factor, each.factor));
      pace.until = std::min(pace.until, each.to);
    }
  }
  return pace;
}

/// The number of the draw that gives a node its phase: no rank has so many bursts.
constexpr std::uint64_t phase_draw = ~std::uint64_t{0};

}  // namespace

std::uint64_t Stretch::cycles(std::uint32_t rank, std::uint32_t node, std::uint64_t number, fsin::Cycle start,
                              std::uint64_t burst) const {
  const std::uint64_t noisy = with_noise(rank, number, burst);
  return with_detours(node, start, slowed(rank, start, noisy));
}

std::uint64_t Stretch::with_noise(std::uint32_t rank, std::uint64_t number, std::uint64_t burst) const {
  if (noise_.kind == Noise::Kind::none) return burst;
  const fsin::PhiloxWords words = fsin::philox({seed_, fsin::Purpose::noise}, number, rank);
  const std::uint64_t draw = fsin::join_words(words[0], words[1]) >> 11U;  // 53 bits
  if (noise_.kind == Noise::Kind::uniform) {
    const auto above = static_cast<std::uint64_t>(Wide{draw} * (2 * noise_.amount + 1) >> 53U);
    return times(burst, millionths - noise_.amount + above);
  }
  const double unit = (static_cast<double>(draw) + 0.5) * 0x1p-53;
  const double more = -fsin::deterministic_log(unit) * static_cast<double>(noise_.amount);
  return times(burst, millionths + static_cast<std::uint64_t>(more));
}

std::uint64_t Stretch::slowed(std::uint32_t rank, fsin::Cycle start, std::uint64_t burst) const {
  if (slow_.empty() || slow_[rank].empty()) return burst;
  const std::vector<Slow>& entries = slow_[rank];
  fsin::Cycle now = start;
  std::uint64_t left = burst;
  while (left > 0) {
    const Pace pace = pace_at(entries, now);
    const std::uint64_t needed = times(left, pace.factor);
    if (pace.until == fsin::never || needed <= pace.until - now) {
      now += needed;
      break;
    }
    const Wide done = Wide{pace.until - now} * millionths / pace.factor;
    left -= std::min<std::uint64_t>(left, static_cast<std::uint64_t>(done));
    now = pace.until;
  }
  return std::min(now - start, longest);
}

/// Work goes on in the cycles t with (t + phase) % every >= lasts.
std::uint64_t Stretch::with_detours(std::uint32_t node, fsin::Cycle start, std::uint64_t burst) const {
  if (detours_.every == 0 || burst == 0) return burst;
  const fsin::PhiloxWords words = fsin::philox({seed_, fsin::Purpose::noise}, phase_draw, node);
  const auto phase = static_cast<std::uint64_t>(Wide{fsin::join_words(words[0], words[1])} * detours_.every >> 64U);
  const std::uint64_t free = detours_.every - detours_.lasts;
  std::uint64_t at = static_cast<std::uint64_t>((Wide{start} + phase) % detours_.every);
  std::uint64_t taken = 0;
  if (at < detours_.lasts) {
    taken = detours_.lasts - at;
    at = detours_.lasts;
  }
  const std::uint64_t first = detours_.every - at;  // cycles of work before the next detour, at least 1
  if (burst > first) taken += detours_.lasts * (1 + (burst - first - 1) / free);
  return std::min(burst + taken, longest);
}

}  // namespace trgen::replay
