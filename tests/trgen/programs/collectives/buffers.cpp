// SPDX-License-Identifier: Apache-2.0
#include "tests/trgen/programs/collectives/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace collectives_test {
namespace {

using namespace trgen::programs::collectives;

/// A number of its own for each rank and each place: as good as random.
std::uint64_t symbol(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

Cell of_rank(std::uint32_t rank) { return {symbol(rank), 1, rank, rank + 1, none}; }
Cell of_pair(std::uint32_t from, std::uint32_t to) { return {symbol(from) ^ (symbol(to) << 1U), 1, from, to, none}; }

}  // namespace

Buffers::Buffers(const Call& call, bool ordered)
    : call_(call),
      pairs_(has_pair_blocks(call.kind)),
      scans_(call.kind == Kind::scan || call.kind == Kind::exclusive_scan),
      ordered_(ordered),
      sums_{0} {
  for (std::uint32_t rank = 0; rank < call.size; ++rank) sums_.push_back(sums_.back() + symbol(rank));
  if (pairs_) return;
  const bool by_rank = has_rank_blocks(call.kind);
  block_begin_.push_back(0);
  for (std::uint32_t i = 0; i < (by_rank ? call.size : 1); ++i) {
    block_begin_.push_back(block_begin_.back() + (by_rank ? block_of(call, i) : call.bytes));
    borders_.push_back(block_begin_[i]);
  }
  borders_.push_back(block_begin_.back());
}

std::vector<Buffers::Bytes> Buffers::bytes_of(const Data& data) const {
  if (data.bytes == 0) return {};
  if (data.count == 0) {
    const std::uint64_t begin = block_begin_[data.first] + data.at;
    return {{begin, begin + data.bytes}};
  }
  std::vector<Bytes> out;
  for (std::uint32_t j = 0; j < data.count; ++j) {
    const std::uint32_t shift = data.run == 0 ? j : j / data.run * data.period + j % data.run;
    const std::uint32_t block = (data.first + shift) % call_.size;
    if (block_begin_[block] == block_begin_[block + 1]) continue;
    if (!out.empty() && out.back().end == block_begin_[block]) {
      out.back().end = block_begin_[block + 1];
    } else {
      out.push_back({block_begin_[block], block_begin_[block + 1]});
    }
  }
  return out;
}

void Buffers::note(const Data& data) {
  if (pairs_) return;
  std::uint64_t sum = 0;
  for (const Bytes& each : bytes_of(data)) {
    if (each.end > block_begin_.back()) fault_ = "a message reaches beyond the buffer";
    borders_.push_back(each.begin);
    borders_.push_back(each.end);
    sum += each.end - each.begin;
  }
  if (sum != data.bytes) fault_ = fmt::format("a message of {} bytes names {} bytes of the buffer", data.bytes, sum);
  if (borders_.size() > 1'000'000) {
    std::sort(borders_.begin(), borders_.end());
    borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
  }
}

void Buffers::start() {
  std::sort(borders_.begin(), borders_.end());
  borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
  const std::size_t count = pairs_ ? call_.size : borders_.size() - 1;
  cells_.assign(call_.size, std::vector<Cell>(count));
  last_.resize(call_.size);
  if (scans_) results_.assign(call_.size, std::vector<Cell>(count));
  if (pairs_) arrived_.assign(call_.size, std::vector<std::uint32_t>(call_.size));
  for (std::uint32_t v = 0; v < call_.size; ++v) {
    for (std::uint32_t cell = 0; cell < count; ++cell) {
      if (pairs_) {
        cells_[v][cell] = of_pair(v, (v + cell) % call_.size);
      } else if (starts_with(v, cell)) {
        cells_[v][cell] = is_reduction(call_.kind) ? of_rank(v) : of_rank(owner(cell));
      }
      if (call_.kind == Kind::scan) results_[v][cell] = of_rank(v);
    }
  }
}

std::uint32_t Buffers::cell_at(std::uint64_t byte) const {
  return static_cast<std::uint32_t>(std::lower_bound(borders_.begin(), borders_.end(), byte) - borders_.begin());
}

/// The rank that the cell's block belongs to.
std::uint32_t Buffers::owner(std::uint32_t cell) const {
  if (!has_rank_blocks(call_.kind)) return call_.root;
  const auto next = std::upper_bound(block_begin_.begin(), block_begin_.end(), borders_[cell]);
  return static_cast<std::uint32_t>(next - block_begin_.begin()) - 1;
}

bool Buffers::starts_with(std::uint32_t v, std::uint32_t cell) const {
  switch (call_.kind) {
    case Kind::broadcast:
    case Kind::scatter:
    case Kind::scatter_v:
      return v == call_.root;
    case Kind::gather:
    case Kind::gather_v:
    case Kind::all_gather:
    case Kind::all_gather_v:
      return v == owner(cell);
    default:
      return true;
  }
}

bool Buffers::ends_with(std::uint32_t v, std::uint32_t cell) const {
  switch (call_.kind) {
    case Kind::reduce:
    case Kind::gather:
    case Kind::gather_v:
      return v == call_.root;
    case Kind::scatter:
    case Kind::scatter_v:
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return v == owner(cell);
    case Kind::exclusive_scan:
      return v > 0;
    default:
      return true;
  }
}

Cell Buffers::expected(std::uint32_t v, std::uint32_t cell) const {
  if (!is_reduction(call_.kind)) return of_rank(owner(cell));
  const std::uint32_t end = call_.kind == Kind::scan ? v + 1 : call_.kind == Kind::exclusive_scan ? v : call_.size;
  return {sums_[end], end, 0, end, none};
}

/// Operands in order: neighbours are combined; the own operand may wait until what is between has come.
Cell Buffers::combined(const Cell& mine, const Cell& other) {
  if (mine.count == 0) return other;
  if (other.count == 0) return mine;
  Cell out{mine.sum + other.sum, mine.count + other.count, std::min(mine.lo, other.lo), std::max(mine.hi, other.hi),
           mine.apart};
  if (!ordered_ || mine.hi == other.lo || other.hi == mine.lo) {
    const bool closes = out.apart < spoilt && (out.apart == out.hi || out.apart + 1 == out.lo);
    if (closes) {
      out.lo = std::min(out.lo, out.apart);
      out.hi = std::max(out.hi, out.apart + 1);
      out.apart = none;
    }
    return out;
  }
  if (mine.count == 1 && mine.apart == none) return {out.sum, out.count, other.lo, other.hi, mine.lo};
  out.apart = spoilt;  // a fault where it is sent or asked for; some algorithms leave such rests
  return out;
}

void Buffers::fail(std::uint32_t v, const std::string& what) {
  if (fault_.empty()) fault_ = fmt::format("rank {} {}", v, what);
}

Payload Buffers::load(std::uint32_t v, const Transfer& send) {
  if (send.role == Role::forward) return last_[v];
  Payload out;
  if (pairs_) {
    if (send.data.run == 0) {
      out.cells.push_back(of_pair(v, send.peer));
      return out;
    }
    for (std::uint32_t j = 0; j < send.data.count; ++j) {
      const std::uint32_t place = send.data.first + j / send.data.run * send.data.period + j % send.data.run;
      out.extents.push_back({place, place + 1});
      out.cells.push_back(cells_[v][place]);
    }
    return out;
  }
  for (const Bytes& each : bytes_of(send.data)) {
    const Extent extent{cell_at(each.begin), cell_at(each.end)};
    out.extents.push_back(extent);
    for (std::uint32_t cell = extent.begin; cell < extent.end; ++cell) {
      const Cell& here = cells_[v][cell];
      if (here.count == 0) fail(v, fmt::format("sends what it does not hold to {}", send.peer));
      if (here.apart != none) fail(v, fmt::format("sends operands out of order to {}", send.peer));
      out.cells.push_back(cells_[v][cell]);
    }
  }
  return out;
}

void Buffers::store(std::uint32_t v, const Transfer& receive, Payload payload) {
  if (pairs_ && receive.data.run == 0) {
    if (payload.cells.size() != 1 || payload.cells[0] != of_pair(receive.peer, v)) fail(v, "received a wrong block");
    ++arrived_[v][receive.peer];
    return;
  }
  std::size_t at = 0;
  std::vector<Extent> mine;
  if (!pairs_) {
    for (const Bytes& each : bytes_of(receive.data)) mine.push_back({cell_at(each.begin), cell_at(each.end)});
    const bool equal =
        std::equal(mine.begin(), mine.end(), payload.extents.begin(), payload.extents.end(),
                   [](const Extent& a, const Extent& b) { return a.begin == b.begin && a.end == b.end; });
    if (!equal) fail(v, fmt::format("receives other data than {} sends", receive.peer));
  }
  for (const Extent& extent : payload.extents) {
    for (std::uint32_t cell = extent.begin; cell < extent.end; ++cell, ++at) {
      Cell& here = cells_[v][cell];
      const Cell& there = payload.cells[at];
      if (scans_ && receive.peer < v) results_[v][cell] = combined(there, results_[v][cell]);
      here = receive.role == Role::reduce ? combined(here, there) : there;
    }
  }
  last_[v] = std::move(payload);
}

void Buffers::check(std::uint32_t v) {
  const std::size_t count = cells_[v].size();
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    if (pairs_) {
      const std::uint32_t times = arrived_[v][cell];
      const bool by_places =
          call_.bytes > 0 && std::all_of(arrived_[v].begin(), arrived_[v].end(), [](auto n) { return n == 0; });
      const bool is_needed = cell != v && pair_block(call_, cell, v) > 0;
      if (by_places && cells_[v][cell] == of_pair((v + call_.size - cell) % call_.size, v)) continue;
      if (!by_places && (times == 1 || (times == 0 && !is_needed))) continue;
      return fail(v, fmt::format("has {} times the block of {}", times, cell));
    }
    if (!ends_with(v, cell)) continue;
    const Cell& has = scans_ ? results_[v][cell] : cells_[v][cell];
    const Cell wants = expected(v, cell);
    if (has.sum != wants.sum || has.count != wants.count || has.apart != none) {
      return fail(v, fmt::format("ends with {} contributions from byte {} on", has.count, borders_[cell]));
    }
  }
}

}  // namespace collectives_test
