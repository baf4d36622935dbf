// SPDX-License-Identifier: Apache-2.0
// The causal check: what is wrong with a trace, with rank, line and record.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/commands/causal_check.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace check_test {

using namespace trgen;

namespace {

commands::CheckResult check(const std::string& text, std::size_t most = 20) {
  return commands::CausalCheck(*test::read_text(text), most).run();
}

/// The problems as "line rank record: text".
std::vector<std::string> problems(const std::string& text, std::size_t most = 20) {
  std::vector<std::string> all;
  for (const commands::Problem& each : check(text, most).problems) {
    all.push_back(fmt::format("{} {} {}: {}", each.line, each.rank, each.record, each.text));
  }
  return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a sound trace has no problems, whatever the order of its ranks") {
  const commands::CheckResult result =
      check("0 0 MR 1 5 0 8\n0 1 MS 1 6 0 0\n0 2 MS 0 1 0 4\n0 3 MR 0 1 0 4\n1 0 MS 0 5 0 8\n1 1 MR 0 6 0 0\n");
  CHECK(result.problems.empty());
  CHECK(result.complete);
  CHECK(result.messages == 3);
  CHECK(result.received == 3);
  CHECK(result.self_messages == 1);
}

TEST_CASE("a receive without a send and a send without a receive are told") {
  CHECK(problems("0 0 MR 1 5 0 8\n0 1 MS 1 6 0 0\n1 0 SS MPI_Init\n1 0 SE MPI_Init\n") ==
        Texts{"1 0 MR 1 5 0 8: rank 1 never sends this message", "2 0 MS 1 6 0 0: rank 1 never receives this message"});
}

TEST_CASE("tag and communicator take part in the match") {
  CHECK(problems("0 0 MS 1 5 0 8\n1 0 MR 0 5 1 8\n") ==
        Texts{"1 0 MS 1 5 0 8: rank 1 never receives this message", "2 1 MR 0 5 1 8: rank 0 never sends this message"});
}

TEST_CASE("a size that differs is one problem, told at the receive") {
  CHECK(problems("0 0 MS 1 5 0 100\n1 0 MR 0 5 0 200\n") ==
        Texts{"2 1 MR 0 5 0 200: the size differs: rank 0 sends 100 bytes in line 1"});
}

TEST_CASE("receives that say which message they take must agree with the sends and with each other") {
  const std::string sends = "0 0 MS 1 5 0 1\n0 0 MS 1 5 0 2\n0 0 MS 1 5 0 2\n";
  CHECK(problems(sends + "1 0 MR 0 5 0 2 match=2\n1 0 MR 0 5 0 1 match=1\n1 0 MR 0 5 0 2\n").empty());
  CHECK(problems(sends + "1 0 MR 0 5 0 2 match=4\n1 0 MR 0 5 0 1 match=1\n1 0 MR 0 5 0 2\n") ==
        Texts{"4 1 MR 0 5 0 2: match=4, but rank 0 sends only 3 with this tag and communicator"});
  CHECK(problems(sends + "1 0 MR 0 5 0 2 match=1\n1 0 MR 0 5 0 1 match=2\n1 0 MR 0 5 0 2\n") ==
        Texts{"4 1 MR 0 5 0 2: match=1, but that message, sent in line 1, has 1 bytes",
              "5 1 MR 0 5 0 1: match=2, but that message, sent in line 2, has 2 bytes"});
  CHECK(problems(sends + "1 0 MR 0 5 0 2 match=3\n1 0 MR 0 5 0 1 match=1\n1 0 MR 0 5 0 2\n") ==
        Texts{"6 1 MR 0 5 0 2: by its order it takes message 3, but that message, sent in line 3, is taken by the "
              "receive in line 4"});
}

TEST_CASE("marks are not judged in channels without any, nor in those from ranks that are incomplete") {
  const std::string sends = "0 0 MS 1 5 0 1\n0 0 MS 1 5 0 2\n";
  CHECK(problems(sends + "1 0 MR 0 5 0 2\n1 0 MR 0 5 0 1\n").empty());
  CHECK(problems(sends + "1 0 MR 0 5 0 2 match=7\n1 0 MR 0 5 0 1\n", 1).size() == 1);
  CHECK(problems("#incomplete 0 killed\n" + sends + "1 0 MR 0 5 0 2 match=7\n1 0 MR 0 5 0 1\n").empty());
}

TEST_CASE("messages of one tag with different sizes match by size, each size in order") {
  CHECK(problems("0 0 MS 1 5 0 1\n0 0 MS 1 5 0 2\n0 0 MS 1 5 0 1\n1 0 MR 0 5 0 2\n1 0 MR 0 5 0 1\n1 0 MR 0 5 0 1\n")
            .empty());
}

TEST_CASE("ranks that wait for each other are told as one problem, who for what") {
  CHECK(problems("0 0 MR 1 0 0 8\n0 1 MS 1 0 0 8\n1 0 MR 0 0 0 8\n1 1 MS 0 0 0 8\n") ==
        Texts{"1 0 MR 1 0 0 8: impossible order, 2 ranks wait for each other: rank 0 waits in line 1 (MR 1 0 0 8) for "
              "what rank 1 sends in line 4, rank 1 waits in line 3 (MR 0 0 0 8) for what rank 0 sends in line 2"});
}

TEST_CASE("a rank that waits for its own later message is told") {
  CHECK(problems("0 0 MR 0 0 0 8\n0 1 MS 0 0 0 8\n") ==
        Texts{"1 0 MR 0 0 0 8: impossible order: rank 0 waits in line 1 (MR 0 0 0 8) for what rank 0 sends in line 2"});
}

TEST_CASE("ranks that only wait behind a cycle are not blamed") {
  const auto all =
      problems("0 0 MR 1 0 0 8\n0 1 MS 1 0 0 8\n1 0 MR 0 0 0 8\n1 1 MS 0 0 0 8\n1 2 MS 2 0 0 8\n2 0 MR 1 0 0 8\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].find("2 ranks wait") != std::string::npos);
}

TEST_CASE("two cycles and a missing send are all found in one run") {
  std::string text = "4 0 MR 0 9 0 8\n";
  for (const int first : {0, 2}) {
    for (const int rank : {first, first + 1}) {
      text += fmt::format("{0} 0 MR {1} 0 0 8\n{0} 1 MS {1} 0 0 8\n", rank, 2 * first + 1 - rank);
    }
  }
  CHECK(problems(text).size() == 3);
}

TEST_CASE("a repeated cycle is found at each of its places") {
  std::string text;
  for (int rank = 0; rank < 2; ++rank) {
    for (int i = 0; i < 4; ++i) text += fmt::format("{0} 0 MR {1} 0 0 8\n{0} 1 MS {1} 0 0 8\n", rank, 1 - rank);
  }
  const commands::CheckResult result = check(text);
  CHECK(result.problems.size() == 4);
  CHECK(result.received == result.messages);
}

TEST_CASE("states that do not open and close in turn are told") {
  CHECK(problems("0 0 SE MPI_Send\n0 1 SS MPI_Recv\n0 2 SE MPI_Send\n0 3 SS MPI_Wait\n") ==
        Texts{"1 0 SE MPI_Send: leaves MPI_Send, which it did not enter",
              "3 0 SE MPI_Send: leaves MPI_Send, but it is in MPI_Recv since line 2",
              "4 0 SS MPI_Wait: the records of the rank end inside this MPI_Wait; is the trace cut short?"});
}

TEST_CASE("states may nest, but not without end") {
  CHECK(problems("0 0 SS MPI_Bcast\n0 1 SS MPI_Send\n0 2 SE MPI_Send\n0 3 SE MPI_Bcast\n").empty());
  std::string text;
  for (int i = 0; i < 17; ++i) text += "0 0 SS MPI_Send\n";
  CHECK(problems(text) ==
        Texts{"17 0 SS MPI_Send: opens the 16th state within another, the first in line 1; their ends are missing"});
}

TEST_CASE("messages outside states are counted in a trace that has states, and only there") {
  const commands::CheckResult mixed = check("0 0 SS MPI_Send\n0 0 SE MPI_Send\n0 1 MS 0 0 0 1\n0 1 MR 0 0 0 1\n");
  CHECK(mixed.problems.empty());
  CHECK(mixed.outside_states == 2);
  CHECK(mixed.first_outside == 3);
  CHECK(check("0 1 MS 0 0 0 1\n0 1 MR 0 0 0 1\n").outside_states == 0);
}

TEST_CASE("the check stops at as many problems as asked for and says so") {
  std::string text;
  for (int i = 0; i < 30; ++i) text += fmt::format("0 0 MR 1 {} 0 8\n1 0 MS 0 {} 0 8\n", i, i + 100);
  const commands::CheckResult result = check(text, 7);
  CHECK(result.problems.size() == 7);
  CHECK_FALSE(result.complete);
  CHECK(check(text, 100).problems.size() == 60);
  CHECK(check(text, 100).complete);
}

TEST_CASE("a fast sender does not fill memory while its receiver can keep up") {
  std::string text = "#ranks 2\n";
  for (int i = 0; i < 20000; ++i) text += "0 0 MS 1 0 0 8\n";
  for (int i = 0; i < 20000; ++i) text += "1 0 SS MPI_Recv\n1 0 SE MPI_Recv\n1 0 MR 0 0 0 8\n";
  const commands::CheckResult result = check(text);
  CHECK(result.problems.empty());
  CHECK(result.in_flight_peak < 400);
}

TEST_CASE("a sender that must run far ahead may") {
  // Rank 1 first wants the last message of rank 0.
  std::string text = "1 0 MR 0 1 0 8\n";
  for (int i = 0; i < 5000; ++i) text += "0 0 MS 1 0 0 8\n1 0 MR 0 0 0 8\n";
  text += "0 0 MS 1 1 0 8\n";
  const commands::CheckResult result = check(text);
  CHECK(result.problems.empty());
  CHECK(result.in_flight_peak == 5001 - 1);
}

TEST_CASE("removing any one message record of a sound trace is found at its partner") {
  for (const kernels::KernelEntry& entry : kernels::kernels) {
    CAPTURE(entry.name);
    const auto trace = kernels::make_kernel_trace(entry, {.ranks = 4, .messages_only = true});
    const auto all = test::all_records(*trace);
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      for (std::size_t gone = 0; gone < all[rank].size(); ++gone) {
        io::SpoolBuilder spool;
        for (std::uint32_t each = 0; each < 4; ++each) {
          for (std::size_t i = 0; i < all[each].size(); ++i) {
            if (each != rank || i != gone) spool.add(each, all[each][i]);
          }
        }
        const commands::CheckResult result = commands::CausalCheck(*spool.finish(), 20).run();
        REQUIRE(!result.problems.empty());
        CHECK(result.problems.front().text.find("never") != std::string::npos);
        CHECK(result.problems.size() == 1);
        CHECK(result.problems.front().rank == all[rank][gone].peer);
      }
    }
  }
}

namespace {

/// Rank 0 sends `rounds` messages and waits for each answer; the one with number `missing` (from 0) is not sent.
std::string ping_pong(int rounds, int missing) {
  std::string text;
  for (int i = 0; i < rounds; ++i) {
    if (i != missing) text += "0 0 MS 1 7 0 64\n";
    text += "0 1 MR 1 8 0 64\n";
    text += "1 0 MR 0 7 0 64\n1 1 MS 0 8 0 64\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a message that is never sent is told as the cause, not by the waits that follow from it") {
  for (const int missing : {0, 3, 99}) {
    const commands::CheckResult result = check(ping_pong(100, missing));
    CAPTURE(missing);
    REQUIRE(result.problems.size() == 1);
    CHECK(result.problems[0].rank == 1);
    CHECK(result.problems[0].text.find("never sen") != std::string::npos);
    CHECK(result.impossible_orders == 0);
    CHECK(result.complete);
    CHECK(result.messages == 199);
    CHECK(result.received == 199);
  }
}

TEST_CASE("causes come before impossible orders, and these do not use up the room") {
  std::string text;
  for (int i = 0; i < 8; ++i) text += fmt::format("0 0 MR 1 {0} 0 8\n0 1 MS 1 {0} 0 8\n", i);
  for (int i = 0; i < 8; ++i) text += fmt::format("1 0 MR 0 {0} 0 8\n1 1 MS 0 {0} 0 8\n", i);
  text += "1 2 MR 0 99 0 8\n";
  const commands::CheckResult result = check(text, 5);
  REQUIRE(result.problems.size() == 5);
  CHECK(result.problems[0].text == "rank 0 never sends this message");
  for (std::size_t i = 1; i < 5; ++i) CHECK(result.problems[i].text.starts_with("impossible order"));
  CHECK(result.impossible_orders == 8);
}

TEST_CASE("a check that stops early counts the messages of the whole trace beside those it played") {
  std::string text;
  for (int i = 0; i < 30; ++i) text += fmt::format("0 0 MR 1 {} 0 8\n1 0 MS 0 {} 0 8\n", i, i + 100);
  for (int i = 0; i < 3; ++i) text += "2 0 MR 0 5 5 5\n";
  for (int i = 0; i < 500; ++i) text += "2 0 MS 2 1 0 1\n2 0 MR 2 1 0 1\n";
  const commands::CheckResult result = check(text, 3);
  CHECK_FALSE(result.complete);
  CHECK(result.messages == 530);
  CHECK(result.played < 530);
}

}  // namespace check_test
