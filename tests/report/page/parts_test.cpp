// SPDX-License-Identifier: Apache-2.0
// What is kept of single runs, on its way into the page: complete while they are small, merged and told so when not.
#include "fsin/report/page/parts.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/report/page/coarse.hpp"
#include "fsin/report/page/drawing.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/dragonflies/dragonfly_plus.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/report/page/sample_sweep.hpp"

namespace parts_test {

using namespace fsin;
namespace page = fsin::report::page;
using page::test::Json;

using page::test::sample_results;

namespace {

/// Bins of 8 cycles: a packet of 8 phits with a latency of 20 in each.
result::KeptDetail steady(std::size_t bins) {
  result::KeptDetail detail;
  detail.bin_cycles = 8;
  detail.bins.assign(
      bins,
      {.packets_entered = 1, .phits_entered = 8, .packets_delivered = 1, .phits_delivered = 8, .latency_sum = 20});
  return detail;
}

}  // namespace

TEST_CASE("a network of groups is drawn by its groups: a line for the links between two, none for those inside") {
  const topology::Drawing whole = topology::draw(topology::DragonflyParams{2, 4, 2}.build());
  const auto small = page::coarse(whole);
  REQUIRE(small);
  CHECK(small->drawing.routers.size() == 9);
  CHECK(small->drawing.links.size() == 9 * 8);
  REQUIRE(small->stands_for.size() == whole.links.size());
  std::vector<std::size_t> stands(small->drawing.links.size());
  for (std::size_t link = 0; link < whole.links.size(); ++link) {
    CHECK(small->stands_for[link].has_value() == (whole.classes[whole.links[link].link_class] == "global"));
    if (small->stands_for[link]) ++stands[*small->stands_for[link]];
  }
  CHECK(stands == std::vector<std::size_t>(9 * 8, 1));
  CHECK(page::drawing_json(small->drawing)["names"][3] == "group 3");
  CHECK(page::drawing_json(whole)["groups"].size() == 9);
  CHECK(page::coarse(topology::draw(topology::DragonflyPlusParams{}.build())));
  CHECK_FALSE(page::coarse(topology::draw(topology::TorusParams{{4, 4}, true}.build())));
}

TEST_CASE("buckets of latency are merged without losing a packet") {
  page::Limits limits;
  CHECK(page::latency_json(sample_results(), limits)["points"][0]["low"] == Json({16, 17}));
  limits.buckets_of_point = 1;
  const Json merged = page::latency_json(sample_results(), limits)["points"][0];
  CHECK(merged["low"] == Json({16}));
  CHECK(merged["high"] == Json({20}));
  CHECK(merged["packets"] == Json({24}));
}

TEST_CASE("points beyond the size of a page are left out, and a note says so") {
  page::Limits limits;
  limits.buckets = 3;
  const Json latency = page::latency_json(sample_results(), limits);
  CHECK(latency["points"].size() == 2);
  CHECK(latency["note"] == "To keep the page small it holds this for the first 2 of 4 points.");
}

TEST_CASE("places of a live program are those of the first seed of a point, and without any there is no figure") {
  sweep::Results results = sample_results();
  CHECK(page::sites_json(results).is_null());
  workload::ProgramSite site;
  site.name = "solve";
  site.done = 4;
  results.runs[3].result.sites = {site};
  results.runs[4].result.sites = {site, site};
  const Json json = page::sites_json(results);
  REQUIRE(json["points"].size() == 1);
  CHECK(json["points"][0]["point"] == 1);
  REQUIRE(json["points"][0]["sites"].size() == 1);
  CHECK(json["points"][0]["sites"][0]["name"] == "solve");
}

TEST_CASE("bins of time are merged: sums, the mean latency of all packets, the last count") {
  result::KeptDetail detail = steady(3);
  detail.bins[0] = {2, 32, 1, 16, 10, 0};
  detail.bins[1] = {2, 16, 3, 48, 90, 0};
  detail.bins[2] = {};
  page::Limits limits;
  limits.bins_of_point = 2;
  const Json own = page::series_json(sample_results(detail, 23), limits)["points"][0];
  CHECK(own["from"] == Json({1, 16}));
  CHECK(own["to"] == Json({15, 23}));
  CHECK(own["injected"] == Json({48, 0}));
  CHECK(own["latency"] == Json({25, nullptr}));
  CHECK(own["in_network"] == Json({0, 0}));
}

TEST_CASE("traffic is a square of blocks") {
  result::KeptDetail detail;
  detail.traffic = {2, {{0, 1, 5}, {1, 0, 6}}};
  const Json own = page::traffic_json(sample_results(detail), {})["points"][0];
  CHECK(own["blocks"] == 2);
  CHECK(own["nodes_per_block"] == 2);
  CHECK(own["packets"] == Json({0, 5, 6, 0}));
}

TEST_CASE("blocks of ranks are averaged, and a rank that never ended did not idle") {
  result::KeptDetail detail;
  detail.ranks = {{0, 0, 10, 20, 0, 5, 40}, {1, 3, 30, 0, 0, 5, 0}, {2, 2, 8, 0, 0, 0, 9}};
  page::Limits limits;
  CHECK(page::ranks_json(sample_results(detail), limits)["points"][0]["finished"] == Json({40, 1000, 9}));
  limits.ranks_of_point = 2;
  const Json own = page::ranks_json(sample_results(detail), limits)["points"][0];
  CHECK(own["ranks_per_bar"] == 2);
  CHECK(own["cycles"] == 1000);
  CHECK(own["compute"] == Json({20, 8}));
  CHECK(own["rank"] == Json({0, 2}));
}

TEST_CASE("bins that are put together leave no splinter at the end") {
  page::Limits limits;
  limits.bins_of_point = 3;  // three bins each, and one over
  const Json own = page::series_json(sample_results(steady(7), 55), limits)["points"][0];
  CHECK(own["to"] == Json({23, 55}));
  CHECK(own["delivered"] == Json({24, 32}));
}

TEST_CASE("spans are exact while they fit, and else cells are shared out among the states in them") {
  result::KeptDetail detail;
  detail.spans = {{0, 0, 0, 9}, {0, 2, 10, 99}, {1, 3, 64, 127}, {0, 3, 100, 101}};
  const sweep::Results sample = sample_results(detail);
  page::Limits limits;
  const Json exact = page::gantt_json(sample, limits)["points"][0];
  CHECK(exact["cell"] == 1);
  CHECK(exact["rows"][0] == Json({10 * 8 + 0, 90 * 8 + 2, 2 * 8 + 3}));
  CHECK(exact["rows"][1] == Json({64 * 8 + 5, 64 * 8 + 3}));
  limits.spans = 4;
  limits.cells = 64;
  const Json merged = page::gantt_json(sample, limits)["points"][0];
  CHECK(merged["cell"] == 2);
  CHECK(merged["rows"][0] == Json({5 * 8 + 0, 45 * 8 + 2, 1 * 8 + 3, 13 * 8 + 5}));
  limits.rows = 1;
  CHECK(page::gantt_json(sample, limits)["points"][0]["rank"] == Json::array({0}));
  CHECK(page::gantt_json(sample, limits)["points"][0]["every"] == 2);
}

TEST_CASE("waiting is one state in a report of a sweep that did not tell for what") {
  result::KeptDetail detail;
  detail.spans = {{0, 0, 0, 9}, {0, 4, 10, 99}};
  const Json gantt = page::gantt_json(sample_results(detail), {});
  CHECK(gantt["states"][4] == "wait");
  CHECK(gantt["points"][0]["rows"][0] == Json({10 * 8 + 0, 90 * 8 + 4}));
}

TEST_CASE("a torus of three dimensions is drawn as planes, a tree by stages") {
  const topology::Drawing torus = topology::draw(topology::TorusParams{.dims = {4, 4, 3}}.build());
  CHECK(torus.planes.size() == 3);
  CHECK(torus.planes[2].label == "Z 2");
  CHECK(torus.links.size() == 48 * 6);
  std::size_t stubs = 0;
  for (const topology::DrawnLink& link : torus.links) stubs += link.stub ? 1U : 0U;
  CHECK(stubs == 48 * 2 + 3 * 2 * (4 + 4));  // all of Z, and both ends of each line
  const topology::Drawing tree = topology::draw(topology::FatTreeParams{.k = 2, .n = 3}.build());
  CHECK(tree.links.size() == 2 * (8 + 8 + 8));
  CHECK(tree.routers[0].y > tree.routers[8].y);
  CHECK(tree.routers[8].y > tree.routers[12].y);
  CHECK(tree.names[4] == "switch 0 of stage 2");
}

}  // namespace parts_test
