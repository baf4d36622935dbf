// SPDX-License-Identifier: Apache-2.0
// Programs that a user writes: what their ranks do, and what is refused with the place where it is written.
#include <doctest/doctest.h>

#include "fsin/config/document.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/programs/cursor.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"

namespace script_test {

using namespace trgen::programs;
using trgen::replay::testing::on_nodes;
using trgen::replay::testing::run_program;

namespace {

std::shared_ptr<const Program> program_of(const std::string& body, std::uint32_t ranks,
                                          fsin::Diagnostics& diagnostics) {
  const auto document = fsin::config::load_text("p.yaml", "program: 1\n" + body, diagnostics);
  auto read = script::read_script(document, diagnostics);
  return read ? script::make_script_program(std::move(*read), ranks, "test", diagnostics) : nullptr;
}

std::shared_ptr<const Program> sound(const std::string& body, std::uint32_t ranks) {
  fsin::Diagnostics diagnostics;
  auto program = program_of(body, ranks, diagnostics);
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  return program;
}

std::string refused(const std::string& body, std::uint32_t ranks = 4) {
  fsin::Diagnostics diagnostics;
  CHECK(program_of(body, ranks, diagnostics) == nullptr);
  return diagnostics.text();
}

/// The messages of a rank: "s1:64" for a send of 64 bytes to rank 1, "r0:8" for a receive; "c100" for a burst.
std::string story(const std::shared_ptr<const Program>& program, std::uint32_t rank) {
  Cursor cursor(program);
  Operation each;
  std::string text;
  while (cursor.next(rank, each)) {
    using enum OperationKind;
    if (each.kind == enter || each.kind == leave) continue;
    const char* name = each.kind == send ? "s" : each.kind == receive ? "r" : each.kind == send_start ? "is" : "ir";
    if (each.kind == compute) {
      text += "c" + std::to_string(each.amount) + " ";
    } else if (each.kind == wait || each.kind == wait_any) {
      text += each.kind == wait ? "w " : "wa ";
    } else {
      text += name + std::to_string(each.peer) + ":" + std::to_string(each.amount) + " ";
    }
  }
  return cursor.failure().empty() ? text : cursor.failure();
}

}  // namespace

TEST_CASE("loops nest, and their variables have the values of each repetition") {
  const auto program = sound(
      "let: {next: (rank + 1) % ranks}\n"
      "do:\n"
      "  - repeat: 2\n"
      "    as: i\n"
      "    do:\n"
      "      - compute: 1 us * (i + 1)\n"
      "      - repeat: rank\n"
      "        as: j\n"
      "        do: [{send: {to: next, bytes: 10 * i + j}}]\n"
      "  - compute: 5\n",
      3);
  CHECK(story(program, 0) == "c1000 c2000 c5 ");
  CHECK(story(program, 2) == "c1000 s0:0 s0:1 c2000 s0:10 s0:11 c5 ");
  CHECK(program->steps(0) == 2 * (1 + 0) + 1);
  CHECK(program->steps(2) == 2 * (1 + 2) + 1);
}

TEST_CASE("a condition has the statements of one branch, also around a loop") {
  const auto program = sound(
      "do:\n"
      "  - if: rank == 0\n"
      "    do: [{send: {to: 1, bytes: 8}}]\n"
      "    else: [{compute: 7}]\n"
      "  - repeat: 3\n"
      "    as: i\n"
      "    do:\n"
      "      - if: i == 1\n"
      "        do: [{repeat: 2, do: [{compute: 1}]}]\n"
      "        else: [{compute: 9}]\n",
      2);
  CHECK(story(program, 0) == "s1:8 c9 c1 c1 c9 ");
  CHECK(story(program, 1) == "c7 c9 c1 c1 c9 ");
}

TEST_CASE("a loop of a thousand million repetitions has a beginning that is made at once") {
  const auto program = sound("do: [{repeat: 10 ** 9, do: [{repeat: 10 ** 6, do: [{compute: 3}]}]}]\n", 2);
  CHECK(program->steps(0) == 1'000'000'000'000'000);
  Operations last;
  program->step(0, program->steps(0) - 1, last);
  CHECK(last.size() == 1);
}

TEST_CASE("communicators hold the ranks of a color in the order of their keys, and collectives stay within them") {
  const auto program = sound(
      "communicators: {row: {color: rank / 3, key: -rank}}\n"
      "do: [{bcast: {bytes: 100, root: 0, communicator: row}}]\n",
      6);
  CHECK(program->group(1, 4).size == 3);
  CHECK(program->group(1, 4)[0] == 5);
  CHECK(program->group(1, 4)[2] == 3);
  CHECK(story(program, 5) == "s3:100 s4:100 ");
  CHECK(story(program, 2) == "s0:100 s1:100 ");
  CHECK(story(program, 3) == "r5:100 ");
}

TEST_CASE("a reduce_scatter is a call of its own, with equal parts, under the name of the key of its algorithm too") {
  for (const char* name : {"reduce_scatter", "reduce-scatter"}) {
    const auto program = sound(std::string("do: [{") + name + ": {bytes: 1 KiB}}]\n", 4);
    Operations calls;
    program->step(2, 0, calls);
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].collective == collectives::Kind::reduce_scatter);
    CHECK(program->block_bytes(calls[0], 2, 1, 1) == 1024);
    // Recursive halving: half of the 4 KiB, then half of that.
    CHECK(story(program, 0) == story(sound("do: [{reduce_scatter_block: {bytes: 1 KiB}}]\n", 4), 0));
    CHECK(story(program, 0).find("2:2048") != std::string::npos);
    const auto ran = run_program(program, on_nodes(*program));
    CHECK(ran.finished);
    CHECK(ran.report.messages_sent == 8);
  }
}

TEST_CASE("buffer is the size of all blocks of a collective, bytes that of one") {
  for (const char* name : {"gather", "scatter", "allgather", "alltoall", "reduce_scatter", "reduce_scatter_block"}) {
    CAPTURE(name);
    const auto call = [&](const std::string& size) {
      return sound(std::string("do: [{") + name + ": {" + size + "}}]\n", 4);
    };
    CHECK(!story(call("bytes: 100"), 1).empty());
    CHECK(story(call("buffer: 400"), 1) == story(call("bytes: 100"), 1));
    CHECK(story(call("buffer: 402"), 1).find("p.yaml:2:") != std::string::npos);
    CHECK(story(call("buffer: 402"), 1).find("a buffer of 402 B has no 4 equal blocks") != std::string::npos);
  }
  for (const char* name : {"bcast", "reduce", "allreduce", "scan", "exscan"}) {
    CAPTURE(name);
    const auto call = [&](const std::string& size) {
      return sound(std::string("do: [{") + name + ": {" + size + "}}]\n", 4);
    };
    CHECK(story(call("buffer: 402"), 1) == story(call("bytes: 402"), 1));
  }
  CHECK(refused("do: [{gather: {buffer: 8, bytes: 2}}]\n").find("keep one") != std::string::npos);
  CHECK(refused("do: [{barrier: {buffer: 8}}]\n").find("buffer") != std::string::npos);
}

TEST_CASE("a condition does not evaluate what its left side decides") {
  const auto program =
      sound("do: [{if: 'rank == 0 || 8 / rank > 4', do: [{compute: 'rank == 0 ? 1 : 8 / rank'}]}]\n", 4);
  CHECK(story(program, 0) == "c1 ");
  CHECK(story(program, 1) == "c8 ");
  CHECK(story(program, 2).empty());
}

TEST_CASE("a script with requests and collectives runs to its end, and its trace has a receive for every send") {
  const auto program = sound(
      "do:\n"
      "  - repeat: 4\n"
      "    as: i\n"
      "    do:\n"
      "      - irecv: {from: (rank + ranks - 1) % ranks, bytes: 3 kB, tag: i, request: left}\n"
      "      - isend: {to: (rank + 1) % ranks, bytes: 3 kB, tag: i}\n"
      "      - compute: 200\n"
      "      - wait: left\n"
      "      - waitall\n"
      "      - allreduce: {bytes: 64}\n"
      "      - barrier\n",
      7);
  const auto ran = run_program(program, on_nodes(*program));
  CHECK(ran.finished);
  CHECK(ran.report.messages_sent == ran.report.messages_delivered);
  const auto trace = make_program_trace(program);
  const auto cursor = trace->open();
  trgen::record::Record record;
  std::uint64_t sends = 0, receives = 0;
  for (std::uint32_t rank = 0; rank < 7; ++rank) {
    while (cursor->next(rank, record)) {
      sends += record.kind == trgen::record::Kind::send ? 1 : 0;
      receives += record.kind == trgen::record::Kind::receive ? 1 : 0;
    }
  }
  CHECK(sends == receives);
  CHECK(sends == ran.report.messages_sent);
}

TEST_CASE("what a script cannot say is refused at its place, with the nearest name") {
  CHECK(refused("do: [{sned: {to: 1, bytes: 8}}]\n")
            .starts_with("p.yaml:2:13: unknown statement \"sned\"; did you mean \"send\"?"));
  CHECK(refused("do: [{send: {to: rnak, bytes: 8}}]\n")
            .starts_with("p.yaml:2:18: \"rnak\": unknown name \"rnak\"; did you mean \"rank\"?"));
  CHECK(refused("do: [{send: {bytes: 8}}]\n") == "p.yaml:2:13: send needs to\n");
  CHECK(refused("do: [{send: {to: 1, byte: 8}}]\n").find("send has no key \"byte\"; did you mean \"bytes\"?") !=
        std::string::npos);
  CHECK(refused("do: [{wait: x}]\n") == "p.yaml:2:13: no statement before this one starts a request \"x\"\n");
  CHECK(refused("do: [{allreduce: {bytes: 8, communicator: row}}]\n").find("unknown communicator \"row\"") !=
        std::string::npos);
  CHECK(refused("let: {rank: 3}\ndo: []\n").find("\"rank\" has a meaning already") != std::string::npos);
  CHECK(refused("do: [{repeat: 2, as: i, do: [{repeat: i, do: []}]}]\n")
            .find("must not depend on the variable of another loop") != std::string::npos);
  CHECK(refused("let: {a: 1}\n") == "p.yaml:1:1: a script needs \"do\", the list of what each rank does\n");
  CHECK(refused("do: [{repeat: 1 - rank, do: [barrier]}]\n") ==
        "p.yaml:2:15: for rank 2, the number of repetitions is -1; it has to be from 0 to 4611686018427387904\n");
}

TEST_CASE("what a script does wrong while it runs ends the run with the rank and the place") {
  CHECK(story(sound("do: [{send: {to: rank + 1, bytes: 8}}]\n", 2), 1) ==
        "script test: 2 ranks: p.yaml:2:18: for rank 1, the other rank is 2; it has to be from 0 to 1");
  CHECK(
      story(sound("do: [{bcast: {bytes: 8, root: ranks}}]\n", 2), 0).find("the root is 2; it has to be from 0 to 1") !=
      std::string::npos);
  const auto twice = sound("do: [{repeat: 2, do: [{irecv: {from: 0, bytes: 8}}]}]\n", 2);
  const auto workload = trgen::replay::testing::replay_of(twice, on_nodes(*twice), 2);
  CHECK(workload->failed());
  CHECK(workload->failure().find("request 0 is started again before it has been waited for") != std::string::npos);
}

}  // namespace script_test
