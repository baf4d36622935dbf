// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/activity_chart.hpp"

#include <algorithm>
#include <numeric>

#include "fsin/stats/share_out.hpp"

namespace fsin::stats {

ActivityChart::ActivityChart(std::size_t ranks)
    : step_((ranks + most_ranks - 1) / most_ranks), rows_(ranks == 0 ? 0 : (ranks - 1) / step_ + 1) {
  for (auto& row : rows_) row.resize(most_bins);
}

void ActivityChart::span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) {
  if (rank % step_ != 0) return;
  while (last >> shift_ >= most_bins) double_length();
  add(rank / step_, static_cast<std::size_t>(activity), first, last);
}

void ActivityChart::add(std::size_t row, std::size_t state, Cycle first, Cycle last) {
  for (Cycle at = first; at <= last;) {
    const Cycle bin = at >> shift_;
    const Cycle end = std::min(last, ((bin + 1) << shift_) - 1);
    rows_[row][bin][state] += static_cast<std::uint32_t>(end - at + 1);
    at = end + 1;
  }
}

void ActivityChart::double_length() {
  ++shift_;
  for (auto& row : rows_) {
    for (std::size_t i = 0; i < most_bins / 2; ++i) {
      Bin pair = row[2 * i];
      for (std::size_t state = 0; state < pair.size(); ++state) pair[state] += row[2 * i + 1][state];
      row[i] = pair;
    }
    std::fill(row.begin() + most_bins / 2, row.end(), Bin{});
  }
}

std::vector<ActivityChart::Span> ActivityChart::spans(Cycle last, std::size_t most) const {
  std::vector<Span> spans = spans_of(last);
  if (spans.size() <= most) return spans;
  ActivityChart coarser = *this;
  while (spans.size() > most && last >> coarser.shift_ != 0) {
    coarser.double_length();
    spans = coarser.spans_of(last);
  }
  return spans;
}

std::vector<ActivityChart::Span> ActivityChart::spans_of(Cycle last) const {
  std::vector<Span> spans;
  const std::size_t bins = std::min<std::size_t>(most_bins, static_cast<std::size_t>(last >> shift_) + 1);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    ShareOut<states.size() + 1> shares;  // the last one: the rank has ended
    const auto rank = static_cast<std::uint32_t>(row * step_);
    for (std::size_t i = 0; i < bins; ++i) {
      const Bin& bin = rows_[row][i];
      const Cycle from = std::max<Cycle>(1, Cycle{i} << shift_);
      const Cycle to = std::min<Cycle>(last, ((Cycle{i} + 1) << shift_) - 1);
      std::array<std::uint64_t, states.size() + 1> cycles{};
      std::copy(bin.begin(), bin.end(), cycles.begin());
      const std::uint64_t busy = std::accumulate(bin.begin(), bin.end(), std::uint64_t{0});
      cycles.back() = to + 1 > from + busy ? to + 1 - from - busy : 0;
      const std::size_t state = shares.next(cycles);
      if (state >= states.size()) continue;
      if (!spans.empty() && spans.back().rank == rank && spans.back().state == state && spans.back().last + 1 == from) {
        spans.back().last = to;
      } else {
        spans.push_back({rank, state, from, to});
      }
    }
  }
  return spans;
}

}  // namespace fsin::stats
