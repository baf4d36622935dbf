// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/expansion.hpp"

#include <doctest/doctest.h>

#include <array>

#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/program_call.hpp"

namespace expansion_test {

namespace {

using namespace trgen::programs;
using collectives::Apart;
using collectives::Choice;
using collectives::Expansion;
using collectives::Kind;
using collectives::Library;

Operations all_of(const Expansion& expansion, std::uint32_t v) {
  Operations out;
  for (std::uint32_t i = 0; i < expansion.rounds(v); ++i) expansion.round(v, i, 5, out);
  return out;
}

/// Each rank of a row of 4 contributes as many bytes as its number in the row.
class Rows final : public Program {
 public:
  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return 8; }
  std::uint64_t steps(std::uint32_t) const override { return 1; }
  void step(std::uint32_t, std::uint64_t, Operations& out) const override {
    out.collective(Kind::all_gather_v, 1, 0, 0, 7);
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  Group group(std::uint32_t, std::uint32_t rank) const override { return Group::line(4, rank / 4 * 4, 1); }
  std::uint64_t block_bytes(const Operation& collective, std::uint32_t, std::uint32_t from,
                            std::uint32_t) const override {
    return collective.call * from;
  }

 private:
  std::string name_ = "rows";
  std::vector<std::string> states_;
};

}  // namespace

TEST_CASE("a collective of a program is expanded on its group, with the blocks that the program gives") {
  const Rows program;
  Operations step;
  program.step(6, 0, step);
  const ProgramSizes sizes(program, step[0], 6);
  const Group group = program.group(step[0].communicator, 6);
  const Expansion expansion(Choice{}, call_of(step[0], group, sizes), group, step[0].communicator);
  Operations expected;
  expected.receive_start(5, 7, 21, -108, 1);
  expected.send_start(6, 7, 14, -108, 1);
  expected.wait(5, 2);
  expected.receive_start(5, 4, 7, -108, 1);
  expected.send_start(6, 4, 35, -108, 1);
  expected.wait(5, 2);
  const Operations found = all_of(expansion, *group.number_of(6));
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == expected[i]);
}

TEST_CASE("an exchange is a receive and a send that are started and waited for together") {
  const Expansion expansion(Choice{}, {.kind = Kind::all_reduce, .size = 2, .bytes = 8}, Group::line(2, 10, 4), 6);
  Operations expected;
  expected.receive_start(5, 14, 8, -114, 6);
  expected.send_start(6, 14, 8, -114, 6);
  expected.wait(5, 2);
  const Operations found = all_of(expansion, 0);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == expected[i]);
}

TEST_CASE("a single message is a blocking one, with the tag and the communicator that MPICH's traces show") {
  const std::array<std::uint32_t, 3> members{9, 4, 2};
  const Expansion expansion(Choice{}, {.kind = Kind::broadcast, .size = 3, .root = 1, .bytes = 100},
                            Group::list(members), 8, Apart::context);
  Operations expected;
  expected.receive(4, 100, 2, 9);
  CHECK(all_of(expansion, 0).size() == 1);
  CHECK(all_of(expansion, 0)[0] == expected[0]);
}

TEST_CASE("a receive that is left open has a request of its own until a later round waits for it") {
  Choice choice(Library::smpi_ompi);
  const Expansion expansion(choice, {.kind = Kind::reduce, .size = 5, .bytes = 40}, Group::everyone(5), 0);
  REQUIRE(expansion.algorithm().name == "binary-ahead");
  const Operations found = all_of(expansion, 0);  // ranks 1 and 2 are its children
  REQUIRE(found.size() == 4);
  CHECK(found[0].kind == OperationKind::receive_start);
  CHECK(found[1].kind == OperationKind::receive_start);
  CHECK(found[1].request != found[0].request);
  CHECK(found[2].kind == OperationKind::wait);
  CHECK(found[2].request == found[0].request);
  CHECK(found[2].requests == 1);
  CHECK(found[3].kind == OperationKind::wait);
  CHECK(found[3].request == found[1].request);
}

TEST_CASE("a reduction takes time by its bytes, where a rate is set") {
  Choice choice(Library::openmpi);
  choice.set_reduce_rate(2e9);
  const Expansion expansion(choice, {.kind = Kind::scan, .size = 4, .bytes = 4000}, Group::everyone(4), 0);
  const Operations found = all_of(expansion, 1);
  REQUIRE(found.size() == 3);
  CHECK(found[0].kind == OperationKind::receive);
  CHECK(found[1].kind == OperationKind::compute);
  CHECK(found[1].amount == 2000);
  CHECK(found[2].kind == OperationKind::send);
}

TEST_CASE("an algorithm that was set gives way to the library's where it cannot do a call") {
  Choice choice;
  choice.set(Kind::all_gather, *collectives::find_algorithm(Kind::all_gather, "neighbour-exchange"));
  const Expansion even(choice, {.kind = Kind::all_gather, .size = 6, .bytes = 8}, Group::everyone(6), 0);
  CHECK(even.algorithm().name == "neighbour-exchange");
  CHECK_FALSE(even.substituted());
  const Expansion odd(choice, {.kind = Kind::all_gather, .size = 7, .bytes = 8}, Group::everyone(7), 0);
  CHECK(odd.algorithm().name == "bruck");
  CHECK(odd.substituted());
}

TEST_CASE("a collective without data, or of one rank, sends nothing, but a barrier does") {
  CHECK(Expansion(Choice{}, {.kind = Kind::all_reduce, .size = 8}, Group::everyone(8), 0).rounds(3) == 0);
  CHECK(Expansion(Choice{}, {.kind = Kind::all_reduce, .bytes = 8}, Group::everyone(1), 0).rounds(0) == 0);
  CHECK(Expansion(Choice{}, {.kind = Kind::barrier, .size = 8}, Group::everyone(8), 0).rounds(3) == 3);
}

}  // namespace expansion_test
