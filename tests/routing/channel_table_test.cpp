// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/channel_table.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "fsin/routing/algorithms/shortest.hpp"
#include "fsin/routing/algorithms/turn_model.hpp"
#include "fsin/topology/grids/cartesian.hpp"
#include "tests/routing/any_network.hpp"
#include "tests/scratch.hpp"

namespace channel_table_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::ChannelChoice;

/// Router, destination, whether it enters there, input port and channel, output.
using Step = std::tuple<std::uint32_t, std::uint32_t, bool, unsigned, unsigned, unsigned>;

/// Everything that packets between all pairs may do.
template <class Algorithm>
std::set<Step> steps_of(const Algorithm& algorithm, const topology::Topology& built, unsigned vcs) {
  std::set<Step> all;
  StateSearch search(algorithm, built, vcs);
  std::uint32_t destination = 0;
  search.see = [&](const AnyView& view, const auto&, unsigned out) {
    all.insert({view.at_router, destination, view.injected, view.injected ? 0 : view.came_by,
                view.injected ? 0 : view.came_vc, out});
  };
  for_pairs(built, [&](std::uint32_t from, std::uint32_t to) {
    destination = to;
    search.from(from, to);
  });
  return all;
}

/// The lines that say the same.
std::string lines_of(const std::set<Step>& steps, unsigned vcs) {
  std::map<std::string, std::string> lines;
  for (const auto& [router, node, enters, port, vc, out] : steps) {
    const std::string input = enters ? "node" : fmt::format("{}:{}", port, vc);
    lines[fmt::format("{} {} {}", router, input, node)] += fmt::format(" {}:{}", out / vcs, out % vcs);
  }
  std::string text = "# router input node outputs\n";
  for (const auto& [begins, outputs] : lines) text += begins + outputs + "\n";
  return text;
}

routing::ChannelRoute read_back(const topology::Topology& built, std::string_view text, unsigned vcs,
                                ChannelChoice choice = ChannelChoice::first) {
  const test::Scratch scratch;
  routing::ChannelTableParams params;
  params.choice = choice;
  params.file = scratch.file("channels.txt", text);
  return route_on(built, params, vcs);
}

/// What is said of a file with this text: the part behind the name of the file.
std::string complaint(const topology::Topology& built, std::string_view text, unsigned vcs = 2) {
  const test::Scratch scratch;
  routing::ChannelTableParams params;
  params.file = scratch.file("channels.txt", text);
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  check_links(params, setup_on(built, vcs), report);
  const std::string said = diagnostics.text();
  const std::size_t at = said.find("channels.txt");
  return at == std::string::npos ? said : said.substr(at);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a ladder of channels is a table by input channel, which sends packets the same ways") {
  for (const topology::Topology& built : networks()) {
    routing::ShortestParams shortest;
    shortest.choice = routing::PortChoice::packet;
    const TableRoute ladder = route_on(built, shortest, 4);
    if (ladder.tables->longest > 4) continue;  // the last channel serves all further hops
    const std::set<Step> steps = steps_of(ladder, built, 4);
    for (const auto choice : {ChannelChoice::first, ChannelChoice::random, ChannelChoice::emptiest}) {
      CHECK(steps_of(read_back(built, lines_of(steps, 4), 4, choice), built, 4) == steps);
    }
  }
}

TEST_CASE("an adaptive turn model is a table by input port, which waits for the same channels") {
  const topology::Topology mesh = topology::MeshParams{{4, 3}}.build();
  for (const auto model : {routing::Turns::west_first, routing::Turns::odd_even}) {
    routing::TurnModelParams params;
    params.model = model;
    const routing::Setup<topology::Cartesian> setup{.network = dynamic_cast<const topology::Cartesian&>(*mesh.geometry),
                                                    .graph = &mesh.graph,
                                                    .vcs = 2,
                                                    .asked = {}};
    const auto turns = with_algorithm(params, setup, [](const auto& algorithm) { return algorithm; });
    const std::set<Step> steps = steps_of(turns, mesh, 2);
    const routing::ChannelRoute read = read_back(mesh, lines_of(steps, 2), 2);
    CHECK(steps_of(read, mesh, 2) == steps);
    StateSearch search(read, mesh, 2);
    for_pairs(mesh, [&](std::uint32_t from, std::uint32_t to) {
      CHECK(search.from(from, to).longest == searched(mesh.graph, from)[to]);
    });
  }
}

TEST_CASE("of several lines for a queue the one that names it most exactly holds, in any order") {
  const topology::Topology line = listed({1, 1, 1}, {{0, 1}, {1, 2}});
  const std::string all = "4 * 0 1:0\n4 * 2 2:0\n5 * 0 1:0\n5 * 1 1:0\n3 * 1 1\n3 * 2 1\n";
  const auto outs_at = [&](const std::string& more, unsigned port, unsigned vc) {
    std::vector<std::int32_t> outs;
    AnyView view;
    view.at_router = 4;
    view.injected = false;
    view.came_by = port;
    view.came_vc = vc;
    const auto route = read_back(line, more + all, 2);
    route.candidates(view, routing::ChannelRoute::State{2}, [&](std::int32_t out) { outs.push_back(out); });
    return outs;
  };
  const std::vector<std::int32_t> of_all{4}, of_port{5, 4}, of_queue{5};
  CHECK(outs_at("", 1, 0) == of_all);
  CHECK(outs_at("4 1 2 2:1 2:0\n", 1, 0) == of_port);
  CHECK(outs_at("4 1 2 2:1 2:0\n4 1:0 2 2:1\n", 1, 0) == of_queue);
  CHECK(outs_at("4 1:0 2 2:1\n4 1 2 2:1 2:0\n", 1, 0) == of_queue);
  CHECK(outs_at("4 1:0 2 2:1\n4 1 2 2:1 2:0\n", 1, 1) == of_port);
  CHECK(outs_at("4 1:0 2 2:1\n", 1, 1) == of_all);
}

TEST_CASE("of its outputs a header requests the first with room, and one that is held where no other has room") {
  struct Held : AnyView {
    std::set<std::int32_t> full, held;
    bool can_request(std::int32_t out) const { return full.count(out) == 0; }
    unsigned channel_load(std::int32_t out) const { return held.count(out) != 0 ? 3 : 2; }
  };
  const topology::Topology ring = topology::TorusParams{{4}, true}.build();
  std::string text;
  for (unsigned router = 0; router < 4; ++router) {
    for (unsigned node = 0; node < 4; ++node) {
      if (node != router) text += fmt::format("{} * {} 0:1 0:0\n", router, node);
    }
  }
  const routing::ChannelRoute route = read_back(ring, text, 2);
  const auto requested = [&](std::set<std::int32_t> full, std::set<std::int32_t> held) {
    Held view;
    view.full = std::move(full);
    view.held = std::move(held);
    routing::Retry retry = 0;
    return route.request(view, routing::ChannelRoute::State{2}, retry).out;
  };
  CHECK(requested({}, {}) == 1);
  CHECK(requested({1}, {}) == 0);
  CHECK(requested({}, {1}) == 0);
  CHECK(requested({}, {0, 1}) == 1);
  CHECK(requested({0}, {1}) == 1);
  CHECK(requested({0, 1}, {}) == -1);
}

TEST_CASE("every mistake in a table of channels is told with its line and column") {
  const topology::Topology line = listed({1, 1}, {{0, 1}});
  const auto says = [&](const std::string& text, const std::string& what) {
    const std::string said = complaint(line, text);
    CHECK_MESSAGE(said.compare(0, 13 + what.size(), "channels.txt:" + what) == 0, said);
  };
  CHECK(complaint(line, "2 * 1 1\n3 * 0 1:1 # back\n\n").empty());
  says("x * 1 1\n", "1:1: x is not the number of a router; ROUTER INPUT");
  says("2 * 1\n", "1:5: the line ends too early");
  says("9 * 1 1\n", "1:1: there is no router 9; routers are 0 to 3");
  says("2 * 9 1\n", "1:5: there is no node 9; nodes are 0 to 1");
  says("1 * 1 0\n", "1:5: packets for node 1 leave the network at router 1");
  says("2 * 1 1\n3 * 0 7\n", "2:7: port 7 of router 3 leads nowhere");
  says("2 * 1 0\n", "1:7: port 0 of router 2 leads to another node");
  says("2 * 1 1:2\n", "1:7: there is no virtual channel 2; 0 to 1");
  says("2 * 1 1:\n", "1:7: 1: is none of PORT, PORT:CHANNEL");
  says("2 * 1 1 1:0\n", "1:9: channel 1:0 is in the line already");
  says("2 here 1 1\n", "1:3: here is none of PORT, PORT:CHANNEL, node, *");
  says("2 node 1 1\n", "1:3: router 2 has no node");
  says("2 7 1 1\n", "1:3: no link leads to input port 7 of router 2");
  says("0 0 1 0\n", "1:3: packets that come to router 0, an interface, are for its node");
  says("2 0 1 1\n2 0 1 1\n", "2:3: router 2 has a line for 0 and node 1 already");
  says("99999999999999999999999 * 1 1\n", "1:1: 99999999999999999999999 is not");
  says("# none\n", " a packet from node 1 to node 0 finds no line at router 3, in queue 0:0");
}

TEST_CASE("packets without a way are named: where it ends, or goes round") {
  const topology::Topology ring = topology::TorusParams{{4}, true}.build();
  CHECK(has(complaint(ring, "0 * 1 0\n"), "a packet from node 1 to node 0 finds no line at router 1, where it enters"));
  std::string text, back;
  for (unsigned router = 0; router < 4; ++router) {
    for (unsigned node = 0; node < 4; ++node) {
      if (node == router) continue;
      text += fmt::format("{} * {} 0\n", router, node);
      back += fmt::format("{} * {} {}\n", router, node, router == 1 && node == 0 ? "1 0" : router == 2 ? "1" : "0");
    }
  }
  CHECK(complaint(ring, text).empty());
  CHECK(has(complaint(ring, back), "can go round for ever: it comes back to router"));
}

}  // namespace channel_table_test
