// SPDX-License-Identifier: Apache-2.0
// Regions of traces: how places are written, where they lie, what is left out, and what is refused.
#include <doctest/doctest.h>

#include <string>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/record/slice_trace.hpp"

namespace region_test {

using namespace trgen;
using record::LeftOut;
using record::Place;

namespace {

std::string read_back(const std::string& text) {
  std::string error;
  const auto place = record::parse_place(text, error);
  return place ? record::to_text(*place) : "! " + error;
}

record::Region region(const std::string& from, const std::string& to) {
  std::string error;
  record::Region region;
  if (!from.empty()) region.from = record::parse_place(from, error);
  if (!to.empty()) region.to = record::parse_place(to, error);
  REQUIRE(error.empty());
  return region;
}

record::SliceTrace slice(const std::string& trace, const std::string& from, const std::string& to) {
  return {test::read_text("#insee-trace 1\n" + trace), {.region = region(from, to)}};
}

std::string cut(const std::string& trace, const std::string& from, const std::string& to) {
  const std::string text = test::as_text(slice(trace, from, to));
  return text.substr(text.find("\n", text.find("#ranks")) + 1);
}

std::string fault(const std::string& trace, const std::string& from, const std::string& to) {
  try {
    slice(trace, from, to);
  } catch (const record::RegionError& error) {
    return (error.faults().front().at_to ? "to: " : "from: ") + error.faults().front().text;
  }
  return {};
}

/// Two ranks that exchange a message in each of three steps, sent before it is awaited.
std::string steps() {
  std::string text;
  for (int rank = 0; rank < 2; ++rank) {
    for (int step = 1; step <= 3; ++step) {
      const int at = 100 * step;
      text += fmt::format("{0} {1} SS MPI_Send\n{0} {2} MS {3} 0 0 8\n{0} {4} SE MPI_Send\n", rank, at, at + 1,
                          1 - rank, at + 2);
      text += fmt::format("{0} {1} SS MPI_Recv\n{0} {2} MR {3} 0 0 8\n{0} {4} SE MPI_Recv\n", rank, at + 10, at + 20,
                          1 - rank, at + 21);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("places are read and written back") {
  CHECK(read_back("record 1000") == "record 1000");
  CHECK(read_back("2.5 s") == "2500 ms");
  CHECK(read_back("0 ns") == "0 ns");
  CHECK(read_back("marker MPI_Barrier") == "marker MPI_Barrier 1");
  CHECK(read_back("  marker   MPI_Barrier   3 ") == "marker MPI_Barrier 3");
  CHECK(read_back("marker solve the system 2") == "marker solve the system 2");
  CHECK(read_back("marker 7") == "marker 7 1");
}

TEST_CASE("what is no place is refused with what would be one") {
  const std::string forms = "write \"record 1000\", \"2.5 s\", \"marker MPI_Barrier\" or \"marker MPI_Barrier 3\"";
  CHECK(read_back("record 0") == "! \"0\" is not the number of a record; records count from 1 on each rank");
  CHECK(read_back("record -1") == "! \"-1\" is not the number of a record; records count from 1 on each rank");
  CHECK(read_back("record") == "! record needs a number after it; " + forms);
  CHECK(read_back("marker") == "! marker needs a name after it; " + forms);
  CHECK(read_back("marker A 0") == "! \"0\" is not the number of an occurrence; occurrences count from 1");
  CHECK(read_back("") == "! \"\" is not a place in a trace; " + forms);
  CHECK(read_back("state A") == "! \"state A\" is not a place in a trace; " + forms);
  CHECK(read_back("2.5") == "! \"2.5\" has no unit; valid units: ps, ns, us, ms, s");
  CHECK(read_back("1e30 s").find("! \"1e30 s\"") == 0);
}

TEST_CASE("an exchange that is cut in the middle loses the halves that are left, on both sides") {
  // Record 4 is a receive: the region has the receive of step 1 without its send, and the send of step 3 without its
  // receive.
  const auto part = slice(steps(), "record 4", "record 16");
  CHECK(part.left_out() == LeftOut{2, 2});
  CHECK(part.records() == 20);
  CHECK(cut(steps(), "record 4", "record 16")
            .starts_with(
                "0 110 SS MPI_Recv\n0 121 SE MPI_Recv\n0 200 SS MPI_Send\n0 201 MS 1 0 0 8\n0 202 SE MPI_Send\n"));
  CHECK(cut(steps(), "record 4", "record 16").find("0 301 MS") == std::string::npos);
}

TEST_CASE("a message is left out when only one of its ranks is past it") {
  // Rank 0 begins with its second send, rank 1 with its first receive; all of them have the same channel.
  const std::string trace =
      "0 10 MS 1 0 0 8\n0 20 MS 1 0 0 8\n0 30 MS 1 0 0 8\n"
      "1 15 MR 0 0 0 8\n1 25 MR 0 0 0 8\n1 35 MR 0 0 0 8\n";
  CHECK(cut(trace, "12 ns", "") == "0 20 MS 1 0 0 8\n0 30 MS 1 0 0 8\n1 25 MR 0 0 0 8\n1 35 MR 0 0 0 8\n");
  CHECK(cut(trace, "", "30 ns") == "0 10 MS 1 0 0 8\n0 20 MS 1 0 0 8\n1 15 MR 0 0 0 8\n1 25 MR 0 0 0 8\n");
  CHECK(cut(trace, "12 ns", "30 ns") == "0 20 MS 1 0 0 8\n1 25 MR 0 0 0 8\n");
  CHECK(cut(trace, "12 ns", "26 ns") == "0 20 MS 1 0 0 8\n1 25 MR 0 0 0 8\n");
  CHECK(slice(trace, "12 ns", "26 ns").left_out() == LeftOut{0, 1});
}

TEST_CASE("messages of different sizes in one channel are told apart, and by number where the trace has marks") {
  const std::string sends = "0 10 MS 1 0 0 8\n0 20 MS 1 0 0 64\n0 30 MS 1 0 0 8\n";
  CHECK(cut(sends + "1 15 MR 0 0 0 64\n1 25 MR 0 0 0 8\n1 35 MR 0 0 0 8\n", "record 2", "") ==
        "0 30 MS 1 0 0 8\n1 35 MR 0 0 0 8\n");
  // The receive behind the border takes the first message: without marks it would be taken for that of the third.
  const std::string marked = "1 15 MR 0 0 0 8 match=3\n1 25 MR 0 0 0 64\n1 35 MR 0 0 0 8 match=1\n";
  CHECK(cut(sends + marked, "record 2", "") == "0 20 MS 1 0 0 64\n1 25 MR 0 0 0 64\n");
  CHECK(slice(sends + marked, "record 2", "").left_out() == LeftOut{1, 1});
  CHECK(cut(sends + marked, "", "record 3") == "0 20 MS 1 0 0 64\n1 25 MR 0 0 0 64\n");
}

TEST_CASE("markers begin and end a region where the state begins, each rank at its own") {
  CHECK(
      cut(steps(), "marker MPI_Send 2", "marker MPI_Send 3") ==
      "0 200 SS MPI_Send\n0 201 MS 1 0 0 8\n0 202 SE MPI_Send\n0 210 SS MPI_Recv\n0 220 MR 1 0 0 8\n0 221 SE MPI_Recv\n"
      "1 200 SS MPI_Send\n1 201 MS 0 0 0 8\n1 202 SE MPI_Send\n1 210 SS MPI_Recv\n1 220 MR 0 0 0 8\n1 221 SE "
      "MPI_Recv\n");
}

TEST_CASE("a record or a time inside an MPI call means the place behind the call, also within a user's state") {
  const std::string trace =
      "0 1 SS main\n0 10 SS MPI_Send\n0 11 MS 0 0 0 8\n0 12 SE MPI_Send\n0 20 SS MPI_Recv\n0 21 MR 0 0 0 8\n"
      "0 22 SE MPI_Recv\n0 30 SE main\n";
  const auto whole = test::read_text("#insee-trace 1\n" + trace);
  const record::SliceTrace part(whole, {.region = region("record 3", ""), .balance_states = false});
  CHECK(test::as_text(part) == "#insee-trace 1\n#ranks 1\n0 20 SS MPI_Recv\n0 22 SE MPI_Recv\n0 30 SE main\n");
  CHECK(cut(trace, "11 ns", "") == "0 20 SS MPI_Recv\n0 22 SE MPI_Recv\n");
  CHECK(cut(trace, "", "15 ns") == "0 10 SS MPI_Send\n0 12 SE MPI_Send\n");
  CHECK(part.number_in_file(0, 2) == 7);
}

TEST_CASE("a region of everything is everything") {
  const auto whole = test::read_text("#insee-trace 1\n#ranks 2\n" + steps());
  for (const auto& [from, to] : {std::pair{"record 1", ""}, std::pair{"", "1 s"}, std::pair{"0 ns", "record 1000"}}) {
    const record::SliceTrace part(whole, {.region = region(from, to)});
    CHECK(test::all_records(part) == test::all_records(*whole));
    CHECK(part.left_out() == LeftOut{});
    CHECK(part.records() == whole->records());
  }
}

TEST_CASE("a region is the same of a container, a compressed text and a spool on disk") {
  const test::Folder folder;
  const auto text = test::read_text("#insee-trace 1\n#ranks 2\n" + steps());
  const auto expected = test::without_lines(
      test::all_records(record::SliceTrace(text, {.region = region("record 4", "marker MPI_Send 3")})));
  CHECK(expected[0].size() > 5);
  formats::OpenOptions on_disk;
  on_disk.memory_limit = 0;
  for (const std::string name : {"t.trgen", "t.txt.zst", "t.txt.gz", "t.otf2"}) {
    CAPTURE(name);
    formats::write_trace(*text, folder / name);
    const auto again = formats::open_trace(folder / name, on_disk);
    const record::SliceTrace part(again, {.region = region("record 4", "marker MPI_Send 3")});
    CHECK(test::without_lines(test::all_records(part)) == expected);
    CHECK(part.left_out() == LeftOut{0, 2});
  }
}

TEST_CASE("markers that are not there are refused with what is") {
  CHECK(fault(steps(), "marker MPI_Sned", "") ==
        "from: no state \"MPI_Sned\" in the trace; did you mean \"MPI_Send\"? its states: MPI_Send, MPI_Recv");
  CHECK(fault("0 1 MS 0 0 0 8\n", "", "marker A") ==
        "to: the trace has no states, so no markers; name a record or a time");
  CHECK(fault(steps(), "marker MPI_Send 4", "") ==
        "from: state \"MPI_Send\" begins 3 times on rank 0 (and fewer than 4 times on 2 ranks); every rank has "
        "occurrences "
        "1 to 3");
  CHECK(fault(steps() + "0 900 SS extra\n0 901 SE extra\n", "", "marker extra") ==
        "to: state \"extra\" begins 0 times on rank 1; name a marker that every rank passes, a record or a time");
  CHECK(fault(steps() + "0 900 SS MPI_Send\n0 901 SE MPI_Send\n", "marker MPI_Send 4", "") ==
        "from: state \"MPI_Send\" begins 3 times on rank 1; every rank has occurrences 1 to 3");
}

TEST_CASE("regions that are empty or go backwards are refused") {
  CHECK(
      fault(steps(), "record 19", "") ==
      "from: no rank reaches record 19: the longest has 18 records, the last of them at 321 ns; name an earlier place");
  CHECK(fault(steps(), "322 ns", "").find("from: no rank reaches 322 ns: ") == 0);
  CHECK(fault(steps(), "", "50 ns") ==
        "to: no record of any rank lies in the region from the beginning to 50 ns; name places further apart");
  CHECK(fault(steps(), "record 5", "record 5").find("to: record 5 is not after record 5, where ") == 0);
  CHECK(fault(steps(), "marker MPI_Send 3", "marker MPI_Send 2").find("to: marker MPI_Send 2 is not after ") == 0);
  CHECK(fault(steps(), "marker MPI_Send 3", "150 ns") ==
        "to: on rank 0, 150 ns is record 7, before marker MPI_Send 3, record 13; exchange them, or name a later place");
  CHECK(fault(steps(), "marker MPI_Send 3", "marker MPI_Send 3").find("is not after") != std::string::npos);
}

}  // namespace region_test
