// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace trgen::commands {
namespace {

using record::Kind;
using record::Record;

bool heavier(const Pair& a, const Pair& b) {
  if (a.volume.bytes != b.volume.bytes) return a.volume.bytes > b.volume.bytes;
  if (a.volume.messages != b.volume.messages) return a.volume.messages > b.volume.messages;
  return a.source != b.source ? a.source < b.source : a.destination < b.destination;
}

Spread spread_of(const std::vector<std::uint64_t>& figures) {
  Spread spread{.low = figures.front()};
  for (std::uint32_t rank = 0; rank < figures.size(); ++rank) {
    spread.low = std::min(spread.low, figures[rank]);
    spread.sum += figures[rank];
    if (figures[rank] > spread.high) spread.high_rank = rank;
    spread.high = std::max(spread.high, figures[rank]);
  }
  return spread;
}

using Row = std::unordered_map<std::uint32_t, Volume>;

class Matrix {
 public:
  explicit Matrix(std::uint32_t ranks) : destinations_(ranks), sources_(ranks), bytes_out_(ranks), bytes_in_(ranks) {}

  void add_row(std::uint32_t rank, const Row& row, std::size_t top) {
    for (const auto& [destination, volume] : row) {
      bytes_out_[rank] += volume.bytes;
      bytes_in_[destination] += volume.bytes;
      if (destination == rank) continue;
      ++destinations_[rank];
      ++sources_[destination];
      pairs_.push_back({rank, destination, volume});
    }
    keep_heaviest(top);
  }

  void keep_heaviest(std::size_t top) {
    const std::size_t keep = std::min(top, pairs_.size());
    std::partial_sort(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(keep), pairs_.end(), heavier);
    pairs_.resize(keep);
  }

  void finish(Traffic& traffic) {
    traffic.destinations = spread_of(destinations_);
    traffic.sources = spread_of(sources_);
    traffic.bytes_out = spread_of(bytes_out_);
    traffic.bytes_in = spread_of(bytes_in_);
    traffic.pairs = traffic.destinations.sum;
    traffic.top = std::move(pairs_);
  }

 private:
  std::vector<std::uint64_t> destinations_;
  std::vector<std::uint64_t> sources_;
  std::vector<std::uint64_t> bytes_out_;
  std::vector<std::uint64_t> bytes_in_;
  std::vector<Pair> pairs_;
};

}  // namespace

Traffic measure_traffic(const record::TraceSource& trace, std::size_t top) {
  Traffic traffic;
  Matrix matrix(trace.ranks());
  const auto cursor = trace.open();
  Record record;
  Row row;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    row.clear();
    while (cursor->next(rank, record)) {
      if (record.kind != Kind::send) continue;
      traffic.sizes.add(record.bytes);
      traffic.sent.add(record.bytes);
      if (record.peer == rank) traffic.to_self.add(record.bytes);
      row[record.peer].add(record.bytes);
    }
    matrix.add_row(rank, row, top);
  }
  record::stop_at_failure(trace, *cursor);
  matrix.finish(traffic);
  return traffic;
}

}  // namespace trgen::commands
