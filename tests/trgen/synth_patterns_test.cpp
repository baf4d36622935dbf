// SPDX-License-Identifier: Apache-2.0
// Every spatial pattern: definitions on small networks, bijectivity, frequencies, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trgen/synth/bit_reversal.hpp"
#include "trgen/synth/butterfly.hpp"
#include "trgen/synth/complement.hpp"
#include "trgen/synth/dimension_complement.hpp"
#include "trgen/synth/distribute.hpp"
#include "trgen/synth/group_shift.hpp"
#include "trgen/synth/hotregion.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/neighbour.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/random_permutation.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/shuffle.hpp"
#include "trgen/synth/tornado.hpp"
#include "trgen/synth/transpose.hpp"
#include "trgen/synth/uniform.hpp"

namespace synth_patterns_test {

using namespace trgen::synth;

namespace {

NetworkFacts network(std::uint32_t nodes, std::vector<unsigned> dims = {}) {
  NetworkFacts facts;
  facts.nodes = nodes;
  facts.dims = std::move(dims);
  return facts;
}

template <class Params>
std::vector<std::uint32_t> destinations(const Params& params, const NetworkFacts& facts, std::uint64_t seed = 1) {
  REQUIRE(params.check(facts) == "");
  const auto pattern = params.make(facts, seed);
  std::vector<std::uint32_t> table;
  for (std::uint32_t s = 0; s < facts.nodes; ++s) table.push_back(pattern->destination(s, {}));
  return table;
}

/// Sources with themselves as destination, after checking that the table is a permutation.
std::size_t silent_nodes(const std::vector<std::uint32_t>& table) {
  std::vector<bool> hit(table.size());
  std::size_t silent = 0;
  for (std::uint32_t s = 0; s < table.size(); ++s) {
    REQUIRE(table[s] < table.size());
    CHECK_FALSE(hit[table[s]]);
    hit[table[s]] = true;
    if (table[s] == s) ++silent;
  }
  return silent;
}

/// How often each node is the destination of `source`, over `draws` packets.
std::vector<double> frequencies(const Pattern& pattern, std::uint32_t source, std::uint32_t nodes,
                                std::uint64_t draws) {
  std::vector<double> counts(nodes);
  for (std::uint64_t k = 0; k < draws; ++k) {
    const auto words = fsin::philox({4, fsin::Purpose::arrival}, k, source);
    counts[pattern.destination(source, {k, words[2], words[3]})] += 1;
  }
  return counts;
}

bool near_count(double count, double draws, double probability) {
  return std::fabs(count - draws * probability) <= 5 * std::sqrt(draws * probability) + 1e-9;
}

}  // namespace

TEST_CASE("bit patterns follow their definitions on 64 nodes") {
  const NetworkFacts facts = network(64, {8, 8});
  const auto transpose = destinations(TransposeParams{}, facts);
  CHECK(transpose[1] == 8);
  CHECK(transpose[3 + 8 * 5] == 5 + 8 * 3);
  CHECK(silent_nodes(transpose) == 8);
  const auto reversal = destinations(BitReversalParams{}, facts);
  CHECK(reversal[0b000001] == 0b100000);
  CHECK(reversal[0b110100] == 0b001011);
  CHECK(silent_nodes(reversal) == 8);
  const auto complement = destinations(ComplementParams{}, facts);
  CHECK(complement[0b110100] == 0b001011);
  CHECK(silent_nodes(complement) == 0);
  const auto shuffle = destinations(ShuffleParams{}, facts);
  CHECK(shuffle[0b110100] == 0b101001);
  CHECK(silent_nodes(shuffle) == 2);
  const auto butterfly = destinations(ButterflyParams{}, facts);
  CHECK(butterfly[0b110100] == 0b010101);
  CHECK(butterfly[0b110101] == 0b110101);
  CHECK(silent_nodes(butterfly) == 32);
}

TEST_CASE("bit patterns are permutations on every power of two they accept") {
  for (const std::uint32_t nodes : {2U, 4U, 8U, 64U, 128U, 65536U}) {
    const NetworkFacts facts = network(nodes);
    silent_nodes(destinations(BitReversalParams{}, facts));
    silent_nodes(destinations(ComplementParams{}, facts));
    silent_nodes(destinations(ShuffleParams{}, facts));
    silent_nodes(destinations(ButterflyParams{}, facts));
    if (TransposeParams{}.check(facts).empty()) silent_nodes(destinations(TransposeParams{}, facts));
  }
}

TEST_CASE("bit patterns refuse other sizes and name the nearest that fit") {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(BitReversalParams{}.check(network(60)), "has 60; the nearest are 32 and 64"));
  CHECK(has(ComplementParams{}.check(network(65)), "the nearest are 64 and 128"));
  CHECK(has(ShuffleParams{}.check(network(1)), "at least 2 nodes"));
  CHECK(has(ButterflyParams{}.check(network(48)), "power of two"));
  CHECK(has(TransposeParams{}.check(network(32)),
            "power of four of nodes, the network has 32; the nearest are 16 and 64"));
  CHECK(has(ShuffleParams{}.check(network(4000000000U)), "2147483648 and 4294967296"));
}

TEST_CASE("tornado turns almost half-way in each dimension, its linear form moves in node numbers") {
  const NetworkFacts facts = network(40, {8, 5});
  const auto textbook = destinations(TornadoParams{}, facts);
  CHECK(textbook[0] == 3 + 8 * 2);
  CHECK(textbook[6 + 8 * 4] == 1 + 8 * 1);
  CHECK(silent_nodes(textbook) == 0);
  const auto linear = destinations(TornadoParams{.linear = true}, facts);
  CHECK(linear[0] == 3);
  CHECK(linear[39] == 2);
  CHECK(TornadoParams{}.check(network(16)).find("needs coordinates") != std::string::npos);
}

TEST_CASE("neighbour moves one in every dimension and shift one offset in node numbers") {
  const auto neighbour = destinations(NeighbourParams{}, network(24, {4, 3, 2}));
  CHECK(neighbour[0] == 1 + 4 + 12);
  CHECK(neighbour[23] == 0);
  CHECK(silent_nodes(neighbour) == 0);
  const auto shift = destinations(ShiftParams{.offset = 3}, network(8));
  CHECK(shift == std::vector<std::uint32_t>{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(ShiftParams{.offset = 16}.check(network(8)).find("sends nothing") != std::string::npos);
}

TEST_CASE("dimension complement mirrors the coordinates asked for, and reverses their order when asked to") {
  const NetworkFacts cube = network(60, {5, 3, 4});
  CHECK(destinations(DimensionComplementParams{}, cube)[1 + 5 * 0 + 15 * 3] == 3 + 5 * 2 + 15 * 0);
  const DimensionComplementParams only_y{.dimensions = {1}};
  CHECK(destinations(only_y, cube)[1 + 5 * 0 + 15 * 3] == 1 + 5 * 2 + 15 * 3);
  CHECK(silent_nodes(destinations(only_y, cube)) == 20);
  const DimensionComplementParams reversed{.reverse = true};
  CHECK(destinations(reversed, network(48, {4, 3, 4}))[1 + 4 * 0 + 12 * 3] == 0 + 4 * 2 + 12 * 2);
  CHECK(silent_nodes(destinations(reversed, network(48, {4, 3, 4}))) == 4);
  CHECK(reversed.check(cube).find("5x3x4 are not the same backwards") != std::string::npos);
  CHECK(DimensionComplementParams{.dimensions = {3}}.check(cube).find("dimension 3") != std::string::npos);
  CHECK(DimensionComplementParams{}.check(network(16)).find("needs coordinates") != std::string::npos);
}

TEST_CASE("patterns that move coordinates keep the terminal of a switch that has several") {
  NetworkFacts facts = network(3 * 8, {4, 2});
  facts.terminals = 3;
  const auto node = [](unsigned x, unsigned y, unsigned terminal) { return 3 * (x + 4 * y) + terminal; };
  CHECK(destinations(NeighbourParams{}, facts)[node(3, 0, 2)] == node(0, 1, 2));
  CHECK(destinations(TornadoParams{}, facts)[node(2, 1, 1)] == node(3, 1, 1));
  CHECK(destinations(DimensionComplementParams{}, facts)[node(1, 1, 2)] == node(2, 0, 2));
}

TEST_CASE("group-shift goes to every node of the group so far ahead equally often, and to no other") {
  const GroupShiftParams params{.group = 4, .offset = 2};
  REQUIRE(params.check(network(12)) == "");
  const auto pattern = params.make(network(12), 1);
  for (const std::uint32_t source : {0U, 3U, 7U, 11U}) {
    const std::vector<double> counts = frequencies(*pattern, source, 12, 4000);
    const std::uint32_t group = (source / 4 + 2) % 3;
    for (std::uint32_t node = 0; node < 12; ++node) CHECK(near_count(counts[node], 4000, node / 4 == group ? 0.25 : 0));
  }
  CHECK(params.check(network(13)).find("no multiple of 4") != std::string::npos);
  CHECK(params.check(network(8)).find("leads back") != std::string::npos);
}

TEST_CASE("random permutation is a derangement, differs by seed and spreads evenly") {
  std::vector<double> counts(6);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto table = destinations(RandomPermutationParams{}, network(6), seed);
    CHECK(silent_nodes(table) == 0);
    counts[table[2]] += 1;
  }
  for (std::uint32_t d = 0; d < 6; ++d) CHECK(near_count(counts[d], 3000, d == 2 ? 0 : 0.2));
  CHECK(destinations(RandomPermutationParams{}, network(2)) == std::vector<std::uint32_t>{1, 0});
  CHECK(RandomPermutationParams{}.check(network(1)) != "");
}

TEST_CASE("uniform reaches every other node alike and never itself") {
  const auto pattern = UniformParams{}.make(network(10), 1);
  for (const std::uint32_t source : {0U, 4U, 9U}) {
    const auto counts = frequencies(*pattern, source, 10, 90000);
    for (std::uint32_t d = 0; d < 10; ++d) CHECK(near_count(counts[d], 90000, d == source ? 0 : 1.0 / 9));
  }
}

TEST_CASE("hotspot sends its fraction to the hot nodes on top of their share of the rest") {
  const HotspotParams params{.nodes = {3, 7}, .fraction = 0.3};
  CHECK(params.check(network(10)) == "");
  CHECK(params.check(network(7)).find("hot node 7 does not exist") != std::string::npos);
  HotspotParams rated{.nodes = {3, 7}, .rates = {1}};
  CHECK(rated.check(network(10)).find("1 rates for 2 hot nodes") != std::string::npos);
  rated.rates = {0, 0};
  CHECK(rated.check(network(10)).find("are 0") != std::string::npos);
  const auto pattern = params.make(network(10), 1);
  const auto cold = frequencies(*pattern, 0, 10, 90000);
  for (std::uint32_t d = 1; d < 10; ++d) {
    CHECK(near_count(cold[d], 90000, 0.7 / 9 + (d == 3 || d == 7 ? 0.15 : 0)));
  }
  CHECK(cold[0] == 0);
  const auto hot = frequencies(*pattern, 3, 10, 90000);
  CHECK(hot[3] == 0);
  CHECK(hot[7] > 0.15 * 90000);
}

TEST_CASE("hotregion sends a quarter to the first eighth of the nodes") {
  const auto pattern = HotregionParams{}.make(network(64), 1);
  for (const std::uint32_t source : {2U, 40U}) {
    const auto counts = frequencies(*pattern, source, 64, 200000);
    const double region = source < 8 ? 7 : 8;
    for (std::uint32_t d = 0; d < 64; ++d) {
      const double expected = d == source ? 0 : 0.75 / 63 + (d < 8 ? 0.25 / region : 0);
      CHECK(near_count(counts[d], 200000, expected));
    }
  }
}

TEST_CASE("distribute visits all others in turn, beginning with the next node") {
  const auto pattern = DistributeParams{}.make(network(5), 1);
  std::vector<std::uint32_t> seen;
  for (std::uint64_t k = 0; k < 6; ++k) seen.push_back(pattern->destination(3, {k, 0, 0}));
  CHECK(seen == std::vector<std::uint32_t>{4, 0, 1, 2, 4, 0});
}

TEST_CASE("the parts that a pattern tells of its destinations are how often it draws them") {
  std::vector<std::pair<std::string, std::unique_ptr<Pattern>>> patterns;
  const NetworkFacts facts = network(64, {8, 8});
  Patterns::for_each([&]<class Params>(const Params&) {
    if (Params{}.check(facts).empty()) patterns.emplace_back(Params::name, Params{}.make(facts, 1));
  });
  REQUIRE(patterns.size() >= 14);
  HotspotParams several;
  several.nodes = {3, 40, 7};
  several.fraction = 0.3;
  patterns.emplace_back("three hot nodes", several.make(facts, 1));
  several.rates = {1, 0, 3};
  patterns.emplace_back("three hot nodes with rates", several.make(facts, 1));
  for (const auto& [name, pattern] : patterns) {
    INFO(name);
    for (const std::uint32_t source : {0U, 3U, 7U, 40U, 63U}) {
      std::vector<double> parts(64);
      double sum = 0;
      const bool says = pattern->parts(source, [&](std::uint32_t destination, double part) {
        parts[destination] += part;
        sum += part;
      });
      REQUIRE(says);
      CHECK(sum == doctest::Approx(pattern->silent(source) ? 0 : 1 - pattern->to_self(source)));
      if (pattern->silent(source)) continue;
      const auto counts = frequencies(*pattern, source, 64, 63000);
      parts[source] = pattern->to_self(source);
      for (std::uint32_t d = 0; d < 64; ++d) CHECK(near_count(counts[d], 63000, parts[d]));
    }
  }
}

TEST_CASE("original draws redraw the source and leave permutations alone") {
  fsin::OriginalRandom random(5);
  const auto uniform = UniformParams{}.make(network(4), 1);
  const auto hotregion = HotregionParams{}.make(network(64), 1);
  for (int i = 0; i < 2000; ++i) {
    CHECK(uniform->original_destination(2, 0, random) != 2);
    CHECK(hotregion->original_destination(2, 0, random) != 2);
  }
  const auto before = random.draws();
  CHECK(ShiftParams{}.make(network(4), 1)->original_destination(3, 0, random) == 0);
  CHECK(random.draws() == before);
}

}  // namespace synth_patterns_test
