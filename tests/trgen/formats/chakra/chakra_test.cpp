// SPDX-License-Identifier: Apache-2.0
// Chakra execution traces as records: read, put in order, written, and refused where they are faulty.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/trgen/formats/chakra/chakra_file.hpp"
#include "tests/trgen/formats/exchange_tools.hpp"
#include "trgen/formats/open.hpp"

namespace chakra_test {

using namespace trgen;
using test::chakra_head;
using test::chakra_node;
using test::computing;
using test::message_to;

namespace {

std::string two_nodes() {
  return chakra_head() + chakra_node(0, 4, {}, computing(5)) + chakra_node(1, 5, {0}, message_to(0, 1, 100, 7));
}

}  // namespace

TEST_CASE("a trace of one rank is recognised and read, with a node of id 0 that the wire does not show") {
  const auto trace = test::read_text(two_nodes());
  CHECK(trace->ranks() == 2);
  CHECK(test::messages_of(*trace)[0] == std::vector<std::string>{"MS 1 7 100"});
  CHECK(test::bursts_of(*trace)[0] == std::vector<std::uint64_t>{5000});
  CHECK(trace->losses().empty());
}

TEST_CASE("metadata without a version, and none at all, are recognised") {
  const std::string node = chakra_node(3, 6, {}, message_to(1, 0, 9));
  const std::string schema = test::bytes_field(2, test::bytes_field(1, "schema") + test::bytes_field(29, "1.0.1"));
  for (const std::string& head : {test::in_length(schema), test::in_length("")}) {
    CHECK(test::messages_of(*test::read_text(head + node))[0] == std::vector<std::string>{"MR 1 0 9"});
  }
}

TEST_CASE("nodes run when those they wait for are done, first in the file first") {
  // 10 waits for 12; 11 is free.
  const auto trace =
      test::read_text(chakra_head() + chakra_node(10, 5, {12}, message_to(0, 1, 1)) +
                      chakra_node(11, 5, {}, message_to(0, 1, 2)) + chakra_node(12, 5, {}, message_to(0, 1, 3)));
  CHECK(test::messages_of(*trace)[0] == std::vector<std::string>{"MS 1 0 2", "MS 1 0 3", "MS 1 0 1"});
}

TEST_CASE("nodes in a circle are refused by their ids") {
  const std::string fault = test::fault_of(chakra_head() + chakra_node(1, 4, {}) + chakra_node(7, 4, {1, 9}) +
                                           chakra_node(8, 4, {7}) + chakra_node(9, 4, {8}) + chakra_node(20, 4, {9}));
  CHECK(fault.find("3 nodes wait for each other in a circle: node 7, which waits for 9, which waits for 8, which waits "
                   "for 7; run it as a program") != std::string::npos);
}

TEST_CASE("faulty files are refused with the node or message, and one cut short is told from its end") {
  const auto fault = [](const std::string& nodes) { return test::fault_of(chakra_head() + nodes); };
  CHECK(fault(chakra_node(4, 4, {}) + chakra_node(4, 4, {})) == "t.txt: two nodes have the id 4");
  CHECK(fault(chakra_node(4, 9, {})) == "t.txt: message 1: node 4 is of unknown type 9");
  CHECK(fault(chakra_node(4, 7, {}, test::collective(12, 5))) ==
        "t.txt: message 1: node 4 is a collective of unknown kind 12");
  CHECK(fault(chakra_node(4, 5, {})) == "t.txt: node 4 does not say to whom it sends");
  CHECK(fault(chakra_node(4, 5, {}, message_to(0, 1, ~std::uint64_t{0}))) ==
        "t.txt: message 1: \"comm_size\" of node 4 is no natural number");
  const std::string whole = two_nodes();
  CHECK(test::fault_of(whole.substr(0, whole.size() - 3)) == "t.txt: the file ends within message 2: it is cut short");
  CHECK(fault("\xff\xff\xff\xff\x7f").find("more than any has") != std::string::npos);
}

TEST_CASE("text to Chakra and back keeps messages, order, bursts and ranks, compressed or not") {
  const auto before = test::read_text(test::ring_text());
  for (const std::string name : {"t.0.et", "t.0.et.gz"}) {
    const test::Folder folder;
    CHECK(test::lost(formats::write_trace(*before, folder / name)) ==
          std::vector<std::string>{"32 MPI function names and the time within the functions"});
    for (unsigned rank = 0; rank < 5; ++rank)
      CHECK(std::filesystem::exists(folder / ("t." + std::to_string(rank) + name.substr(3))));
    const auto after = formats::open_trace(folder / name);
    CHECK(after->ranks() == before->ranks());
    CHECK(test::messages_of(*after) == test::messages_of(*before));
    CHECK(test::bursts_of(*after) == test::bursts_of(*before));
    CHECK(after->losses().empty());
  }
}

TEST_CASE("a trace whose files are not all there, or that has another name, is refused") {
  const auto before = test::read_text(test::ring_text());
  const test::Folder folder;
  CHECK_THROWS_WITH(formats::write_trace(*before, folder / "t.et", "chakra"),
                    doctest::Contains("give the name of that of rank 0, e.g. run.0.et"));
  formats::write_trace(*before, folder / "t.0.et");
  std::filesystem::remove(folder / "t.2.et");
  CHECK_THROWS_WITH(formats::open_trace(folder / "t.0.et"),
                    doctest::Contains("the file of rank 2 is missing: there are those of 4 ranks, up to 4"));
}

TEST_CASE("collectives of all ranks keep their facts there and back, those of groups are counted") {
  const test::Folder folder;
  for (unsigned rank = 0; rank < 2; ++rank)
    test::write_file(folder / ("c." + std::to_string(rank) + ".et"),
                     chakra_head() + chakra_node(1, 7, {}, test::collective(0, 4096)) +
                         chakra_node(2, 7, {1}, test::collective(2, 64)) +
                         chakra_node(3, 7, {2}, test::collective(0, 8, "tp")));
  const auto trace = formats::open_trace(folder / "c.1.et");
  CHECK(test::lost(trace->losses()) ==
        std::vector<std::string>{"2 collectives of a process group, whose members the trace does not name"});
  const auto records = test::all_records(*trace);
  CHECK(records[1][0].collective);
  CHECK(records[1][0].bytes == 4096);
  CHECK(records[1][2].received == 128);
  formats::write_trace(*trace, folder / "d.0.et");
  const auto again = formats::open_trace(folder / "d.0.et");
  CHECK(test::all_records(*again)[0][0].bytes == 4096);
  CHECK(test::all_records(*again)[0][2].received == 128);
}

}  // namespace chakra_test
