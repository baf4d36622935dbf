// SPDX-License-Identifier: Apache-2.0
// Placements from files.
#include "tests/trgen/placements/site_fixture.hpp"

namespace file_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;
using fsin::Diagnostics;

namespace {

std::string complaints(const std::string& text, std::uint32_t ranks, std::uint32_t nodes, std::uint32_t per_node = 1) {
  Diagnostics diagnostics;
  parse_placement("place.txt", text, ranks, nodes, per_node, diagnostics);
  CHECK(diagnostics.exit_code() == (diagnostics.ok() ? 0 : 3));
  return diagnostics.text();
}

}  // namespace

TEST_CASE("a placement file gives one node a line, with comments and blank lines") {
  Diagnostics diagnostics;
  CHECK(parse_placement("place.txt", "# nodes\n3\n\n 0 # master\r\n7", 3, 8, 1, diagnostics) == Places{3, 0, 7});
  CHECK(diagnostics.text() == "");
}

TEST_CASE("a placement file may put several ranks on a node where per_node allows it") {
  Diagnostics diagnostics;
  CHECK(parse_placement("place.txt", "3\n3\n0\n", 3, 8, 2, diagnostics) == Places{3, 3, 0});
  CHECK(diagnostics.text() == "");
  CHECK(complaints("3\n3\n3\n", 3, 8, 2) ==
        "place.txt:3: node 3 is given to 3 ranks, the first on line 1; placement.per_node allows 2\n");
}

TEST_CASE("every mistake of a placement file is reported with its line") {
  CHECK(complaints("3\nx\n9\n3\n", 4, 8) ==
        "place.txt:2: \"x\" is not a node number; write one number from 0 to 7 per line\n"
        "place.txt:3: node 9 does not exist; the network has nodes 0 to 7\n"
        "place.txt:4: node 3 is already given on line 1; give every rank a node of its own, or set "
        "placement.per_node\n");
  CHECK(complaints("1\n2\n", 3, 8) == "place.txt:2: 2 nodes for a trace of 3 ranks; write one line for each rank\n");
  CHECK(complaints("-1\n", 1, 8).find("place.txt:1: \"-1\" is not a node number") == 0);
  CHECK(complaints("1 2\n", 1, 8).find("place.txt:1: \"1 2\" is not a node number") == 0);
  CHECK(complaints("99999999999999999999999\n", 1, 8).find("is not a node number") != std::string::npos);
}

}  // namespace file_test
