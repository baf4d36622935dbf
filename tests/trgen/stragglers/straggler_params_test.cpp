// SPDX-License-Identifier: Apache-2.0
// The keys of stragglers, and what is refused with which words.
#include "trgen/replay/bursts/straggler_params.hpp"

#include <doctest/doctest.h>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/read.hpp"
#include "trgen/replay/bursts/number_set.hpp"

namespace straggler_params_test {

using namespace trgen::replay;
using fsin::Diagnostics;

namespace {

/// Of four ranks on nodes 0, 0, 1, 1; a cycle is 1 ns.
Stretch stretch(const std::string& text, Diagnostics& diagnostics) {
  StragglerParams params;
  auto document = fsin::config::load_text("exp.yaml", text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  fsin::workload::NetworkFacts facts;
  facts.nodes = 8;
  facts.bit_rate = 32'000'000'000;
  const std::vector<std::uint32_t> nodes{0, 0, 1, 1};
  return stretch_of(params, nodes, facts, 1, diagnostics,
                    [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); });
}

std::string complaint(const std::string& text) {
  Diagnostics diagnostics;
  stretch(text, diagnostics);
  return diagnostics.text();
}

std::uint64_t burst(const Stretch& stretch, std::uint32_t rank, fsin::Cycle start) {
  return stretch.cycles(rank, rank / 2, 0, start, 100);
}

}  // namespace

TEST_CASE("ranks are slow by number, by node and by time") {
  Diagnostics diagnostics;
  const Stretch found = stretch(
      "slow: [{factor: 2, ranks: 0}, {factor: 3, nodes: \"1-7\"}, {factor: 10, from: 1 us, to: 2 us}]", diagnostics);
  CHECK(diagnostics.text() == "");
  CHECK(burst(found, 0, 1) == 200);
  CHECK(burst(found, 1, 1) == 100);
  CHECK(burst(found, 2, 1) == 300);
  CHECK(burst(found, 1, 1000) == 1000);
  CHECK(burst(found, 1, 2000) == 100);
}

TEST_CASE("an entry that names ranks and nodes holds for the ranks that are both") {
  Diagnostics diagnostics;
  const Stretch found = stretch("slow: [{factor: 2, ranks: \"1-2\", nodes: 1}]", diagnostics);
  CHECK(burst(found, 1, 1) == 100);
  CHECK(burst(found, 2, 1) == 200);
}

TEST_CASE("mistakes are refused with the entry in which they are") {
  CHECK(complaint("slow: [{ranks: 1}]").find("slow, entry 1: ") != std::string::npos);
  CHECK(complaint("slow: [{factor: 2, ranks: 4}]").find("slow, entry 1: there is no rank 4; there are 4") !=
        std::string::npos);
  CHECK(complaint("slow: [{factor: 2, ranks: 3-1}]").find("runs backwards") != std::string::npos);
  CHECK(complaint("slow: [{factor: 2, from: 5, to: 5}]").find("it ends before it begins") != std::string::npos);
  CHECK(complaint("slow: [{factor: 2, node: 5}]").find("node") != std::string::npos);
  CHECK(complaint("noise: {type: detours, every: 5, lasts: 5}").find("a detour lasts as long as its period") !=
        std::string::npos);
}

TEST_CASE("sets of numbers are written as numbers and ranges") {
  std::string error;
  const auto set = parse_number_set("0-3, 8 ,12-15", 16, "rank", error);
  REQUIRE(set);
  for (std::uint32_t i = 0; i < 16; ++i) CHECK(set->contains(i) == (i <= 3 || i == 8 || i >= 12));
  CHECK_FALSE(parse_number_set("1,,2", 16, "rank", error));
  CHECK(error.find("is no set of ranks") != std::string::npos);
  CHECK_FALSE(parse_number_set("", 16, "rank", error));
  CHECK_FALSE(parse_number_set("1-x", 16, "rank", error));
  CHECK_FALSE(parse_number_set("-1", 16, "rank", error));
}

}  // namespace straggler_params_test
