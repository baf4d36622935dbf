// SPDX-License-Identifier: Apache-2.0
// The outermost MPI calls of ranks over time, for a picture, in bounded memory: with more than 256 ranks only evenly
// spaced ones, rank 0 among them; with too many calls only the longer ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::profile {

class CallChart {
 public:
  static constexpr std::size_t most_ranks = 256;
  static constexpr std::size_t most_spans = 20'000;

  struct Span {
    std::uint32_t rank = 0;
    std::uint16_t call = 0;
    Cycle first = 0;
    Cycle last = 0;
  };

  explicit CallChart(std::size_t ranks) : step_((ranks + most_ranks - 1) / most_ranks) {}

  void add(const Span& span) {
    if (span.rank % step_ != 0 || span.last + 1 < span.first + shortest_) return;
    spans_.push_back(span);
    while (spans_.size() > most_spans) {
      shortest_ *= 2;
      std::erase_if(spans_, [this](const Span& each) { return each.last + 1 < each.first + shortest_; });
    }
  }

  /// Spans in the order in which they ended.
  const std::vector<Span>& spans() const { return spans_; }
  /// Shortest call that is kept, in cycles.
  Cycle shortest() const { return shortest_; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.step_, self.shortest_, self.spans_);
  }

 private:
  std::size_t step_;
  Cycle shortest_ = 1;
  std::vector<Span> spans_;
};

}  // namespace fsin::profile
