// SPDX-License-Identifier: Apache-2.0
// Records that wait, and which message a receive took.
#include "trgen/formats/common/receive_matcher.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace receive_matcher_test {

using namespace trgen;
using formats::HeldRecords;
using formats::ReceiveMatcher;
using record::Kind;
using record::Record;

namespace {

struct Collector : record::RecordSink {
  std::vector<std::pair<std::uint32_t, Record>> all;
  void add(std::uint32_t rank, const Record& record) override { all.emplace_back(rank, record); }

  std::vector<std::uint64_t> matches() const {
    std::vector<std::uint64_t> found;
    for (const auto& [rank, record] : all) found.push_back(record.match);
    return found;
  }
};

struct Bench {
  Collector sink;
  std::uint64_t count = 0;
  HeldRecords records{sink, count};
  ReceiveMatcher order{records};
};

Record from(std::uint32_t source, std::int32_t tag = 0) { return {.kind = Kind::receive, .peer = source, .tag = tag}; }

}  // namespace

TEST_CASE("a record that waits holds back those behind it, up to a limit, and the end of the rank frees all") {
  Bench bench;
  bench.records.begin(3);
  const auto first = bench.records.hold({.state = 1});
  bench.records.add({.state = 2});
  const auto second = bench.records.hold({.state = 3});
  CHECK(bench.sink.all.empty());
  bench.records.find(first)->state = 9;
  bench.records.settle(first);
  CHECK(bench.sink.all.size() == 2);
  CHECK(bench.sink.all[0].second.state == 9);
  CHECK(bench.records.find(first) == nullptr);
  for (std::size_t i = 0; i < HeldRecords::most; ++i) bench.records.add({.state = 4});
  CHECK(bench.records.find(second) == nullptr);
  CHECK(bench.sink.all.size() == HeldRecords::most + 3);
  bench.records.hold({.state = 5});
  bench.records.begin(4);
  CHECK(bench.sink.all.size() == HeldRecords::most + 4);
  CHECK(bench.count == HeldRecords::most + 4);
  CHECK(bench.sink.all.back().first == 3);
}

TEST_CASE("the order of posting says which message a receive took, for each source, tag and communicator") {
  Bench bench;
  for (const std::uint64_t request : {1U, 2U, 3U}) bench.order.post(request);
  bench.order.receive(from(7), 3);
  bench.order.receive(from(7), 2);
  bench.order.receive(from(7, 1));  // posted last, complete before the first
  CHECK(bench.sink.all.empty());
  bench.order.receive(from(7), 1);
  CHECK(bench.sink.matches() == std::vector<std::uint64_t>{3, 0, 0, 1});
  bench.order.post(1);
  bench.order.post(2);
  bench.order.receive(from(7), 2);
  bench.order.drop(1);
  CHECK(bench.sink.matches().size() == 5);
  CHECK(bench.sink.matches().back() == 0);
}

TEST_CASE("a receive that never completes does not hold up more than its share, and what it hides is counted") {
  Bench bench;
  bench.order.post(1);
  for (std::size_t i = 0; i < 2 * HeldRecords::most; ++i) bench.order.receive(from(7));
  CHECK(bench.sink.all.size() >= HeldRecords::most);
  CHECK(bench.order.unknown() == 0);
  bench.order.receive(from(7), 1);
  bench.order.begin();
  CHECK(bench.order.unknown() == 1);
  CHECK(bench.sink.all.size() == 2 * HeldRecords::most + 1);
}

}  // namespace receive_matcher_test
