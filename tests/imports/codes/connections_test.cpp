// SPDX-License-Identifier: Apache-2.0
// Files of connections of CODES as edge lists.
#include "fsin/imports/codes/connections.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "fsin/imports/codes/codes.hpp"
#include "tests/imports/imported.hpp"
#include "tests/scratch.hpp"

namespace connections_test {

using fsin::imports::ConnectedGroups;
using fsin::test::Imported;

std::string records(const std::vector<std::uint32_t>& numbers) {
  std::string made;
  for (const std::uint32_t each : numbers) {
    for (unsigned i = 0; i < 4; ++i) made += static_cast<char>(each >> (8 * i) & 0xffU);
  }
  return made;
}

/// Two groups of three routers in a row, with two links between the last ones.
const std::string within = records({0, 1, 0, 1, 0, 0, 1, 2, 1, 2, 1, 1});
const std::string between = records({2, 5, 5, 2, 2, 5, 5, 2});
const ConnectedGroups shape{.routers = 3,
                            .groups = 2,
                            .terminals = 4,
                            .with_terminals = 2,
                            .numbers_within = 3,
                            .terminal_values = " bandwidth=1b/s",
                            .local_values = " bandwidth=2b/s",
                            .global_values = " bandwidth=3b/s"};

struct Written {
  std::string text, messages;
};
Written edges(const std::string& inside, const std::string& outside) {
  fsin::Diagnostics diagnostics;
  Written made;
  made.text =
      fsin::imports::edges_of_connections(shape, inside, fsin::Mark("a", 1), outside, fsin::Mark("b", 2), diagnostics);
  made.messages = diagnostics.text();
  return made;
}

TEST_CASE("the links of a group are those of all groups, and records that are there twice are parallel links") {
  const Written made = edges(within, between);
  CHECK(made.messages == "");
  CHECK(made.text.find("switch r1 terminals=4 bandwidth=1b/s\nswitch r2 terminals=0\n") != std::string::npos);
  CHECK(made.text.find("r0 r1 bandwidth=2b/s\nr1 r2 bandwidth=2b/s\nr3 r4 bandwidth=2b/s\nr4 r5 bandwidth=2b/s\n"
                       "r2 r5 count=2 bandwidth=3b/s\n") != std::string::npos);
}

TEST_CASE("files of connections that are cut off, lead nowhere or one way only are refused") {
  CHECK(edges(within.substr(1), between).messages.find("a:1: the file has 47 bytes: expected records of 12") !=
        std::string::npos);
  CHECK(edges(within, "").messages.find("b:2: the file has 0 bytes") != std::string::npos);
  CHECK(edges(records({0, 3, 0}), between)
            .messages.find("a:1: record 0 of the file: a link from router 0 to router 3, of 3") != std::string::npos);
  CHECK(edges(records({0, 0, 0}), between).messages.find("from router 0 to router 0") != std::string::npos);
  CHECK(edges(within, records({0, 0xffffffff})).messages.find("to router 4294967295, of 6") != std::string::npos);
  CHECK(edges(within, records({2, 5})).messages.find("has 1 from router 2 to router 5, and 0 back") !=
        std::string::npos);
  std::string many;
  for (int i = 0; i < 200; ++i) many += records({2, 5, 5, 2});
  CHECK(edges(within, many).messages.find("has 200 links between routers 2 and 5: 127 at most") != std::string::npos);
}

TEST_CASE("a configuration finds its files beside it, and a custom dragonfly needs them") {
  const fsin::test::Scratch scratch;
  scratch.file("inside", within);
  scratch.file("outside", between);
  const std::string text =
      "LPGROUPS { }\nPARAMS { modelnet_order=(\"dragonfly_custom\"); num_router_rows=\"1\"; num_router_cols=\"3\";\n"
      "num_groups=\"2\"; num_cns_per_router=\"4\"; intra-group-connections=\"../elsewhere/inside\";\n"
      "inter-group-connections=\"outside\"; routing=\"minimal\"; }\n";
  const auto convert = [&](const std::filesystem::path& path, std::string& messages) {
    fsin::Diagnostics diagnostics;
    fsin::imports::Result made;
    fsin::imports::Codes::convert({path, text, {}}, made, diagnostics);
    messages = diagnostics.text();
    return made;
  };
  std::string messages;
  const fsin::imports::Result made = convert(scratch.path() / "conf", messages);
  CHECK(messages == "");
  REQUIRE(made.companions.size() == 1);
  CHECK(made.companions.front().text.find("switch r5 terminals=4 bandwidth=45097156608b/s\n") != std::string::npos);
  CHECK(made.draft.yaml({}).find("routing: shortest") != std::string::npos);
  CHECK(made.read.size() == 2);
  convert("nowhere/conf", messages);
  CHECK(messages.find("nowhere/conf:3:") != std::string::npos);
  CHECK(messages.find("intra-group-connections = ../elsewhere/inside: there is no such file") != std::string::npos);
}

}  // namespace connections_test
