// SPDX-License-Identifier: Apache-2.0
// Synthetic load as configurations give it: the whole catalogue, defaults, and what is refused with which words.
#include <doctest/doctest.h>

#include "fsin/config/read.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/synthetic.hpp"

namespace synth_params_test {

using namespace trgen::synth;
using fsin::Diagnostics;

namespace {

NetworkFacts square() {
  NetworkFacts facts;
  facts.nodes = 64;
  facts.dims = {8, 8};
  return facts;
}

SyntheticParams read(const std::string& text, Diagnostics& diagnostics) {
  SyntheticParams params;
  auto document = fsin::config::load_text("exp.yaml", text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  return params;
}

std::string complaint(const std::string& text, const NetworkFacts& facts, bool original = false) {
  Diagnostics diagnostics;
  const SyntheticParams params = read(text, diagnostics);
  REQUIRE(diagnostics.ok());
  const auto mark_of = [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); };
  CHECK_FALSE(check_synthetic(params, facts, original, diagnostics, mark_of));
  CHECK(diagnostics.exit_code() == 2);
  return diagnostics.text();
}

}  // namespace

TEST_CASE("every pattern of the catalogue runs on 64 nodes and reaches only others") {
  for (const auto& entry : Patterns::entries()) {
    CAPTURE(entry.name);
    Diagnostics diagnostics;
    const SyntheticParams params = read("pattern: " + std::string(entry.name) + "\nload: 16", diagnostics);
    if (!diagnostics.ok() || entry.name == AdversarialParams::name) continue;  // it needs a file, or groups
    const auto no_mark = [](std::string_view) { return fsin::Mark(); };
    REQUIRE(check_synthetic(params, square(), false, diagnostics, no_mark));
    CHECK(params.pattern.name() == entry.name);
    const auto workload = make_synthetic(params, square(), 3);
    fsin::OriginalRandom random(3);
    const auto original = make_original_synthetic(params, square(), 3, random);
    const std::size_t least = entry.name == UniformWithSelfParams::name ? 2 * 40 * 60 : 2 * 40 * 32;
    std::size_t offers = 0;
    for (fsin::Cycle now = 1; now <= 40; ++now) {
      for (std::uint32_t node = 0; node < 64; ++node) {
        for (auto* one : {workload.get(), original.get()}) {
          const auto answer = one->poll(fsin::NodeId(node), now, true);
          if (!answer.offers) continue;
          ++offers;
          CHECK(answer.packet.destination.value < 64);
          CHECK(answer.packet.destination.value != node);
        }
      }
    }
    CHECK(offers >= least);  // butterfly and semi have 32 silent nodes, others fewer
  }
}

TEST_CASE("pattern parameters, load and source model are read") {
  Diagnostics diagnostics;
  const SyntheticParams params =
      read("pattern: {type: hotspot, nodes: [3, 5], fraction: 0.5}\nload: 0.25\nsource: infinite", diagnostics);
  CHECK(diagnostics.text() == "");
  CHECK(params.pattern.get<HotspotParams>().nodes == std::vector<std::uint32_t>{3, 5});
  CHECK(params.pattern.get<HotspotParams>().fraction == 0.5);
  CHECK(params.load == 0.25);
  CHECK(params.source == SourceModel::infinite);
}

TEST_CASE("load outside its range is refused") {
  for (const char* load : {"0", "-1", "65", "nan"}) {
    Diagnostics diagnostics;
    read(std::string("load: ") + load, diagnostics);
    CHECK_FALSE(diagnostics.ok());
  }
}

TEST_CASE("impossible pairs of pattern and network are refused with the nearest sizes that fit") {
  NetworkFacts facts = square();
  facts.nodes = 60;
  facts.dims = {6, 10};
  CHECK(complaint("pattern: transpose", facts) ==
        "exp.yaml:pattern: pattern transpose permutes the bits of node numbers and needs a power of four of nodes, the "
        "network has 60; the nearest are 16 and 64\n");
  facts.dims.clear();
  CHECK(complaint("pattern: neighbour", facts).find("needs coordinates and this topology has none") !=
        std::string::npos);
}

TEST_CASE("more than a packet a cycle and an infinite queue with the original generator are refused") {
  CHECK(complaint("load: 20", square()).find("exp.yaml:load: load 20 is more than a packet of 16 phits") == 0);
  CHECK(complaint("source: infinite", square(), true).find("exp.yaml:source: the original simulator has no infinite") ==
        0);
}

}  // namespace synth_params_test
