// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/table_file.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "fsin/routing/algorithms/shortest.hpp"
#include "tests/routing/any_network.hpp"
#include "tests/scratch.hpp"

namespace table_file_test {

namespace {

using namespace fsin;
using namespace routing_tests;

/// What is said of a file with this text: the part behind the name of the file.
std::string complaint(const topology::Topology& built, std::string_view text, unsigned vcs = 2) {
  const test::Scratch scratch;
  routing::TableFileParams params;
  params.file = scratch.file("routes.txt", text);
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  check_links(params, setup_on(built, vcs), report);
  const std::string said = diagnostics.text();
  const std::size_t at = said.find("routes.txt");
  return at == std::string::npos ? said : said.substr(at);
}

bool begins(const std::string& text, std::string_view with) { return text.compare(0, with.size(), with) == 0; }

}  // namespace

TEST_CASE("a table that was written and read again sends packets the same ways") {
  for (const topology::Topology& built : networks()) {
    const test::Scratch scratch;
    routing::ShortestParams shortest;
    shortest.choice = routing::PortChoice::first;
    const TableRoute written = route_on(built, shortest, 3);
    std::ostringstream text;
    routing::write_routes(text, routing::Fabric(built.graph), *written.tables);
    routing::TableFileParams params;
    params.file = scratch.file("routes.txt", text.str());
    const TableRoute read = route_on(built, params, 3);
    CHECK(read.tables->longest == written.tables->longest);
    using Step = std::tuple<std::uint32_t, std::uint32_t, unsigned, unsigned>;
    const auto steps = [&](const TableRoute& route) {
      std::set<Step> all;
      StateSearch search(route, built, 3);
      std::uint32_t destination = 0;
      search.see = [&](const AnyView& view, const auto&, unsigned out) {
        all.insert({destination, view.at_router, view.came_by, out});
      };
      for_pairs(built, [&](std::uint32_t from, std::uint32_t to) {
        destination = to;
        search.from(from, to);
      });
      return all;
    };
    CHECK(steps(read) == steps(written));
  }
}

TEST_CASE("a file may name the channel of each hop") {
  const test::Scratch scratch;
  const topology::Topology line = listed({1, 1, 1}, {{0, 1}, {1, 2}});
  routing::TableFileParams params;
  params.file = scratch.file("routes.txt", "3 1 1 1\n3 2 1 0\n4 0 1 0\n4 2 2 1 # on\n5 0 1 1\n\n5 1 1 1\n");
  const TableRoute route = route_on(line, params, 2);
  StateSearch search(route, line, 2);
  std::set<std::pair<std::uint32_t, unsigned>> used;
  search.see = [&](const AnyView& view, const auto&, unsigned out) {
    if (between_switches(line, route, view.at_router, out / 2)) used.insert({view.at_router, out});
  };
  for_pairs(line, [&](std::uint32_t from, std::uint32_t to) { search.from(from, to); });
  CHECK(used == std::set<std::pair<std::uint32_t, unsigned>>{{3, 2}, {3, 3}, {4, 2}, {4, 5}, {5, 3}});
}

TEST_CASE("every mistake in a table is told with its line and column") {
  const topology::Topology line = listed({1, 1}, {{0, 1}});
  CHECK(complaint(line, "2 1 1\n3 0 1\n").empty());
  CHECK(begins(complaint(line, "2 1 1\n3 0 x\n"), "routes.txt:2:5: expected SWITCH"));
  CHECK(begins(complaint(line, "2 1 1\n 3 0\n"), "routes.txt:2:4: the line ends too early"));
  CHECK(begins(complaint(line, "2 1 1 0 7\n"), "routes.txt:1:9: expected SWITCH"));
  CHECK(begins(complaint(line, "0 1 0\n"), "routes.txt:1:1: router 0 is no switch"));
  CHECK(begins(complaint(line, "2 9 1\n"), "routes.txt:1:3: there is no node 9"));
  CHECK(begins(complaint(line, "2 1 7\n"), "routes.txt:1:5: port 7 of router 2 leads nowhere"));
  CHECK(begins(complaint(line, "2 1 0\n"), "routes.txt:1:5: port 0 of router 2 leads to another node"));
  CHECK(begins(complaint(line, "2 1 1 2\n"), "routes.txt:1:7: there is no virtual channel 2"));
  CHECK(begins(complaint(line, "2 1 1\n2 1 1\n"), "routes.txt:2:1: router 2 has an entry"));
  CHECK(complaint(line, "99999999999999999999999 1 1\n").find("1:1: expected") != std::string::npos);
}

TEST_CASE("pairs without a way are named: where it ends, or goes round") {
  const topology::Topology line = listed({1, 1, 1}, {{0, 1}, {1, 2}});
  CHECK(complaint(line, "3 1 1\n4 0 1\n4 2 2\n5 0 1\n5 1 1\n")
            .find("no way from node 0 to node 2: it ends at router 3") != std::string::npos);
  CHECK(complaint(line, "3 1 1\n3 2 1\n4 0 1\n4 2 1\n5 0 1\n5 1 1\n")
            .find("no way from node 0 to node 2: it goes round") != std::string::npos);
}

}  // namespace table_file_test
