// SPDX-License-Identifier: Apache-2.0
// Chakra traces run as programs: what runs side by side, one trace for many ranks, and traces that do not fit together.
#include <doctest/doctest.h>

#include "tests/trgen/formats/chakra/chakra_file.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/programs/chakra/chakra_params.hpp"
#include "trgen/programs/program_trace.hpp"

namespace chakra_program_test {

using namespace trgen;
using namespace trgen::programs;
using namespace trgen::programs::chakra;
using namespace trgen::test;
using trgen::replay::testing::on_nodes;
using trgen::replay::testing::run_program;

namespace {

struct Opened {
  std::shared_ptr<const Program> program;
  std::string faults;
};

Opened open(const ChakraParams& params, std::uint32_t nodes = 4) {
  fsin::Diagnostics diagnostics;
  const MarkOf mark_of = [](std::string_view key) { return fsin::Mark(std::string(key)); };
  auto program = params.make(nodes, diagnostics, mark_of);
  return {std::move(program), diagnostics.text()};
}

/// A folder with the nodes of each rank in files t.0.et, ...
struct TraceFolder {
  explicit TraceFolder(const std::vector<std::string>& ranks) {
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      write_file(folder / ("t." + std::to_string(rank) + ".et"), chakra_head() + ranks[rank]);
    params.file = folder / "t.0.et";
  }
  Folder folder;
  ChakraParams params;
};

replay::testing::Ran run(const Program& program, std::shared_ptr<const Program> shared) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) nodes.push_back(program.seat(rank));
  return run_program(shared, on_nodes(program, nodes), {.most_cycles = 1'000'000});
}

std::uint64_t last_cycle(const std::shared_ptr<const Program>& program) {
  const auto ran = run(*program, program);
  REQUIRE(ran.finished);
  std::uint64_t last = 0;
  for (const auto& rank : ran.ranks) last = std::max<std::uint64_t>(last, rank.finished);
  return last;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Computes 10 us, sends 6400 B round the ring, computes 10 us at the same time, takes what comes.
std::string ring_rank(std::uint32_t rank, std::uint32_t ranks, bool beside) {
  return chakra_node(1, 4, {}, computing(10)) + chakra_node(2, 5, {1}, message_to(rank, (rank + 1) % ranks, 6400, 3)) +
         chakra_node(3, 6, {1}, message_to((rank + ranks - 1) % ranks, rank, 6400, 3)) +
         chakra_node(4, 4, {beside ? std::uint64_t{1} : std::uint64_t{3}}, computing(10)) +
         chakra_node(5, 4, {3, 4}, computing(1));
}

}  // namespace

TEST_CASE("what no dependency puts in a row runs side by side") {
  std::vector<std::string> beside, behind;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    beside.push_back(ring_rank(rank, 4, true));
    behind.push_back(ring_rank(rank, 4, false));
  }
  const TraceFolder two(beside), one(behind);
  const auto overlapped = open(two.params), serial = open(one.params);
  REQUIRE(overlapped.program);
  REQUIRE(serial.program);
  CHECK(overlapped.program->seats() == 4);
  CHECK(overlapped.program->ranks() == 4 * 3);
  const std::uint64_t message = 100 * 16 + 1;  // 100 packets of 16 phits, over one hop
  const std::uint64_t signals = 12;            // at most, from stream to stream
  const std::uint64_t apart = last_cycle(overlapped.program), in_row = last_cycle(serial.program);
  CHECK(apart >= 21'000);
  CHECK(apart <= 21'000 + signals);
  CHECK(in_row >= 21'000 + message);
  CHECK(in_row <= 21'000 + message + signals);
}

TEST_CASE("one rank's trace is what all ranks do, with peers at the same distance") {
  const TraceFolder single({ring_rank(0, 8, true)});
  ChakraParams params = single.params;
  const auto unknown = open(params, 32);
  CHECK(says(unknown.faults, "node 2 sends to the rank at distance 1, but no node of the file receives"));
  params.traced_ranks = 8;
  const auto made = open(params, 32);
  REQUIRE(made.program);
  CHECK(made.program->seats() == 32);
  const auto ran = run(*made.program, made.program);
  CHECK(ran.finished);
  CHECK(ran.entered.size() == 32 * 100);
  for (const auto& packet : ran.entered) CHECK(packet.destination == (packet.source + 1) % 32);
}

TEST_CASE("collectives of process groups have the members that a file names, or whose files name the group") {
  std::vector<std::string> ranks;
  for (unsigned rank = 0; rank < 4; ++rank)
    ranks.push_back(chakra_node(1, 7, {}, collective(0, 800, rank < 2 ? "a" : "b")) +
                    chakra_node(2, 7, {1}, collective(2, 400)));
  const TraceFolder set(ranks);
  const auto made = open(set.params);
  REQUIRE(made.program);
  CHECK(made.program->ranks() == 4 * 4);  // computing, all ranks, a, b
  std::uint32_t members = 0;
  for (std::uint32_t rank = 0; rank < made.program->ranks(); ++rank) {
    Operations operations;
    for (std::uint64_t i = 0; i < made.program->steps(rank); ++i) made.program->step(rank, i, operations);
    for (const Operation& each : operations) {
      if (each.kind != OperationKind::collective) continue;
      const Group group = made.program->group(each.communicator, rank);
      CHECK(group.number_of(rank));
      CHECK(group.size == (each.communicator == 0 ? 4 : 2));
      members += group.size;
      if (each.communicator == 0) CHECK(each.amount == 400);
    }
  }
  CHECK(members == 4 * (4 + 2));

  const TraceFolder one({chakra_node(1, 7, {}, collective(7, 800, "tp"))});
  ChakraParams params = one.params;
  CHECK(says(open(params, 16).faults, "whose members are not known; name them in a JSON file"));
  write_file(one.folder / "groups.json", R"({"tp": [0, 4, 8, 12]})");
  params.groups = one.folder / "groups.json";
  const auto all = open(params, 64);
  REQUIRE(all.program);
  const Group group = all.program->group(2, 64 + 37);
  CHECK(group.size == 4);
  CHECK(group[0] == 64 + 33);
  CHECK(group[1] == 64 + 37);
  CHECK(says(open(params, 24).faults, "cannot stand for groups of all 24 ranks"));
}

TEST_CASE("the size of an allgather is a part or the whole, as one says") {
  const TraceFolder one({chakra_node(1, 7, {}, collective(2, 800))});
  ChakraParams params = one.params;
  const auto bytes = [&] {
    const auto made = open(params, 8);
    REQUIRE(made.program);
    Operations operations;
    made.program->step(8, 0, operations);
    return operations[0].amount;
  };
  CHECK(bytes() == 800);
  params.gather_size = GatherSize::whole;
  CHECK(bytes() == 100);
}

TEST_CASE("circles are refused by the ids of their nodes, or lose their youngest edge, which is told") {
  const TraceFolder one({chakra_node(5, 4, {9}, computing(1)) + chakra_node(9, 4, {5}, computing(1))});
  ChakraParams params = one.params;
  CHECK(says(open(params).faults,
             "2 nodes wait for each other in a circle: node 5, which waits for 9, which waits for 5; "
             "cycles: drop drops"));
  params.cycles = OnCycle::drop;
  const auto made = open(params);
  REQUIRE(made.program);
  CHECK(says(made.faults, "node 5 no longer waits for node 9"));
}

TEST_CASE("files that do not fit together are refused with ranks and nodes") {
  const auto fault = [](const std::vector<std::string>& ranks) { return open(TraceFolder(ranks).params).faults; };
  CHECK(says(fault({chakra_node(3, 5, {}, message_to(0, 1, 8)), chakra_node(3, 4, {})}),
             "node 3 of rank 0 sends to rank 1, but rank 1 has no node that receives it with that tag and size"));
  CHECK(says(fault({chakra_node(3, 5, {}, message_to(0, 2, 8)), chakra_node(3, 4, {})}),
             "node 3 of rank 0 names rank 2, but there are 2 ranks"));
  CHECK(
      says(fault({chakra_node(3, 7, {}, collective(0, 8)), chakra_node(4, 7, {}, collective(0, 9))}),
           "collective 1 of all ranks differs: rank 0 calls all-reduce of 8 B (node 3), rank 1 all-reduce of 9 B (node "
           "4)"));
  CHECK(says(fault({chakra_node(3, 7, {}, collective(0, 8)), chakra_node(4, 4, {})}),
             "rank 1 calls 0 collectives of all ranks, rank 0 calls 1"));
}

TEST_CASE("a trace that was written as Chakra runs as the program that it came from") {
  const auto program = std::make_shared<replay::testing::WrittenProgram>(3);
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    for (std::int32_t round = 0; round < 4; ++round) {
      (*program)[rank].compute(2'000 + 500 * rank);
      (*program)[rank].send((rank + 1) % 3, 640, round);
      (*program)[rank].receive((rank + 2) % 3, 640, round);
    }
  }
  const Folder folder;
  formats::write_trace(*make_program_trace(program), folder / "p.0.et");
  ChakraParams params;
  params.file = folder / "p.0.et";
  const auto made = open(params);
  REQUIRE(made.program);
  const auto before = run_program(program, on_nodes(*program), {.most_cycles = 1'000'000});
  const auto after = run(*made.program, made.program);
  CHECK(after.entered.size() == before.entered.size());
  CHECK(after.finished);
  const auto difference = static_cast<double>(after.cycles) - static_cast<double>(before.cycles);
  CHECK(std::abs(difference) < 0.02 * static_cast<double>(before.cycles));
}

}  // namespace chakra_program_test
