// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/drawing/svg.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/topology/catalogue.hpp"

namespace svg_test {

namespace {

using namespace fsin;

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string drawn(const topology::Topology& built) {
  return topology::svg_of(topology::draw(built), "a <title> & more");
}

}  // namespace

TEST_CASE("a drawing has a circle for every node, a square for every switch and a disc for every group") {
  const std::string dragonfly = drawn(topology::DragonflyParams{}.build());
  CHECK(count(dragonfly, "class=\"group\"") == 9);
  CHECK(count(dragonfly, "<circle cx") == 72);
  CHECK(count(dragonfly, "<rect x") == 36);
  const std::string torus = drawn(topology::TorusParams{{4, 4}, true}.build());
  CHECK(count(torus, "<circle cx") == 16);
  CHECK(count(torus, "<rect x") == 0);
}

TEST_CASE("two opposite links are one line, those that wrap round are stubs at both ends, one-way links are arrows") {
  const auto lines = [](const std::string& svg) { return count(svg, "M") - count(svg, "M24 ") - count(svg, "M0 0.5"); };
  CHECK(lines(drawn(topology::MeshParams{{4, 4}}.build())) == 24);
  CHECK(lines(drawn(topology::TorusParams{{4, 4}, true}.build())) == 24 + 16);
  CHECK(lines(drawn(topology::CirculantParams{10, {1, 3}}.build())) == 20);
  const std::string one_way = drawn(topology::TorusParams{{4}, false}.build());
  CHECK(count(one_way, "marker-end") == 3);  // the fourth is a stub
}

TEST_CASE("the legend counts the links of every class, and a title is text whatever is in it") {
  const std::string svg = drawn(topology::FatTreeParams{4, 2}.build());
  CHECK(svg.find(">leaf: 32<") != std::string::npos);
  CHECK(svg.find(">stage 1 to 2: 32<") != std::string::npos);
  CHECK(svg.find("16 nodes, 8 switches, 64 directed links") != std::string::npos);
  CHECK(svg.find("<title>a &lt;title&gt; &amp; more</title>") != std::string::npos);
}

}  // namespace svg_test
