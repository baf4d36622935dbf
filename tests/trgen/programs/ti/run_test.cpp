// SPDX-License-Identifier: Apache-2.0
// Time-independent traces run whole over the ideal network of the replay tests: those that SMPI writes and smpi_replay
// 3.32 does not run, closed forms, and a run that is continued.
#include <doctest/doctest.h>

#include "fsin/core/bytes.hpp"
#include "tests/trgen/programs/ti/ti_text.hpp"
#include "tests/trgen/replay/program_fixture.hpp"

namespace run_test {

using namespace trgen::test;
using namespace trgen::replay::testing;

namespace {

Ran run(const std::shared_ptr<const Program>& program) {
  std::vector<std::uint32_t> nodes(program->ranks());
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) nodes[rank] = program->seat(rank);
  auto settings = on_nodes(*program, nodes);
  settings.wildcards = program->receives_any();
  return run_program(program, settings);
}

Ran run_text(const std::string& text) {
  const Made made = make_ti(text);
  REQUIRE_MESSAGE(made.program != nullptr, made.messages);
  return run(made.program);
}

}  // namespace

TEST_CASE("traces that SMPI writes and smpi_replay cannot replay run whole") {
  for (const char* name : {"mix-2.ti", "mix-4.ti"}) {
    trgen::programs::ti::TimeIndependentParams params;
    params.file = std::string(FSIN_SOURCE_DIR "/tests/trgen/data/") + name;
    params.rate = "2000 Gf/s";  // so that the bursts end before the network of these tests gives up
    const Made made = make_ti(params);
    REQUIRE_MESSAGE(made.program != nullptr, made.messages);
    const Ran ran = run(made.program);
    for (const std::string& each : ran.waiting) MESSAGE(each);
    CHECK(ran.finished);
    CHECK(ran.report.messages_sent == ran.report.messages_delivered);
  }
}

TEST_CASE("a rank computes while its message is under way, and a wait costs only what is left") {
  // 8 B of 4 B a cycle; the fixture computes 1 ns a cycle
  const auto blocking = run_text("0 compute 100\n0 send 1 1 4000\n1 recv 0 1 4000\n1 compute 2000\n");
  const auto overlapped = run_text("0 compute 100\n0 send 1 1 4000\n1 irecv 0 1 4000\n1 compute 2000\n1 wait 0 1 1\n");
  REQUIRE(blocking.finished);
  REQUIRE(overlapped.finished);
  CHECK(blocking.cycles - overlapped.cycles >= 1000);
  CHECK(overlapped.ranks[1].wait_message == 0);
}

TEST_CASE("a synchronous send ends when its receive has begun, a standard one before") {
  const std::string receives = "1 compute 3000\n1 recv 0 1 4\n";
  const auto standard = run_text("0 send 1 1 4\n0 compute 10\n" + receives);
  const auto synchronous = run_text("0 Ssend 1 1 4\n0 compute 10\n" + receives);
  REQUIRE(standard.finished);
  REQUIRE(synchronous.finished);
  CHECK(standard.ranks[0].finished < 100);
  CHECK(synchronous.ranks[0].finished > 3000);
  CHECK(synchronous.report.messages_sent == 1);
  CHECK(synchronous.report.messages_delivered == 1);
}

TEST_CASE("a synchronous send that is started lets its rank go on up to the wait") {
  const auto ran = run_text("0 ISsend 1 1 4\n0 compute 500\n0 wait 0 1 1\n1 compute 3000\n1 recv 0 1 4\n");
  REQUIRE(ran.finished);
  CHECK(ran.ranks[0].finished > 3000);
  CHECK(ran.ranks[0].wait_message > 2000);
}

TEST_CASE("a synchronous send to a rank of its node waits for the receive too") {
  const auto ran = run_text("#seat 1 0\n0 Ssend 1 1 4\n1 compute 300\n1 recv 0 1 4\n");
  REQUIRE(ran.finished);
  CHECK(ran.ranks[0].finished > 300);
  CHECK(ran.report.messages_sent == 1);
  CHECK(ran.report.messages_delivered == 1);
}

TEST_CASE("two ranks that send to each other synchronously wait for ever") {
  const auto ran = run_text("0 Ssend 1 1 4\n0 recv 1 1 4\n1 Ssend 0 1 4\n1 recv 0 1 4\n");
  CHECK_FALSE(ran.finished);
  REQUIRE_FALSE(ran.waiting.empty());
  CHECK(ran.waiting[0].find("waits for the receive of 4 B to rank 1") != std::string::npos);
}

TEST_CASE("a non-blocking collective runs while its ranks compute") {
  std::string text, blocking;
  for (int rank = 0; rank < 4; ++rank) {
    text += fmt::format("{0} ialltoall 1000 1000 6 6\n{0} compute 5000\n{0} wait 0 0 -1113\n", rank);
    blocking += fmt::format("{0} alltoall 1000 1000 6 6\n{0} compute 5000\n", rank);
  }
  const auto beside = run_text(text);
  const auto after = run_text(blocking);
  REQUIRE(beside.finished);
  REQUIRE(after.finished);
  CHECK(beside.cycles < 5100);
  CHECK(after.cycles > 5500);
}

TEST_CASE("every collective of all ranks, of some, and non-blocking, comes to its end") {
  constexpr const char* actions[] = {"barrier",
                                     "bcast 100 1",
                                     "reduce 100 0 1",
                                     "allreduce 100 0",
                                     "scan 10 0",
                                     "exscan 10 0",
                                     "gather 10 10 1",
                                     "scatter 10 10 1",
                                     "allgather 10 10",
                                     "alltoall 10 10",
                                     "gatherv 5 5 5 5 5 1",
                                     "scatterv 5 5 5 5 5 1",
                                     "allgatherv 5 5 5 5 5",
                                     "alltoallv 20 5 5 5 5 20 5 5 5 5",
                                     "reducescatter 5 5 5 5 0",
                                     "reducescatter 0 0 0 0 0 1"};
  for (const std::string action : actions) {
    for (const bool beside : {false, true}) {
      for (const bool of_some : {false, true}) {
        std::string text = of_some ? "#ranks 5\n#comm 1 3,0,4,1\n" : "#ranks 4\n";
        for (const int each : {0, 1, 2, 3}) {
          const int rank = of_some && each > 1 ? each + 1 : each;
          text += fmt::format("{} {}{}{}\n", rank, beside ? "i" : "", action, of_some ? " comm=1" : "");
          if (beside) text += fmt::format("{} waitall 1\n", rank);
        }
        INFO(text);
        const auto ran = run_text(text);
        CHECK(ran.finished);
        CHECK(ran.report.messages_sent > 0);
      }
    }
  }
}

TEST_CASE("a reader of such a program continues where another one stood") {
  trgen::programs::ti::TimeIndependentParams params;
  params.file = FSIN_SOURCE_DIR "/tests/trgen/data/mix-4.ti";
  params.rate = "2 Gf/s";
  const auto program = make_ti(params).program;
  REQUIRE(program);
  for (const int before : {0, 1, 20, 57, 90}) {
    Cursor first(program), second(program);
    Operation one, other;
    for (int i = 0; i < before; ++i) {
      for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) first.next(rank, one);
    }
    fsin::ByteWriter out;
    first.save(out);
    const auto bytes = out.bytes();
    fsin::ByteReader in(bytes);
    second.load(in);
    for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) {
      while (first.next(rank, one)) {
        REQUIRE(second.next(rank, other));
        REQUIRE(one == other);
      }
      CHECK_FALSE(second.next(rank, other));
    }
  }
}

}  // namespace run_test
