// SPDX-License-Identifier: Apache-2.0
// Cycles of the network and picoseconds of the ranks' clocks. A cycle becomes a whole number of picoseconds and that
// number the same cycle again, so that nothing is lost on the way to and fro: cycles of a picosecond or more.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::live {

class ClockScale {
 public:
  explicit ClockScale(const workload::NetworkFacts& facts)
      : bits_(std::uint64_t{8} * facts.phit_bytes), rate_(facts.bit_rate) {}

  /// Otherwise a cycle would be too short to be counted.
  bool is_fine() const { return rate_ != 0 && bits_ * per_second >= rate_; }

  std::uint64_t picoseconds(Cycle cycle) const {
    return static_cast<std::uint64_t>(Wide{cycle} * bits_ * per_second / rate_);
  }
  /// The first cycle that does not begin before this time.
  Cycle cycle(std::uint64_t picoseconds) const {
    auto cycle = static_cast<Cycle>(Wide{picoseconds} * rate_ / (Wide{bits_} * per_second));
    while (this->picoseconds(cycle) < picoseconds) ++cycle;
    return cycle;
  }
  /// Whole cycles of a length of time.
  Cycle whole_cycles(std::uint64_t picoseconds) const {
    const Cycle cycle = this->cycle(picoseconds);
    return this->picoseconds(cycle) > picoseconds ? cycle - 1 : cycle;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t per_second = 1'000'000'000'000;

  std::uint64_t bits_;  ///< of a phit
  std::uint64_t rate_;  ///< bits per second of a link
};

}  // namespace fsin::live
