// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/is_keys.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "trgen/programs/npb/is.hpp"
#include "trgen/programs/npb/random.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint32_t random_bits = 46;

/// The probability that a sum of four random numbers is below x (Irwin and Hall).
double sum_below(double x) {
  const double choose[] = {1, -4, 6, -4, 1};
  double sum = 0;
  for (int k = 0; k < 5 && k < x; ++k) {
    const double square = (x - k) * (x - k);
    sum += choose[k] * square * square;
  }
  return std::clamp(sum / 24, 0.0, 1.0);
}

}  // namespace

IsKeys::IsKeys(const Settings& settings, std::uint64_t rankings)
    : ranks_(settings.ranks),
      buckets_(1U << of(Is::buckets, settings.size)),
      key_bits_(of(Is::largest, settings.size)),
      shift_(key_bits_ - of(Is::buckets, settings.size)),
      keys_of_rank_((std::uint64_t{1} << of(Is::keys, settings.size)) / ranks_) {
  std::vector<std::uint64_t> totals(buckets_, 0);
  if (settings.keys == Keys::exact) {
    head_.resize(std::min(2 * rankings + 1, keys_of_rank_));
    count_drawn(totals);
    rank_keys(rankings, std::move(totals));
  } else {
    count_expected(totals);
    rankings_.push_back({divide(totals), {}});
  }
}

void IsKeys::count_drawn(std::vector<std::uint64_t>& totals) {
  const std::size_t row = buckets_ + 1;
  below_.assign(row * ranks_, 0);
  std::uint64_t x = random_seed;
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
    std::uint64_t* const counts = &below_[row * rank + 1];
    for (std::uint64_t i = 0; i < keys_of_rank_; ++i) {
      std::uint64_t sum = 0;
      for (int draw = 0; draw < 4; ++draw) sum += x = random_product(random_multiplier, x);
      const std::uint64_t key = sum >> (random_bits + 2 - key_bits_);
      ++counts[key >> shift_];
      if (rank == 0 && i < head_.size()) head_[i] = key;
    }
    for (std::uint32_t b = 0; b < buckets_; ++b) {
      totals[b] += counts[b];
      if (b > 0) counts[b] += counts[b - 1];
    }
  }
}

void IsKeys::count_expected(std::vector<std::uint64_t>& totals) {
  below_.assign(buckets_ + 1, 0);
  for (std::uint32_t b = 1; b <= buckets_; ++b) {
    const double share = sum_below(4.0 * b / buckets_);
    below_[b] = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(keys_of_rank_)));
    totals[b - 1] = ranks_ * (below_[b] - below_[b - 1]);
  }
}

void IsKeys::rank_keys(std::uint64_t rankings, std::vector<std::uint64_t> totals) {
  std::vector<std::uint64_t> own(below_.begin(), below_.begin() + buckets_ + 1);
  std::adjacent_difference(own.begin(), own.end(), own.begin());  // own[b + 1]: keys in bucket b
  const auto replace = [&](std::uint64_t& key, std::uint64_t value) {
    --own[(key >> shift_) + 1];
    --totals[key >> shift_];
    key = value;
    ++own[(key >> shift_) + 1];
    ++totals[key >> shift_];
  };
  for (std::uint64_t i = 1; i <= rankings; ++i) {
    replace(head_[i], i);
    replace(head_[i + rankings], (std::uint64_t{1} << key_bits_) - i);
    std::vector<std::uint64_t> first(own.size());
    std::partial_sum(own.begin(), own.end(), first.begin());
    rankings_.push_back({divide(totals), std::move(first)});
  }
}

std::vector<std::uint32_t> IsKeys::divide(const std::vector<std::uint64_t>& totals) const {
  std::vector<std::uint32_t> bounds{0};
  std::uint64_t sum = 0;
  for (std::uint32_t b = 0; b < buckets_; ++b) {
    sum += totals[b];
    // A bucket ends one share at most, however many it fills: the ranks at the end may go without.
    if (sum >= bounds.size() * keys_of_rank_) bounds.push_back(b + 1);
  }
  bounds.resize(ranks_ + 1, bounds.back());
  return bounds;
}

std::uint64_t IsKeys::sent(std::uint64_t ranking, std::uint32_t from, std::uint32_t to) const {
  const Ranking& now = rankings_[std::min<std::size_t>(ranking - 1, rankings_.size() - 1)];
  const bool has_own = from == 0 && !now.first.empty();
  const std::uint64_t* const below =
      has_own ? now.first.data() : &below_[head_.empty() ? 0 : std::size_t{buckets_ + 1} * from];
  return below[now.bounds[to + 1]] - below[now.bounds[to]];
}

}  // namespace trgen::programs::npb
