// SPDX-License-Identifier: Apache-2.0
// Packets from a file: what enters when, columns by name, blocks of a long file, shares, states, and faults.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>

#include "fsin/core/bytes.hpp"
#include "tests/scratch.hpp"
#include "tests/trgen/toy_network.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/synth/packets/packet_queue.hpp"
#include "trgen/synth/packets/packet_workload.hpp"

namespace synth_packets_test {

using namespace trgen::synth;
using fsin::Cycle;
using fsin::NodeId;

namespace {

NetworkFacts packet_facts(std::uint32_t nodes, bool variable = true) {
  NetworkFacts facts;
  facts.nodes = nodes;
  facts.variable_last_packet = variable;
  return facts;
}

PacketsParams packets_in(const std::string& text) {
  static const fsin::test::Scratch scratch;
  PacketsParams params;
  params.file = scratch.file("packets_test.csv", text);
  return params;
}

std::string packet_fault(const std::string& text) {
  fsin::Diagnostics diagnostics;
  CHECK_FALSE(
      check_packets(packets_in(text), packet_facts(4), diagnostics, [](std::string_view) { return fsin::Mark(); }));
  CHECK(diagnostics.exit_code() == 3);
  return diagnostics.text();
}

std::string many_packets(std::uint32_t nodes, std::uint32_t rows) {
  std::string text;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const std::uint32_t source = i * 7 % nodes;
    fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", 1 + i / 3, source, (source + 1 + i % (nodes - 1)) % nodes,
                   1 + i % 90);
  }
  return text;
}

}  // namespace

TEST_CASE("packets enter in their cycle or as soon as there is room, and a large one is cut into several") {
  const PacketsParams params = packets_in("# cycle source destination bytes\n3 0 1 64\n3 0 2 70\n3,1,0,10\n9 0 3 1\n");
  const PacketFacts& survey = params.survey(packet_facts(4));
  CHECK(survey.rows == 4);
  CHECK(survey.packets == 5);
  CHECK(survey.sources == 2);
  CHECK(survey.last == 9);
  const auto workload = make_packets(params, packet_facts(4));
  Cycle ended = 0;
  const auto packets = toy::run(*workload, {4, false, 10}, 1000, toy::Polls::asked, &ended);
  const std::vector<toy::Entry> expected{
      {3, 0, 1, 16, 3, 13}, {3, 1, 0, 3, 3, 13}, {4, 0, 2, 16, 3, 14}, {5, 0, 2, 2, 3, 15}, {9, 0, 3, 1, 9, 19}};
  CHECK(packets == expected);
  CHECK(ended == 20);
  CHECK(workload->progress() == 1);
  CHECK(workload->report(20).packets_generated == 5);
  CHECK(workload->report(20).phits_generated == 38);
}

TEST_CASE("columns may be named, in any order, and phits go before bytes") {
  const PacketsParams params = packets_in("hops,destination,phits,cycle,bytes,source\n,1,5,2,64,0\n3,0,16,7,64,2\n");
  const auto packets = toy::run(*make_packets(params, packet_facts(4, false)), {4, false, 10}, 100, toy::Polls::always);
  CHECK(packets == std::vector<toy::Entry>{{2, 0, 1, 5, 2, 12}, {7, 2, 0, 16, 7, 17}});
}

TEST_CASE("a file of many blocks is served alike by every kind of polls, by shares, and after a state was loaded") {
  const NetworkFacts facts = packet_facts(10);
  const PacketsParams params = packets_in(many_packets(10, 150000));
  REQUIRE(150000 > 2 * PacketQueue::block_rows);
  for (const bool tight : {false, true}) {
    const toy::Network network{10, tight};
    Cycle ended = 0, ended_too = 0;
    const auto asked = toy::run(*make_packets(params, facts), network, 1000000, toy::Polls::asked, &ended);
    CHECK(asked.size() == params.survey(facts).packets);
    CHECK(asked == toy::run(*make_packets(params, facts), network, 1000000, toy::Polls::reversed, &ended_too));
    CHECK(ended == ended_too);
    if (tight) continue;
    const auto parted = make_packets(params, facts);
    const auto saved_from = make_packets(params, facts);
    std::vector<std::uint8_t> part(10);
    for (std::uint32_t node = 0; node < 10; ++node) part[node] = node % 2;
    auto shares = parted->divisible()->divide({part, 2, {}});
    const auto into = make_packets(params, facts);
    std::size_t i = 0;
    for (Cycle now = 1; now <= ended; ++now) {
      if (now == 23000) {
        fsin::ByteWriter out;
        parted->resumable()->save(out);
        shares = into->divisible()->divide({part, 2, {}});
        fsin::ByteReader in(out.bytes());
        into->resumable()->load(in);
        CHECK(in.at_end());
      }
      for (std::uint32_t node = 0; node < 10; ++node) {
        const auto answer = shares[node % 2]->poll(NodeId(node), now, true);
        if (!answer.offers) continue;
        shares[answer.packet.destination.value % 2]->delivered({});
        REQUIRE(i < asked.size());
        CHECK(asked[i].cycle == now);
        CHECK(asked[i].node == node);
        CHECK(asked[i++].phits == answer.packet.phits);
      }
    }
    CHECK(i == asked.size());
    CHECK(shares[0]->outstanding() + shares[1]->outstanding() == 0);
  }
}

TEST_CASE("a share without nodes expects nothing, for nobody asks it and it would never learn that the file ends") {
  const auto packets = make_packets(packets_in("1 0 1 10\n"), packet_facts(2));
  const std::vector<std::uint8_t> part{0, 1};
  const auto shares = packets->divisible()->divide({part, 3, {}});
  CHECK(shares[0]->outstanding() > 0);
  CHECK(shares[2]->outstanding() == 0);
}

TEST_CASE("faulty packets are refused with file and line") {
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };
  CHECK(has(packet_fault("5 0 1 64\n4 1 2 64\n"), "packets_test.csv:2: cycle 4 after cycle 5; sort the lines"));
  CHECK(has(packet_fault("0 0 1 64\n"), ":1: cycle 0; the first cycle"));
  CHECK(has(packet_fault("1 0 0 64\n"), ":1: a packet from node 0 to itself"));
  CHECK(has(packet_fault("1 0 4 64\n"), ":1: the destination is 4, and the largest is 3"));
  CHECK(has(packet_fault("1 0 1 0\n"), ":1: a packet of 0 bytes"));
  CHECK(has(packet_fault("1 0 1\n"), ":1: 3 fields in place of 4"));
  CHECK(has(packet_fault("1 0 1 64 B\n1 0 one 64\n"), ":2: the destination is \"one\""));
  CHECK(has(packet_fault("cycle,source,bytes\n1,0,64\n"), ":1: no column destination"));
  CHECK(has(packet_fault("cycle source destination phits\n1 0 1 17\n"), ":2: the length in phits is 17"));
  CHECK(has(packet_fault("cycle source destination phits\n1 0 1 0\n"), ":2: a packet of 0 phits"));
  CHECK(has(packet_fault("-1 0 1 64\n"), ":1: the cycle is \"-1\""));
  CHECK(has(packet_fault(""), "no packet in it"));
  fsin::Diagnostics diagnostics;
  PacketsParams pipe;
  pipe.file = "-";
  CHECK_FALSE(
      check_packets(pipe, packet_facts(4), diagnostics, [](std::string_view) { return fsin::Mark("exp.yaml"); }));
  CHECK(diagnostics.text().find("a pipe cannot be") != std::string::npos);
}

TEST_CASE("a file whose compression is damaged is a fault of the file") {
  const std::string text = packet_fault("\x28\xB5\x2F\xFD 1 0 1 1\n2 1 2 1\n");
  CHECK(text.find("packets_test.csv: corrupt zstd data") != std::string::npos);
  CHECK(text.find("copy or make the file again") != std::string::npos);
}

TEST_CASE("a file that changes under a run ends it, and says where") {
  const PacketsParams params = packets_in(many_packets(4, 100000));
  params.survey(packet_facts(4));
  const auto workload = make_packets(params, packet_facts(4));
  for (std::uint32_t node = 0; node < 4; ++node) workload->poll(NodeId(node), 1, true);
  std::ofstream(params.file) << "1 0 1 64\nnonsense\n";
  const auto again = make_packets(params, packet_facts(4));
  again->poll(NodeId(0), 1, true);
  CHECK(again->failed());
  CHECK(again->failure().find("packets_test.csv:2") != std::string::npos);
}

}  // namespace synth_packets_test
