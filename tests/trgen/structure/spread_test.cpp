// SPDX-License-Identifier: Apache-2.0
// Times that are drawn: how often each value comes, in which order, and in a file of loops.
#include "trgen/structure/spread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/formats/loops/frames.hpp"
#include "trgen/formats/loops/head.hpp"
#include "trgen/structure/faults.hpp"

namespace spread_test {

using namespace trgen;
using formats::loops::Head;
using structure::Drawing;
using structure::FieldName;
using structure::Spread;

namespace {

std::vector<std::int64_t> all_draws(const Spread& spread, std::uint64_t key) {
  const Drawing drawing(spread, key);
  std::vector<std::int64_t> made;
  for (std::uint64_t i = 0; i < draws_of(spread); ++i) made.push_back(drawing.at(i));
  return made;
}

/// Four ranks with ten calls each. The time before the first call of each rank is 7, or on rank 0 1000; of the other
/// times, ten are 500 and all others 20, wherever they come. The calls take 3.
Head drawn_head() {
  Head head;
  head.lines = "#insee-trace 1\n#ranks 4\n";
  head.records = 80;
  head.census.states = {{.calls = 40, .holds = false}};
  structure::Structure& made = head.structure;
  made.ranks = 4;
  made.states = {"MPI_Test"};
  structure::SeriesBuilder all;
  for (const int rank : {0, 1, 2, 3}) all.add(rank, 9);
  made.sets = {{4, all.series()}};
  made.nodes = {{{10, 2}, 0}, {{}, 0}, {{}, 0}};
  for (const auto kind : {record::Kind::state_start, record::Kind::state_end}) {
    structure::Event& event = made.events.emplace_back();
    event.kind = kind;
    for (structure::Field& field : event.fields) field.alternatives = {{}};
    event.field(FieldName::gap).alternatives.front().first.first = 3;
  }
  structure::Field& gap = made.events.front().field(FieldName::gap);
  structure::SeriesBuilder choice;
  choice.add(0, 9);
  choice.add(1, 3, 9);
  gap = {.drawn = true, .choice = choice.series(), .alternatives = {}};
  gap.alternatives.push_back(
      {.shape = {{9, 1}, {}}, .first = {}, .steps = {}, .spreads = {{{{1, 1000}}}, {{{9, 20}}}}});
  gap.alternatives.push_back(
      {.shape = {{9, 1}, {}}, .first = {}, .steps = {}, .spreads = {{{{3, 7}}}, {{{17, 20}, {10, 500}}}}});
  return head;
}

std::string file_of(const Head& head, unsigned version) {
  const test::Folder folder;
  io::Output out(folder / "t.loops");
  formats::loops::FrameWriter frames(out, fmt::format("trgen-loops {} ranks=4 records=80\n", version));
  frames.head(encode(head));
  frames.finish();
  out.commit();
  return test::read_file(folder / "t.loops");
}

std::string fault_with(const std::function<void(structure::Field&)>& change, unsigned version = 2) {
  Head head = drawn_head();
  change(head.structure.events.front().field(FieldName::gap));
  try {
    test::open_loops(file_of(head, version));
  } catch (const record::TraceError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a drawing gives each value as often as its spread says, in an order of its own") {
  const Spread spread{{{700, 10}, {299, 20}, {1, 99}}};
  const auto first = all_draws(spread, 1);
  CHECK(std::count(first.begin(), first.end(), 10) == 700);
  CHECK(std::count(first.begin(), first.end(), 20) == 299);
  CHECK(std::count(first.begin(), first.end(), 99) == 1);
  CHECK(first == all_draws(spread, 1));
  CHECK(first != all_draws(spread, 2));
  // Long runs of one value would be an order that ranks or iterations see.
  std::size_t changes = 0;
  for (std::size_t i = 1; i < first.size(); ++i) changes += first[i] != first[i - 1] ? 1 : 0;
  CHECK(changes > 350);
  CHECK(changes < 490);
}

TEST_CASE("spreads of few draws, and of very many, are drawn from without an end") {
  for (const std::uint64_t draws : {1, 2, 3, 4, 5, 17, 64}) {
    const Spread spread{{{1, 5}, {draws, 6}}};
    const auto all = all_draws(spread, draws);
    CHECK(std::count(all.begin(), all.end(), 5) == 1);
  }
  const Spread many{{{structure::most_draws / 2, 1}, {structure::most_draws / 2, 2}}};
  const Drawing drawing(many, 3);
  std::map<std::int64_t, int> counts;
  for (std::uint64_t i = 0; i < 1000; ++i) ++counts[drawing.at(i * (structure::most_draws / 1000))];
  CHECK(counts[1] > 420);
  CHECK(counts[2] > 420);
}

TEST_CASE("a file of loops whose times are drawn is of version 2, and gives the same times each time it is read") {
  const std::string bytes = file_of(drawn_head(), 2);
  CHECK(formats::loops::version_of(drawn_head().structure) == 2);
  const auto records = test::all_records(*test::open_loops(bytes));
  CHECK(records == test::all_records(*test::open_loops(bytes)));
  std::multiset<std::uint64_t> times;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    REQUIRE(records[rank].size() == 20);
    CHECK(records[rank].front().time_ns == (rank == 0 ? 1000 : 7));
    for (std::size_t i = 2; i < 20; i += 2) {
      const std::uint64_t gap = records[rank][i].time_ns - records[rank][i - 1].time_ns;
      if (rank > 0) times.insert(gap);
      if (rank == 0) CHECK(gap == 20);
    }
  }
  CHECK(times.count(500) == 10);
  CHECK(times.count(20) == 17);
}

TEST_CASE("spreads that are not drawn as often as there are executions are refused, and so are those without order") {
  CHECK(fault_with([](structure::Field&) {}).empty());
  const std::string_view no_value = "the field gap has not one value for each execution";
  const auto refused = [&](const std::function<void(structure::Field&)>& change) {
    const std::string why = fault_with(change);
    CHECK_MESSAGE(why.find(no_value) != std::string::npos, why);
  };
  refused([](structure::Field& gap) { gap.alternatives[1].spreads[1].classes[0].times = 18; });
  refused([](structure::Field& gap) { gap.alternatives[1].spreads[1].classes[0].times = std::uint64_t{1} << 63; });
  refused([](structure::Field& gap) { gap.alternatives[1].spreads[1].classes.clear(); });
  refused([](structure::Field& gap) { gap.alternatives[1].spreads[1].classes = {{10, 500}, {17, 20}}; });
  refused([](structure::Field& gap) { gap.alternatives[1].spreads[1].classes = {{0, 1}, {10, 20}, {17, 500}}; });
  refused([](structure::Field& gap) { gap.alternatives[0].shape = {{8, 1}, {}}; });
}

TEST_CASE("a file of version 1 has no times that are drawn") {
  CHECK(fault_with([](structure::Field&) {}, 1).find("is missing or too large") != std::string::npos);
}

}  // namespace spread_test
