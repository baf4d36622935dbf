// SPDX-License-Identifier: Apache-2.0
// Flows of htsim as programs.
#include "fsin/imports/htsim/matrix.hpp"

#include <doctest/doctest.h>

#include "fsin/imports/htsim/htsim.hpp"
#include "tests/imports/imported.hpp"

namespace htsim_matrix_test {

using fsin::test::Imported;

struct Written {
  std::string program, messages, left_out;
  bool has(const std::string& line) const { return program.find(line) != std::string::npos; }
};

Written matrix(const std::string& text) {
  fsin::Diagnostics diagnostics;
  fsin::imports::Result made;
  fsin::imports::HtsimMatrix::convert({"file", text, {"tiers=2"}}, made, diagnostics);
  Written result{made.companions.empty() ? "" : made.companions.back().text, diagnostics.text(), ""};
  for (const std::string& each : made.draft.left_out()) result.left_out += each + "\n";
  return result;
}

TEST_CASE("each flow is a stream of its node that begins at its time") {
  const Written made = matrix("Nodes 2\nConnections 1\n0->1 id 1 start 2000000 size 5000\n");
  CHECK(made.messages == "");
  CHECK(
      made.has("#clock ns\n#ranks 3\n#seat 2 0\n#stream 2 0\n2 compute 2000\n2 send 1 1 5000 6\n1 recv 2 1 5000 6\n"));
}

TEST_CASE("a flow that fires a trigger when it is sent waits for its acknowledgement, then signals") {
  const Written made = matrix(
      "Nodes 8\nConnections 2\nTriggers 1\n0->1 id 1 start 0 size 5 send_done_trigger 7\n2->3 id 2 trigger 7 size 6\n"
      "trigger id 7 oneshot\n");
  CHECK(made.messages == "");
  CHECK(made.has("8 send 9 1 5 6\n9 recv 8 1 5 6\n9 send 8 2 0 6\n8 recv 9 2 0 6\n8 send 10 3 0 6\n"));
  CHECK(made.has("10 recv 8 3 0 6\n10 send 3 1 6 6\n"));
  CHECK(made.left_out.find("triggers act at once in htsim") != std::string::npos);
}

TEST_CASE("a barrier of several flows starts several, and the n-th firing of a multishot the n-th flow") {
  const std::string flows =
      "Nodes 8\nConnections 4\nTriggers 1\n0->1 id 1 start 0 size 5 recv_done_trigger 7\n"
      "2->3 id 2 start 0 size 5 recv_done_trigger 7\n4->5 id 3 trigger 7 size 6\n6->7 id 4 trigger 7 size 6\n";
  const Written barrier = matrix(flows + "trigger id 7 barrier count 2\n");
  CHECK(barrier.messages == "");
  CHECK(barrier.has("14 recv -333 3 0 6\n14 recv -333 3 0 6\n14 send 12 3 0 6\n14 send 13 3 0 6\n"));
  CHECK(matrix(flows + "trigger id 7 multishot\n")
            .has("14 recv -333 3 0 6\n14 send 12 3 0 6\n14 recv -333 3 0 6\n14 send 13 3 0 6\n"));
  CHECK(matrix(flows + "trigger id 7 barrier count 3\n").messages.find("file:8:1: trigger 7: barrier of count 3") !=
        std::string::npos);
  CHECK(matrix(flows + "trigger id 7 oneshot\n").messages.find("oneshot is fired once, not by 2 flows") !=
        std::string::npos);
}

TEST_CASE("flows that wait for each other, or for nothing that fires, are refused at their line") {
  CHECK(
      matrix(
          "Nodes 2\nConnections 1\nTriggers 1\n0->1 id 1 trigger 1 size 5 send_done_trigger 1\ntrigger id 1 oneshot\n")
          .messages.find("file:4:1: trigger 1 never starts this flow") != std::string::npos);
  CHECK(matrix("Nodes 2\nConnections 1\nTriggers 1\n0->1 id 1 trigger 1 size 5\ntrigger id 1 oneshot\n")
            .messages.find("oneshot is fired once, not by 0 flows") != std::string::npos);
}

TEST_CASE("what has no counterpart is told once with its first place and a count") {
  CHECK(matrix("Nodes 2\nConnections 2\n0->1 id 1 start 0 size 5 prio 3\n1->0 id 2 start 0 size 5 prio 3\n")
            .left_out.find("file:3:1: prio: flows have no priorities (2 times)") != std::string::npos);
}

TEST_CASE("mistakes of a matrix have their line and column") {
  const std::string head = "Nodes 2\nConnections 1\n";
  CHECK(matrix(head + "0->2 start 0 size 5\n").messages.find("file:3:1: expected two different nodes") !=
        std::string::npos);
  CHECK(matrix(head + "0->1 start 0 size 0\n").messages.find("file:3:19: size must not be 0") != std::string::npos);
  CHECK(matrix(head + "0->1 start 0\n").messages.find("file:3:13: the flow has no size") != std::string::npos);
  CHECK(matrix(head + "0->1 size 5\n").messages.find("needs either `start` or `trigger`") != std::string::npos);
  CHECK(matrix(head + "0->1 start x size 5\n").messages.find("file:3:12: expected a time") != std::string::npos);
  CHECK(matrix(head + "0->1 start 0 size 5 colour 3\n").messages.find("file:3:21: \"colour\" is no word") !=
        std::string::npos);
  CHECK(matrix("Nodes 2\nConnections 2\n0->1 start 0 size 5\n").messages.find("Connections 2 are announced") !=
        std::string::npos);
}

}  // namespace htsim_matrix_test
