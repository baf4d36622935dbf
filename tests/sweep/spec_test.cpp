// SPDX-License-Identifier: Apache-2.0
// The sweep section: axes, points, mistakes.
#include "fsin/sweep/spec.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/config/document.hpp"

using namespace fsin;

namespace {

sweep::Spec spec_of(const std::string& yaml, Diagnostics& diagnostics) {
  config::Document document = config::load_text("exp.yaml", yaml, diagnostics);
  REQUIRE(document.loaded());
  return sweep::read_spec(document.root(), diagnostics);
}

std::string fault_of(const std::string& yaml) {
  Diagnostics diagnostics;
  spec_of(yaml, diagnostics);
  return diagnostics.text();
}

}  // namespace

TEST_CASE("a grid gives every combination, the last axis varying fastest") {
  Diagnostics diagnostics;
  const sweep::Spec spec = spec_of(
      "grid:\n  load: [0.1, 0.2]\n  router:\n    one: {preset: oblivious-1vc}\n    three: {preset: adaptive-3vc}\n"
      "seeds: 7\n",
      diagnostics);
  CHECK(diagnostics.text().empty());
  CHECK(spec.seeds == 7);
  const auto points = sweep::points_of(spec);
  REQUIRE(points.size() == 4);
  CHECK(points[0].name() == "0.1, one");
  CHECK(points[1].name() == "0.1, three");
  CHECK(points[3].name() == "0.2, three");
  CHECK(points[3].number == 3);
  REQUIRE(points[3].settings.size() == 2);
  CHECK(points[3].settings[0].path == "load");
  CHECK(points[3].settings[1].value.text == "adaptive-3vc");
  CHECK(points[3].settings[1].value.mark.text() == "exp.yaml:5:21");
}

TEST_CASE("zip walks its lists side by side and is one more axis") {
  Diagnostics diagnostics;
  const sweep::Spec spec =
      spec_of("grid: {load: [0.1, 0.2, 0.3]}\nzip: {dims: [[4, 4], [8, 8]], scale: [1, 2]}\n", diagnostics);
  const auto points = sweep::points_of(spec);
  REQUIRE(points.size() == 6);
  CHECK(spec.axes[1].name == "dims+scale");
  CHECK(points[1].name() == "0.1, 8x8 2");
  CHECK(points[1].settings.size() == 3);
}

TEST_CASE("without axes there is one point") {
  Diagnostics diagnostics;
  CHECK(sweep::points_of(spec_of("seeds: 3\n", diagnostics)).size() == 1);
}

TEST_CASE("a mistake in the sweep section is said with its place") {
  CHECK(fault_of("grit: {load: [1]}\n").find("exp.yaml:1:1: unknown key \"grit\" in sweep; did you mean \"grid\"?") !=
        std::string::npos);
  CHECK(fault_of("grid: {load: 3}\n").find("must have a list of values") != std::string::npos);
  CHECK(fault_of("grid: {load: []}\n").find("\"load\" has no values") != std::string::npos);
  CHECK(fault_of("grid: {load: [0.1, 0.1]}\n").find("has the value \"0.1\" twice") != std::string::npos);
  CHECK(fault_of("zip: {a: [1, 2], b: [1]}\n").find("\"a\" has 2, \"b\" has 1") != std::string::npos);
  CHECK(fault_of("grid: {router: {one: adaptive}}\n").find("must be a map of keys and values") != std::string::npos);
  CHECK(fault_of("seeds: 0\n").find("from 1 to 100000") != std::string::npos);
}
