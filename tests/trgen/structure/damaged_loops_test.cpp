// SPDX-License-Identifier: Apache-2.0
// Files of loops that are damaged, cut short or made to do harm are refused, with what is wrong with them.
#include <fmt/format.h>

#include <functional>

#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/formats/loops/frames.hpp"
#include "trgen/formats/loops/head.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace damaged_loops_test {

using namespace trgen;
using formats::loops::Head;
using structure::FieldName;

namespace {

/// Two ranks that send each other a message, three times.
Head sound_head() {
  Head head;
  head.lines = "#insee-trace 1\n#ranks 2\n";
  head.records = 12;
  structure::Structure& made = head.structure;
  made.ranks = 2;
  made.states = {"MPI_Send"};
  structure::SeriesBuilder both;
  both.add(0, 9);
  both.add(1, 9);
  made.sets = {{2, both.series()}};
  made.nodes = {{{3, 2}, 0}, {{}, 0}, {{}, 0}};
  for (const auto kind : {record::Kind::send, record::Kind::receive}) {
    structure::Event& event = made.events.emplace_back();
    event.kind = kind;
    event.form = structure::PeerForm::exclusive_or;
    for (structure::Field& field : event.fields) field.alternatives = {{}};
    event.field(FieldName::peer).alternatives.front().first.first = 1;
  }
  return head;
}

std::string file_of(const Head& head) {
  const test::Folder folder;
  const std::string path = folder / "t.loops";
  io::Output out(path);
  formats::loops::FrameWriter frames(out, "trgen-loops 1 ranks=2 records=12\n");
  frames.head(encode(head));
  frames.finish();
  out.commit();
  return test::read_file(path);
}

/// Reads all of a trace; the message of the error that this gives.
std::string fault_of(const std::string& bytes) {
  try {
    const auto trace = test::open_loops(bytes);
    const auto cursor = trace->open();
    record::Record record;
    for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
      while (cursor->next(rank, record)) {
      }
    }
    return cursor->failure();
  } catch (const record::TraceError& error) {
    return error.what();
  }
}

std::string fault_with(const std::function<void(Head&)>& change) {
  Head head = sound_head();
  change(head);
  return fault_of(file_of(head));
}

structure::Alternative& first_of(Head& head, FieldName name) {
  return head.structure.events.front().field(name).alternatives.front();
}

}  // namespace

TEST_CASE("the head that the other cases damage is sound") {
  const auto trace = test::open_loops(file_of(sound_head()));
  CHECK(trace->records() == 12);
  CHECK(test::all_records(*trace)[1][4].peer == 0);
  CHECK(fault_of(file_of(sound_head())).empty());
}

TEST_CASE("loops of more iterations than any trace has are refused") {
  const std::string why = fault_with([](Head& head) { head.structure.nodes[0].step.count = std::uint64_t{1} << 60; });
  CHECK(why ==
        "t.loops: its loops are damaged: its loops make more than 281474976710656 records of a rank; copy or make the "
        "file again");
  const std::string product = fault_with([](Head& head) {
    head.structure.nodes = {{{1ULL << 40, 3}, 0}, {{1ULL << 40, 2}, 0}, {{}, 0}, {{}, 0}};
  });
  CHECK(product == why);
}

TEST_CASE("loops that do not lie within each other, or have no body, are refused") {
  for (const std::uint32_t size : {0U, 3U, 4000U}) {
    CHECK(fault_with([&](Head& head) {
            head.structure.nodes[0].step.size = size;
          }).find("do not lie within each other") != std::string::npos);
  }
  CHECK(fault_with([](Head& head) {
          head.structure.nodes.clear();
          for (std::uint32_t i = 0; i < 70; ++i) head.structure.nodes.push_back({{1, 71 - i}, 0});
          head.structure.nodes.push_back({{}, 0});
          head.structure.nodes.push_back({{}, 0});
        }).find("do not lie within each other") != std::string::npos);
}

TEST_CASE("ranks that do not exist are refused: in sets, and as partners") {
  CHECK(fault_with([](Head& head) { head.structure.sets[0].members.steps[0] = 5; }).find("set 0 has rank 5 after 0") !=
        std::string::npos);
  CHECK(fault_with([](Head& head) { head.structure.sets[0].size = 3; }).find("the first set of ranks is not all") !=
        std::string::npos);
  CHECK(fault_with([](Head& head) { head.structure.nodes[1].set = 7; }).find("the set 7, which does not exist") !=
        std::string::npos);
  for (const std::int64_t peer : {2LL, -1LL, 1LL << 40}) {
    CHECK(fault_with([&](Head& head) { first_of(head, FieldName::peer).first.first = peer; }) ==
          "rank 0: a number of a record is out of range (record 1 of the rank); copy or make the file again");
  }
}

TEST_CASE("numbers that no record can have are refused: tags, communicators, bytes, times") {
  for (const FieldName name : {FieldName::tag, FieldName::communicator, FieldName::bytes, FieldName::gap}) {
    CHECK(fault_with([&](Head& head) {
            first_of(head, name).first.first = std::int64_t{-1} << 50;
          }).find("out of range") != std::string::npos);
  }
}

TEST_CASE("a field with more or fewer numbers than executions or ranks is refused") {
  CHECK(fault_with([](Head& head) {
          first_of(head, FieldName::bytes).shape = {{}, {}, {}};
          first_of(head, FieldName::bytes).steps.resize(3);
        }) ==
        "t.loops: its loops are damaged: event 0: the field bytes has not one value for each execution on each rank; "
        "copy or make the file again");
  CHECK(fault_with([](Head& head) {
          first_of(head, FieldName::tag).first.shape = {{5, 1}, {}};
          first_of(head, FieldName::tag).first.steps = {1};
        }).find("the field tag has not one value") != std::string::npos);
  CHECK(fault_with([](Head& head) {
          head.structure.events[0].field(FieldName::tag).alternatives.resize(2);
        }).find("the field tag has not one value") != std::string::npos);
}

TEST_CASE("values that are announced and not there are missed") {
  CHECK(fault_with([](Head& head) {
          head.structure.events[0].field(FieldName::bytes) = {.listed = true, .choice = {}, .alternatives = {}};
        }) == "rank 0: there are fewer values than its loops need (record 1 of the rank); copy or make the file again");
}

TEST_CASE("a file that is cut anywhere is refused or gives fewer records, and no byte can be changed unseen") {
  kernels::KernelSettings settings;
  settings.ranks = 4;
  settings.iterations = 3;
  const auto trace = kernels::make_kernel_trace(kernels::kernels.front(), settings);
  const std::string bytes = test::loops_of(*trace);
  const test::Records expected = test::all_records(*test::open_loops(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string part = bytes.substr(0, size);
    std::string why;
    try {
      why = test::all_records(*test::open_loops(part)) == expected ? "" : "other records";
    } catch (const record::TraceError& error) {
      why = error.what();
    }
    CHECK(why != "other records");
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x11);
    try {
      const auto opened = test::open_loops(changed);
      const test::Records got = test::all_records(*opened);
      CHECK((got == expected || !opened->open()->failure().empty()));
    } catch (const record::TraceError& error) {
      CHECK(std::string(error.what()).find("t.loops") == 0);
    }
  }
}

TEST_CASE("another number of records than the loops make is refused, and so are more from a pipe than a disk holds") {
  CHECK(fault_with([](Head& head) { head.records = 13; }) ==
        "t.loops: its loops are damaged: it announces 13 records, and its loops make 12; copy or make the file again");
  Head head = sound_head();
  head.structure.nodes[0].step.count = std::uint64_t{1} << 40;
  head.records = std::uint64_t{1} << 42;
  const auto trace = test::open_loops(file_of(head));
  CHECK(trace->records() == std::uint64_t{1} << 42);
  const auto cursor = trace->open();
  record::Record record;
  for (int i = 0; i < 1000; ++i) CHECK(cursor->next(1, record));
  std::string why;
  try {
    test::read_through_loops(file_of(head));
  } catch (const record::TraceError& error) {
    why = error.what();
  }
  CHECK(why.find("makes 4398046511104 records, which only a file with its index can be read for") != std::string::npos);
}

TEST_CASE("another version is refused with what to do") {
  std::string bytes = file_of(sound_head());
  bytes.replace(bytes.find("trgen-loops 1"), 13, "trgen-loops 3");
  CHECK(fault_of(bytes) ==
        "t.loops: is a file of loops of another version than 1 and 2; write it again with 'trgen compress'");
}

}  // namespace damaged_loops_test
