// SPDX-License-Identifier: Apache-2.0
// Binary GOAL schedules: one laid down byte by byte, round trips, damaged ones.
#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "trgen/formats/open.hpp"

namespace goal_binary_test {

using namespace trgen;

namespace {

std::string number(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xffU);
  return text;
}

struct Waiting {
  std::uint32_t count = 0;
  std::uint32_t first = 999;  // what ATLAHS writes where nobody waits
};

std::string statement(std::uint32_t waits_for, unsigned type, std::uint32_t peer, std::uint64_t amount,
                      std::uint32_t tag, Waiting end = {}, Waiting start = {}, unsigned cpu = 0) {
  return number(waits_for, 4) + number(type, 1) + number(peer, 4) + number(amount, 8) + number(tag, 4) +
         number(cpu, 1) + number(0, 1) + number(end.count, 4) + number(end.first, 4) + number(start.count, 4) +
         number(start.first, 4);
}

std::string part(std::uint32_t statements, const std::string& content, const std::vector<std::uint32_t>& waiting) {
  std::string text = number(statements, 4) + number(1, 4) + number(0, 4) + content;
  for (const std::uint32_t each : waiting) text += number(each, 4);
  return text;
}

std::string schedule(const std::vector<std::string>& parts) {
  std::string text = number(4223, 8) + number(parts.size(), 4) + number(0, 2);
  std::uint64_t at = 6 + 16 * parts.size();
  for (const std::string& each : parts) {
    text += number(at, 8);
    text += number(at += each.size(), 8);
  }
  for (const std::string& each : parts) text += each;
  return text;
}

/// Rank 0 computes, then sends; rank 1 receives, then computes, and sends once it has begun to compute.
std::string pair() {
  return schedule(
      {part(2, statement(0, 3, 0, 500, 0, {1, 0}) + statement(1, 1, 1, 64, 7), {1}),
       part(3, statement(0, 2, 0, 64, 7, {1, 0}) + statement(1, 3, 0, 9, 0, {}, {1, 1}) + statement(1, 1, 0, 8, 5),
            {1, 2})});
}

}  // namespace

TEST_CASE("a binary schedule is recognised and read with its requirements") {
  CHECK(pair().size() == 8 + 6 + 2 * 16 + (12 + 2 * 39 + 4) + (12 + 3 * 39 + 8));
  const auto trace = test::read_text(pair());
  CHECK(trace->ranks() == 2);
  CHECK(test::messages_of(*trace) == std::vector<std::vector<std::string>>{{"MS 1 7 64"}, {"MR 0 7 64", "MS 0 5 8"}});
  CHECK(test::bursts_of(*trace)[0] == std::vector<std::uint64_t>{500});
}

TEST_CASE("text to binary GOAL and back keeps messages, order, bursts and ranks, and is what the text form says") {
  const auto before = test::read_text(test::ring_text());
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*before, folder / "t.goal.bin")) ==
        std::vector<std::string>{"32 MPI function names and the time within the functions"});
  formats::write_trace(*before, folder / "t.goal");
  const auto after = formats::open_trace(folder / "t.goal.bin"), text = formats::open_trace(folder / "t.goal");
  CHECK(after->ranks() == before->ranks());
  CHECK(after->losses().empty());
  CHECK(test::messages_of(*after) == test::messages_of(*before));
  CHECK(test::bursts_of(*after) == test::bursts_of(*before));
  CHECK(test::as_text(*after) == test::as_text(*text));
}

TEST_CASE("what a record does not hold of a binary schedule is counted") {
  const auto trace = test::read_text(
      schedule({part(2, statement(0, 2, 0xffffffff, 5, 3, {}, {}, 1) + statement(0, 2, 0, 5, 0xffffffff), {})}));
  CHECK(test::lost(trace->losses()) ==
        std::vector<std::string>{
            "1 statements that need not have waited for the one before them",
            "2 receives from any rank or with any tag: the schedule does not say which message they take",
            "1 cpu and nic numbers"});
}

TEST_CASE("damaged binary schedules are refused, wherever they are cut") {
  const std::string whole = pair();
  for (std::size_t length = 8; length < whole.size(); ++length)
    CHECK(test::fault_of(whole.substr(0, length)) == "t.txt: the file ends too early: it is cut short");
  const auto one = [](const std::string& content, const std::vector<std::uint32_t>& waiting) {
    return test::fault_of(schedule({part(1, content, waiting)}));
  };
  CHECK(one(statement(0, 4, 0, 1, 0), {}) == "t.txt: the part of rank 0 has a statement 0 of unknown kind 4");
  CHECK(one(statement(0, 3, 0, 1, 0, {1, 0}), {}) == "t.txt: the part of rank 0 lacks those that wait for statement 0");
  CHECK(one(statement(0, 3, 0, 1, 0, {1, 0}), {5}) ==
        "t.txt: the part of rank 0 has no statement 5, which waits for 0");
  CHECK(one(statement(0, 1, 3, 1, 0), {}).find("destination 3 does not exist") != std::string::npos);
  CHECK(one(statement(1, 3, 0, 1, 0, {1, 0}), {0}).find("form a cycle") != std::string::npos);
  CHECK(test::fault_of(number(4223, 8) + number(0, 6)) == "t.txt: 0 ranks; a schedule has 1 to 16777216");
  std::string wrong = pair();
  wrong[8 + 6] = 1;
  CHECK(test::fault_of(wrong).find("rank 0 is said to stand at bytes 1 to") != std::string::npos);
}

}  // namespace goal_binary_test
