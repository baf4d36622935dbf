// SPDX-License-Identifier: Apache-2.0
// trgen topology, as a user runs it.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/trgen/run_trgen.hpp"

namespace command_test {

using namespace trgen;
using test::has;
using test::trgen_in;

namespace {

/// Two messages each way between neighbours of a torus of 8x6 ranks.
std::string torus() {
  std::string text = "#insee-trace 1\n#ranks 48\n";
  for (std::uint32_t rank = 0; rank < 48; ++rank) {
    const std::uint32_t x = rank % 8;
    const std::uint32_t y = rank / 8;
    for (const std::uint32_t to :
         {(x + 1) % 8 + 8 * y, (x + 7) % 8 + 8 * y, x + 8 * ((y + 1) % 6), x + 8 * ((y + 5) % 6)}) {
      text += fmt::format("{0} 0 MS {1} 1 0 100\n{0} 0 MR {1} 1 0 100\n", rank, to);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("topology names a torus, its numbering, its share and how sure it is, and draws it") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", torus());
  const auto made = trgen_in(folder, "topology a.txt");
  CHECK(made.code == 0);
  CHECK(has(made.out, "a.txt: 48 ranks\n\npoint-to-point: 192 messages with 19,200 bytes, 96 pairs of ranks\n"));
  CHECK(has(made.out,
            "  1  torus 8x6\n       100.0 % of the messages, 100.0 % of the bytes; both ways\n"
            "       rank = x + 8 y\n       sure: in a random graph with a chance below 10^-"));
  CHECK(has(made.out, "; 100.0 % of the pairs, 8.5 % expected by chance\n"));
  CHECK(has(made.out, "    . 1 . . . . . 1 1 . "));
  CHECK(has(made.out, "    ~  0-- 1-- 2-- 3-- 4-- 5-- 6-- 7 ~\n"));
  CHECK(has(made.out, "\ncollectives: none\n"));
  CHECK(!has(trgen_in(folder, "topology --brief a.txt").out, "senders down"));
}

TEST_CASE("topology gives the same as JSON, from loops too") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", torus());
  CHECK(trgen_in(folder, "compress a.txt a.loops").code == 0);
  for (const std::string file : {"a.txt", "a.loops"}) {
    const auto json = nlohmann::json::parse(trgen_in(folder, "topology --json " + file).out);
    const auto& pattern = json["point_to_point"]["patterns"][0];
    CHECK(pattern["pattern"] == "torus");
    CHECK(pattern["extents"] == nlohmann::json{8, 6});
    CHECK(pattern["sure"] == true);
    CHECK(pattern["messages"] == 192);
    CHECK(pattern["share_of_bytes"] == 1.0);
    CHECK(pattern["numbering"]["axes"][1]["stride"] == 8);
    CHECK(json["point_to_point"]["without_pattern"]["pairs"] == 0);
  }
}

TEST_CASE("topology writes a picture and a placement, each complete or not at all") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", torus());
  const auto made = trgen_in(folder, "topology --json --out a.svg --placement a.nodes --onto mesh:4x12 a.txt");
  CHECK(made.code == 0);
  CHECK(has(made.err, "a.nodes: nodes on a mesh 4x12; "));
  const auto json = nlohmann::json::parse(made.out);
  CHECK(json["placement"]["hops"] < json["placement"]["hops_consecutive"]);
  const std::string svg = test::read_file(folder / "a.svg");
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(has(svg, "prefers-color-scheme:dark"));
  CHECK(has(svg, ">torus 8x6: 100.0 % of the messages, 100.0 % of the bytes</text>"));
  const std::string nodes = test::read_file(folder / "a.nodes");
  CHECK(nodes.starts_with("# 48 ranks of \"a.txt\" on a mesh 4x12, by the torus 8x6: node of rank 0, 1, ...\n"));
  CHECK(std::count(nodes.begin(), nodes.end(), '\n') == 49);
  CHECK(trgen_in(folder, "topology --placement a.nodes a.txt").code == 0);
  CHECK(has(test::read_file(folder / "a.nodes"), "...\n0\n1\n2\n3\n"));
}

TEST_CASE("topology refuses what it cannot do, with what to do instead") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", torus());
  test::write_file(folder / "b.txt", "#ranks 3\n0 0 SS A\n0 1 SE A\n");
  CHECK(trgen_in(folder, "topology --onto 8x8 a.txt").code == 2);
  CHECK(has(trgen_in(folder, "topology --placement p --onto 8by8 a.txt").err, "--onto must be extents such as 8x8"));
  const auto prime = trgen_in(folder, "topology --placement p --onto 7x7 a.txt");
  CHECK(prime.code == 3);
  CHECK(has(prime.err, "the torus 8x6 does not divide into a torus 7x7"));
  CHECK(has(trgen_in(folder, "topology --placement p --onto 4x4 a.txt").err, "a torus 4x4 has 16 nodes for 48 ranks"));
  CHECK(has(trgen_in(folder, "topology --placement p b.txt").err, "found no grid, ring or butterfly to place by"));
  CHECK(!std::filesystem::exists(folder / "p"));
  CHECK(trgen_in(folder, "topology --out a.txt a.txt").code == 3);
  CHECK(test::read_file(folder / "a.txt") == torus());
  const auto twice = trgen_in(folder, "topology --out both --placement ./both a.txt");
  CHECK(twice.code == 2);
  CHECK(has(twice.err, "trgen topology: --out and --placement would be the same file, "));
  CHECK(!std::filesystem::exists(folder / "both"));
  CHECK(has(trgen_in(folder, "topology b.txt").out, "point-to-point: none between different ranks\n"));
  CHECK(trgen_in(folder, "topology c.txt").code == 3);
}

TEST_CASE("topology says how many messages it leaves out, since ranks sent them to themselves") {
  const test::Folder folder;
  test::write_file(folder / "a.txt",
                   "#ranks 3\n0 0 MS 0 1 0 100\n0 0 MR 0 1 0 100\n1 0 MS 1 1 0 50\n1 0 MR 1 1 0 50\n");
  const std::string left_out = "a.txt: 3 ranks\n\nleft out: 2 messages with 150 bytes of ranks to themselves\n";
  CHECK(trgen_in(folder, "topology a.txt").out ==
        left_out + "point-to-point: none between different ranks\n\ncollectives: none\n");
}

}  // namespace command_test
