// SPDX-License-Identifier: Apache-2.0
// What a region leaves out, against a search through all pairs of random programs.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "fsin/core/rng.hpp"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/record/slice_trace.hpp"

namespace region_pairs_test {

using namespace trgen;
using record::Kind;
using record::Record;

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t number) : number_(number) {}
  std::uint32_t below(std::uint32_t n) {
    return fsin::scale_draw(fsin::philox({number_, fsin::Purpose::replication}, counter_++)[0], n);
  }

 private:
  std::uint64_t number_;
  std::uint64_t counter_ = 0;
};

/// A record, and the number of its message in the program.
struct Half {
  Record record;
  int message = 0;
};
using Program = std::vector<std::vector<Half>>;

/// Messages of three ranks in few channels, received in any order; with marks, or paired by order and size.
Program random_program(Dice& dice, bool marks) {
  Program ranks(3);
  std::map<record::Channel, std::vector<int>, bool (*)(const record::Channel&, const record::Channel&)> sent(
      [](const auto& a, const auto& b) {
        return std::tie(a.source, a.destination, a.tag) < std::tie(b.source, b.destination, b.tag);
      });
  auto received = sent;
  std::vector<std::pair<std::uint32_t, Half>> pending;
  const auto receive = [&](std::size_t i) {
    auto [to, half] = pending[i];
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
    const auto channel = record::channel_of(to, half.record);
    if (marks) {
      const auto& numbers = sent[channel];
      const auto number =
          static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), half.message) - numbers.begin());
      received[channel].push_back(half.message);
      if (number + 1 != received[channel].size()) half.record.match = number + 1;
    }
    ranks[to].push_back(half);
  };
  for (int message = 0; message < 60; ++message) {
    const std::uint32_t from = dice.below(3);
    const std::uint32_t to = dice.below(3);
    Record record{.kind = Kind::send, .peer = to, .tag = static_cast<std::int32_t>(dice.below(2)), .bytes = 8};
    record.bytes += 8 * dice.below(2);
    ranks[from].push_back({record, message});
    sent[record::channel_of(from, record)].push_back(message);
    record.kind = Kind::receive;
    record.peer = from;
    pending.push_back({to, {record, message}});
    while (!pending.empty() && dice.below(100) < 48) {
      // Without marks only the oldest message of a channel and size may be taken.
      std::size_t i = dice.below(static_cast<std::uint32_t>(pending.size()));
      const auto same = [&](const auto& each) {
        return each.first == pending[i].first && each.second.record.peer == pending[i].second.record.peer &&
               each.second.record.tag == pending[i].second.record.tag &&
               each.second.record.bytes == pending[i].second.record.bytes;
      };
      if (!marks) i = static_cast<std::size_t>(std::find_if(pending.begin(), pending.end(), same) - pending.begin());
      receive(i);
    }
  }
  while (!pending.empty()) receive(0);
  return ranks;
}

std::shared_ptr<const record::TraceSource> trace_of(const Program& program) {
  io::SpoolBuilder spool;
  for (std::uint32_t rank = 0; rank < program.size(); ++rank) {
    for (const Half& half : program[rank]) spool.add(rank, half.record);
  }
  record::TraceFacts facts;
  facts.ranks = static_cast<std::uint32_t>(program.size());
  return spool.finish(facts);
}

struct Expected {
  test::Records records;
  record::LeftOut left_out;
};

/// Records first .. last-1 of each rank, and of these messages only those with both ends.
Expected expected_of(const Program& program, std::uint64_t first, std::uint64_t last) {
  std::map<int, int> ends;
  const auto inside = [&](std::size_t i) { return i + 1 >= first && i + 1 < last; };
  for (const auto& rank : program) {
    for (std::size_t i = 0; i < rank.size(); ++i) ends[rank[i].message] += inside(i) ? 1 : 0;
  }
  Expected expected;
  for (const auto& rank : program) {
    auto& kept = expected.records.emplace_back();
    for (std::size_t i = 0; i < rank.size(); ++i) {
      if (!inside(i)) continue;
      const bool sends = rank[i].record.kind == Kind::send;
      if (ends[rank[i].message] < 2) {
        ++(sends ? expected.left_out.sends : expected.left_out.receives);
        continue;
      }
      kept.push_back(rank[i].record);
      kept.back().match = 0;
    }
  }
  return expected;
}

}  // namespace

TEST_CASE("of random programs exactly the messages with both ends in the region are kept, with marks and without") {
  std::uint64_t left_out = 0;
  std::uint64_t marked = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    Dice dice(number);
    const Program program = random_program(dice, number % 2 == 0);
    for (const auto& rank : program) {
      marked += static_cast<std::uint64_t>(
          std::count_if(rank.begin(), rank.end(), [](const Half& half) { return half.record.match != 0; }));
    }
    const std::uint64_t first = 1 + dice.below(30);
    const std::uint64_t last = first + 1 + dice.below(40);
    const Expected expected = expected_of(program, first, last);
    record::SliceRule rule;
    rule.region.from = record::Place{record::Place::Kind::record, first};
    rule.region.to = record::Place{record::Place::Kind::record, last};
    const record::SliceTrace part(trace_of(program), rule);
    CAPTURE(number);
    CHECK(part.left_out() == expected.left_out);
    CHECK(test::without_lines(test::all_records(part)) == expected.records);
    for (std::uint32_t rank = 0; rank < 3; ++rank) CHECK(part.records(rank) == expected.records[rank].size());
    left_out += expected.left_out.sends + expected.left_out.receives;
  }
  CHECK(left_out > 1000);
  CHECK(marked > 1000);
}

}  // namespace region_pairs_test
