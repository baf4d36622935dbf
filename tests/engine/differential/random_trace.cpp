// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_trace.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace differential {
namespace {

using trgen::record::Kind;
using trgen::record::Record;
using Ranks = std::vector<std::vector<Record>>;

class Cursor final : public trgen::record::TraceCursor {
 public:
  explicit Cursor(const Ranks& ranks) : ranks_(ranks), at_(ranks.size()) {}
  bool next(std::uint32_t rank, Record& out) override {
    if (at_[rank] == ranks_[rank].size()) return false;
    out = ranks_[rank][at_[rank]++];
    return true;
  }
  std::string failure() const override { return {}; }

 private:
  const Ranks& ranks_;
  std::vector<std::size_t> at_;
};

class MemoryTrace final : public trgen::record::TraceSource {
 public:
  explicit MemoryTrace(Ranks ranks) : ranks_(std::move(ranks)) {}
  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(ranks_.size()); }
  std::uint64_t records() const override {
    std::uint64_t n = 0;
    for (const auto& rank : ranks_) n += rank.size();
    return n;
  }
  std::uint64_t records(std::uint32_t rank) const override { return ranks_[rank].size(); }
  const std::vector<std::string>& state_names() const override { return states_; }
  const std::string& digest() const override { return name_; }
  const std::vector<std::string>& warnings() const override { return none_; }
  std::unique_ptr<trgen::record::TraceCursor> open() const override { return std::make_unique<Cursor>(ranks_); }

 private:
  Ranks ranks_;
  std::string name_ = "random";
  std::vector<std::string> states_{"MPI_Any"};
  std::vector<std::string> none_;
};

/// Appends a state with one record inside; the time before it is a CPU burst.
void append(Dice& dice, std::vector<Record>& rank, Record record) {
  std::uint64_t now = rank.empty() ? 0 : rank.back().time_ns;
  now += dice.chance(30) ? dice.below(20000) : dice.below(50);
  Record border;
  border.time_ns = now;
  rank.push_back(border);
  record.time_ns = now;
  rank.push_back(record);
  border.kind = Kind::state_end;
  rank.push_back(border);
}

/// A record, a time or a marker in the first or last part of the trace, or no place.
std::optional<trgen::record::Place> random_place(Dice& dice, const trgen::record::TraceSource& trace, bool last) {
  using trgen::record::Place;
  if (dice.chance(15)) return std::nullopt;
  const auto per_rank = static_cast<std::uint32_t>(trace.records() / trace.ranks());
  const std::uint32_t at = (last ? per_rank / 2 : 0) + 1 + dice.below(per_rank + 1);
  if (dice.chance(30)) return Place{Place::Kind::marker, at / 6 + 1, trace.state_names().front()};
  if (dice.chance(30)) return Place{Place::Kind::time, std::uint64_t{at} * (1 + dice.below(1000))};
  return Place{Place::Kind::record, at};
}

}  // namespace

std::shared_ptr<const trgen::record::SliceTrace> random_region(
    Dice& dice, const std::shared_ptr<const trgen::record::TraceSource>& trace) {
  trgen::record::SliceRule rule{.balance_states = dice.chance(50)};
  rule.region.from = random_place(dice, *trace, false);
  rule.region.to = random_place(dice, *trace, true);
  try {
    return std::make_shared<trgen::record::SliceTrace>(trace, rule);
  } catch (const trgen::record::RegionError&) {
    return nullptr;
  }
}

std::shared_ptr<const trgen::record::TraceSource> make_random_trace(Dice& dice, const TraceShape& shape) {
  Ranks ranks(shape.ranks);
  std::vector<std::pair<std::uint32_t, Record>> pending;
  const std::uint32_t missing = shape.complete ? shape.messages : dice.below(shape.messages);
  const auto receive_one = [&] {
    const std::size_t i = dice.below(static_cast<std::uint32_t>(pending.size()));
    append(dice, ranks[pending[i].first], pending[i].second);
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (std::uint32_t n = 0; n < shape.messages; ++n) {
    const std::uint32_t from = dice.below(shape.ranks);
    const std::uint32_t to = dice.chance(5) ? from : dice.below(shape.ranks);
    Record record{.kind = Kind::send};
    record.peer = to;
    record.tag = static_cast<std::int32_t>(dice.below(2));
    record.communicator = dice.below(2);
    record.bytes = dice.chance(20) ? 0 : dice.chance(70) ? 64 * dice.below(3) : dice.below(2000);
    if (n != missing) append(dice, ranks[from], record);
    record.kind = Kind::receive;
    record.any_source = n % 3 == 0;  // heeded where receives from any source are left open
    record.any_tag = n % 9 == 0;
    record.peer = from;
    pending.emplace_back(to, record);
    while (!pending.empty() && dice.chance(60)) receive_one();
  }
  while (!pending.empty()) receive_one();
  return std::make_shared<MemoryTrace>(std::move(ranks));
}

}  // namespace differential
