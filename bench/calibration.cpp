// SPDX-License-Identifier: Apache-2.0
// The yardstick of bench/run: a fixed piece of work, compiled with fixed flags, so that figures taken on different days
// and machines can be compared as ratios. A third each of what the engine does: integer arithmetic, loads that miss the
// caches, branches that cannot be foreseen. Prints CPU seconds and a checksum, which keeps the work from being dropped.
//
// Never change it: all ratios taken before would mean something else.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <utility>
#include <vector>

namespace {

std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13U;
  state ^= state >> 7U;
  return state ^= state << 17U;
}

std::uint64_t integers(std::uint64_t state) {
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < 40'000'000; ++i) sum += next_random(state) * 0x9e3779b97f4a7c15U;
  return sum;
}

/// Walks one cycle through 32 MiB (Sattolo's shuffle makes a permutation with a single cycle).
std::uint64_t misses(std::uint64_t state) {
  std::vector<std::uint32_t> next(1U << 23U);
  std::iota(next.begin(), next.end(), 0U);
  for (std::size_t i = next.size() - 1; i > 0; --i) std::swap(next[i], next[next_random(state) % i]);
  std::uint32_t at = 0;
  for (unsigned i = 0; i < 800'000; ++i) at = next[at];
  return at;
}

std::uint64_t branches(std::uint64_t state) {
  std::vector<std::uint64_t> heap;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < 6'000'000; ++i) {
    const std::uint64_t draw = next_random(state);
    if ((draw & 1U) != 0) {
      if (heap.size() < 64) heap.push_back(draw);
    } else if ((draw & 2U) != 0 && !heap.empty()) {
      sum += heap.back();
      heap.pop_back();
    } else {
      for (std::size_t k = 0; k < heap.size() && heap[k] > draw; ++k) sum ^= heap[k];
    }
  }
  return sum;
}

}  // namespace

int main() {
  constexpr std::uint64_t seed = 0x5eed;
  const std::uint64_t sum = integers(seed) ^ misses(seed) ^ branches(seed);
  std::printf("%.6f %016llx\n", static_cast<double>(std::clock()) / CLOCKS_PER_SEC,
              static_cast<unsigned long long>(sum));
}
