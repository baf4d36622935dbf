// SPDX-License-Identifier: Apache-2.0
// The spool gives every rank's records back, in order, whatever the interleaving and wherever it is kept.
#include "trgen/io/spool.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <array>
#include <limits>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace spool_test {

using namespace trgen::io;
using namespace trgen::record;

namespace {

using Streams = std::map<std::uint32_t, std::vector<Record>>;

/// Numbers of every magnitude, so that each length of the encoding occurs.
struct Draw {
  std::uint64_t state;
  std::uint64_t next() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9ULL >> 8;
  }
  std::uint64_t operator()() {
    const std::uint64_t value = next() << 8 | (next() & 255U);
    return value >> (next() & 63U);
  }
};

Record random_record(Draw& draw) {
  Record record;
  record.kind = static_cast<Kind>(draw() & 3U);
  record.time_ns = draw() >> 1;
  record.line = draw() >> 1;
  if (is_message(record.kind)) {
    record.peer = static_cast<std::uint32_t>(draw() % 5000);
    record.tag = static_cast<std::int32_t>(draw());
    record.communicator = static_cast<std::uint32_t>(draw());
    record.bytes = draw();
    if (record.kind == Kind::receive && (draw() & 3U) == 0) {
      record.any_source = (draw() & 1U) != 0;
      record.any_tag = (draw() & 1U) != 0;
      record.match = (draw() & 1U) != 0 ? draw() : 0;
    }
  } else {
    record.state = static_cast<std::uint16_t>(draw());
    record.any_source = record.kind == Kind::state_start && (draw() & 1U) != 0;
    if (record.kind == Kind::state_start && (draw() & 1U) != 0) {
      record.collective = true;
      record.peer = (draw() & 1U) != 0 ? no_rank : static_cast<std::uint32_t>(draw() % 5000);
      record.communicator = static_cast<std::uint32_t>(draw());
      record.bytes = draw();
      record.received = draw();
    }
  }
  return record;
}

Streams fill(SpoolBuilder& spool, std::uint32_t ranks, int records, std::uint64_t seed) {
  Draw draw{seed};
  Streams streams;
  for (int i = 0; i < records; ++i) {
    const auto rank = static_cast<std::uint32_t>(draw.next() % ranks);
    const Record record = random_record(draw);
    spool.add(rank, record);
    streams[rank].push_back(record);
  }
  return streams;
}

/// Compares in round-robin over the ranks, the order that needs all of them open at once.
void check_round_robin(const TraceSource& trace, const Streams& streams) {
  const auto cursor = trace.open();
  Record record;
  bool more = true;
  for (std::size_t at = 0; more; ++at) {
    more = false;
    for (const auto& [rank, expected] : streams) {
      if (at > expected.size()) continue;
      const bool got = cursor->next(rank, record);
      REQUIRE(got == (at < expected.size()));
      if (got) REQUIRE(record == expected[at]);
      more = true;
    }
  }
  CHECK(cursor->failure().empty());
}

}  // namespace

TEST_CASE("a spool in memory gives each rank its records in order") {
  SpoolBuilder spool;
  const Streams streams = fill(spool, 7, 20000, 1);
  const auto trace = spool.finish();
  CHECK(trace->records() == 20000);
  CHECK(trace->records(3) == streams.at(3).size());
  check_round_robin(*trace, streams);
}

TEST_CASE("a spool in a file gives the same as one in memory") {
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{300}, std::uint64_t{100000}}) {
    CAPTURE(limit);
    SpoolBuilder spool(limit);
    const Streams streams = fill(spool, 7, 20000, 2);
    check_round_robin(*spool.finish(), streams);
  }
}

TEST_CASE("buffers that exceed their budget are flushed and nothing is lost") {
  SpoolBuilder spool(0);
  const Streams streams = fill(spool, 200000, 400000, 3);
  check_round_robin(*spool.finish(), streams);
}

TEST_CASE("extreme values survive the spool") {
  SpoolBuilder spool;
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  const std::vector<Record> records{{.kind = Kind::send,
                                     .peer = 4000000000U,
                                     .tag = std::numeric_limits<std::int32_t>::min(),
                                     .communicator = 4000000000U,
                                     .bytes = huge,
                                     .time_ns = huge,
                                     .line = huge},
                                    {.kind = Kind::receive, .tag = std::numeric_limits<std::int32_t>::max()},
                                    {.kind = Kind::state_start, .any_source = true, .state = 65535},
                                    {.kind = Kind::state_end, .state = 65535}};
  for (const Record& record : records) spool.add(2, record);
  const auto trace = spool.finish();
  CHECK(trace->ranks() == 4000000001U);
  check_round_robin(*trace, {{2, records}});
}

TEST_CASE("cursors are independent of each other") {
  SpoolBuilder spool(0);
  const Streams streams = fill(spool, 2, 1000, 4);
  const auto trace = spool.finish();
  const auto ahead = trace->open();
  const auto behind = trace->open();
  Record record;
  for (const Record& expected : streams.at(0)) {
    REQUIRE(ahead->next(0, record));
    CHECK(record == expected);
  }
  REQUIRE(behind->next(0, record));
  CHECK(record == streams.at(0).front());
}

TEST_CASE("threads read one trace at once, each through its own cursor") {
  for (const std::uint64_t limit : {std::uint64_t{0}, default_spool_memory}) {
    SpoolBuilder spool(limit);
    fill(spool, 5, 20000, 5);
    const auto trace = spool.finish();
    std::array<std::uint64_t, 4> sums{};
    {
      std::vector<std::jthread> threads;
      threads.reserve(sums.size());
      for (std::uint64_t& sum : sums) {
        threads.emplace_back([&trace, &sum] {
          const auto cursor = trace->open();
          Record record;
          for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
            while (cursor->next(rank, record)) sum = sum * 31 + record.time_ns;
          }
        });
      }
    }
    CHECK(sums[0] != 0);
    CHECK(sums == std::array{sums[0], sums[0], sums[0], sums[0]});
  }
}

TEST_CASE("ranks that say nothing and ranks beyond the last have no records") {
  SpoolBuilder spool;
  spool.add(3, {.kind = Kind::send, .peer = 9});
  const auto trace = spool.finish();
  CHECK(trace->ranks() == 10);
  const auto cursor = trace->open();
  Record record;
  CHECK_FALSE(cursor->next(0, record));
  CHECK_FALSE(cursor->next(9, record));
  CHECK(cursor->next(3, record));
}

TEST_CASE("a temporary folder that cannot be written is an error that says so") {
  const char* before = std::getenv("TMPDIR");
  const std::string saved = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/nonexistent/folder", 1);
  SpoolBuilder spool(0);
  CHECK_THROWS_WITH_AS(spool.add(0, {}),
                       "cannot make a temporary file for the trace in '/nonexistent/folder': No such file or "
                       "directory; point TMPDIR to a folder that can be written",
                       SpoolError);
  if (before != nullptr) {
    ::setenv("TMPDIR", saved.c_str(), 1);
  } else {
    ::unsetenv("TMPDIR");
  }
}

TEST_CASE("the share of the chunk budget falls with the number of ranks and never below 256 bytes") {
  CHECK(chunk_limit(1) == 65536);
  CHECK(chunk_limit(512) == 65536);
  CHECK(chunk_limit(4096) == 8192);
  CHECK(chunk_limit(10000000) == 256);
}

TEST_CASE("states keep their numbers and the table refuses to grow without end") {
  StateTable table;
  CHECK(table.number("MPI_Send") == std::uint16_t{0});
  CHECK(table.number("MPI_Recv") == std::uint16_t{1});
  CHECK(table.number("MPI_Send") == std::uint16_t{0});
  CHECK_FALSE(table.number("").has_value());
  for (std::size_t i = 2; i < StateTable::most; ++i) REQUIRE(table.number(fmt::format("f{}", i)) == i);
  CHECK_FALSE(table.number("one_more").has_value());
  CHECK(table.number("f77") == std::uint16_t{77});
  CHECK(table.names()[1] == "MPI_Recv");
}

}  // namespace spool_test
