// SPDX-License-Identifier: Apache-2.0
// Stragglers: how much longer a CPU burst takes than its length says, since its rank computes slowly, for all of the
// run or for a time, or since something else takes the processor.
//
// A burst of c cycles that begins in cycle s is stretched in three steps, all in whole cycles, rounded up:
// 1. Noise of its own: c * (1 + x), where x is drawn for each burst of each rank (Noise).
// 2. Slow times: while entries (Slow) hold for the rank, a cycle of work takes the product of their factors.
// 3. Detours: in every period of `every` cycles the node does something else for `lasts` cycles, from a phase on that
//    is drawn for the node; work stands still for so long (P. Beckman et al., The influence of operating systems on
//    the performance of collective operations at extreme scale, Cluster 2006; T. Hoefler, T. Schneider, A. Lumsdaine,
//    Characterizing the influence of system noise on large-scale applications by simulation, SC 2010).
// Not modelled: noise of anything but CPU bursts (calls of MPI, say).
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace trgen::replay {

/// All factors and fractions in millionths.
inline constexpr std::uint64_t millionths = 1'000'000;

/// Of a rank, for bursts or parts of bursts in the cycles from .. to - 1.
struct Slow {
  std::uint64_t factor = millionths;
  fsin::Cycle from = 0;
  fsin::Cycle to = fsin::never;
};

struct Noise {
  enum class Kind : std::uint8_t { none, uniform, exponential };
  Kind kind = Kind::none;
  std::uint64_t amount = 0;  ///< uniform: x lies within -amount .. amount; exponential: the mean of x
};

struct Detours {
  std::uint64_t every = 0;  ///< cycles; 0: none
  std::uint64_t lasts = 0;  ///< cycles, below `every`
};

class Stretch {
 public:
  Stretch() = default;
  /// `slow` by rank; or empty: none of them is slow.
  Stretch(std::vector<std::vector<Slow>> slow, const Noise& noise, const Detours& detours, std::uint64_t seed)
      : slow_(std::move(slow)), noise_(noise), detours_(detours), seed_(seed) {}

  bool none() const { return slow_.empty() && noise_.kind == Noise::Kind::none && detours_.every == 0; }

  /// Cycles that burst `number` of the rank takes when it begins in cycle `start`, on this node.
  std::uint64_t cycles(std::uint32_t rank, std::uint32_t node, std::uint64_t number, fsin::Cycle start,
                       std::uint64_t burst) const;

 private:
  std::uint64_t with_noise(std::uint32_t rank, std::uint64_t number, std::uint64_t burst) const;
  std::uint64_t slowed(std::uint32_t rank, fsin::Cycle start, std::uint64_t burst) const;
  std::uint64_t with_detours(std::uint32_t node, fsin::Cycle start, std::uint64_t burst) const;

  std::vector<std::vector<Slow>> slow_;
  Noise noise_;
  Detours detours_;
  std::uint64_t seed_ = 0;
};

}  // namespace trgen::replay
