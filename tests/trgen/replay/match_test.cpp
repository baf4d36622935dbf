// SPDX-License-Identifier: Apache-2.0
// Which messages satisfy which receives, how messages become packets, and how long flows live.
#include <doctest/doctest.h>

#include "tests/trgen/replay/replay_fixture.hpp"
#include "trgen/replay/ranks/mailbox.hpp"

namespace match_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

TEST_CASE("messages of a rank to itself are left out and counted") {
  auto trace = trace_of(2);
  trace->send(0, 0, 64).receive(0, 0, 64).send(0, 1, 64).receive(1, 0, 64);
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(2));
  IdealNetwork network;
  CHECK(network.run(*workload).cycles == 19);
  CHECK(workload->report(19).messages_to_self == 1);
  CHECK(workload->report(19).messages_sent == 1);
  CHECK(workload->report(19).messages_delivered == 1);
}

TEST_CASE("matching by packets pools equal lengths, matching by messages does not") {
  auto trace = trace_of(2);
  trace->send(0, 1, 65).receive(1, 0, 128);  // two packets each, but not the same bytes
  ReplaySettings settings = consecutive(*trace);
  IdealNetwork pooled;
  CHECK(pooled.run(*make_trace_replay(trace, settings, network_of(2))).finished);
  settings.match = Match::messages;
  IdealNetwork strict;
  const auto workload = make_trace_replay(trace, settings, network_of(2));
  CHECK_FALSE(strict.run(*workload).finished);
  CHECK(
      workload->explain_wait(9) ==
      std::vector<std::string>{"rank 1 (node 1) waits for 128 B from rank 0, tag 0, communicator 0: record 1, trace:2; "
                               "nothing sent yet, and the sender has reached its end"});
}

TEST_CASE("matching by messages waits for a whole message where packets of two would do") {
  auto trace = trace_of(2);
  trace->send(0, 1, 128).send(0, 1, 128).receive(1, 0, 128).receive(1, 0, 128);
  for (const Match match : {Match::packets, Match::messages}) {
    ReplaySettings settings = consecutive(*trace);
    settings.match = match;
    const auto workload = make_trace_replay(trace, settings, network_of(2));
    std::vector<std::uint32_t> tokens;
    for (Cycle now = 1; now <= 4; ++now) tokens.push_back(workload->poll(NodeId(0), now, true).packet.token);
    // One packet of each message arrives, as adaptive routing may have it.
    const bool first = workload->delivered({NodeId(0), NodeId(1), tokens[0], 30});
    const bool second = workload->delivered({NodeId(0), NodeId(1), tokens[2], 30});
    CHECK((first || second) == (match == Match::packets));
    workload->poll(NodeId(1), 31, true);
    const auto lines = workload->explain_wait(1);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find(match == Match::packets ? "record 2, trace:4; 0 of 2" : "record 1, trace:3; 1 of 2 packets") !=
          std::string::npos);
    CHECK(workload->delivered({NodeId(0), NodeId(1), tokens[1], 40}) == (match == Match::messages));
    CHECK(workload->delivered({NodeId(0), NodeId(1), tokens[3], 40}));
    workload->poll(NodeId(1), 41, true);
    CHECK(workload->finished());
    CHECK(workload->report(41).messages_delivered == 2);
  }
}

TEST_CASE("a variable last packet has only the phits its bytes need") {
  auto trace = trace_of(2);
  for (const std::uint64_t bytes : {0U, 1U, 64U, 65U, 130U}) trace->send(0, 1, bytes).receive(1, 0, bytes);
  auto facts = network_of(2);
  facts.variable_last_packet = true;
  IdealNetwork network;
  CHECK(network.run(*make_trace_replay(trace, consecutive(*trace), facts)).finished);
  std::vector<std::uint16_t> phits;
  for (const auto& packet : network.entered) phits.push_back(packet.phits);
  CHECK(phits == std::vector<std::uint16_t>{1, 1, 16, 16, 1, 16, 16, 1});
}

TEST_CASE("flows live as long as something refers to them, whichever side comes first") {
  Mailbox mailbox(true);
  const FlowKey early{1, 0, 5, 0, 2};
  Flow& awaited = mailbox.await(early);
  CHECK(mailbox.send(early) == awaited.index);
  CHECK_FALSE(awaited.complete());
  CHECK(mailbox.deliver(awaited.index));
  CHECK(awaited.complete());
  mailbox.receive(awaited);
  CHECK(mailbox.flows() == 0);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 5000; ++i) numbers.push_back(mailbox.send({i % 7, i, 0, 0, 1}));
  CHECK(mailbox.flows() == 5000);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    CHECK_FALSE(mailbox.deliver(numbers[i]));
    mailbox.receive(mailbox.await({i % 7, i, 0, 0, 1}));
  }
  CHECK(mailbox.flows() == 0);
}

}  // namespace match_test
