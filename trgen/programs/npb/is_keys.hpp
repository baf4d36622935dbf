// SPDX-License-Identifier: Apache-2.0
// Number of keys that each rank of IS sends to each other one, in each ranking of the keys.
//
// A key is a quarter of the range times a sum of four random numbers. Before ranking i, rank 0 sets two of its keys to
// i and to the largest key minus i. The buckets go to ranks in order: a rank takes buckets until the keys of all ranks
// so far are their share. The program counts keys by rank and bucket, and keeps the counts only: 4 bytes for each of at
// most 1024 x 1024, and as many numbers again for each ranking as there are buckets and ranks.
// Source: NPB 3.4.2, IS/is.c.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/programs/npb/settings.hpp"

namespace trgen::programs::npb {

class IsKeys {
 public:
  /// Counts the keys for `rankings` of the iterations; the warm-up is the same as the first.
  IsKeys(const Settings& settings, std::uint64_t rankings);

  /// Keys from one rank to another in ranking 1, 2, ...
  std::uint64_t sent(std::uint64_t ranking, std::uint32_t from, std::uint32_t to) const;

 private:
  struct Ranking {
    std::vector<std::uint32_t> bounds;  ///< the buckets of rank i: bounds[i] up to bounds[i + 1]
    std::vector<std::uint64_t> first;   ///< keys of rank 0 below each bucket
  };

  void count_drawn(std::vector<std::uint64_t>& totals);
  void count_expected(std::vector<std::uint64_t>& totals);
  void rank_keys(std::uint64_t rankings, std::vector<std::uint64_t> totals);
  std::vector<std::uint32_t> divide(const std::vector<std::uint64_t>& totals) const;

  std::uint32_t ranks_;
  std::uint32_t buckets_;
  std::uint32_t key_bits_;
  std::uint32_t shift_;
  std::uint64_t keys_of_rank_;
  std::vector<std::uint64_t> below_;  ///< keys of a rank below each bucket, by rank and bucket; one row if all equal
  std::vector<std::uint64_t> head_;   ///< the first keys of rank 0; empty where keys are expected ones
  std::vector<Ranking> rankings_;
};

}  // namespace trgen::programs::npb
