// SPDX-License-Identifier: Apache-2.0
// The sweep section: axes, points, mistakes.
#include "fsin/sweep/spec.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "fsin/config/document.hpp"

namespace spec_test {

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

namespace {

/// The labels of the only axis.
std::string labels_of(const std::string& yaml) {
  Diagnostics diagnostics;
  const sweep::Spec spec = spec_of(yaml, diagnostics);
  CHECK(diagnostics.text().empty());
  REQUIRE(spec.axes.size() == 1);
  std::string text;
  for (const sweep::Step& step : spec.axes[0].steps) text += step.label + "|";
  return text;
}

}  // namespace

TEST_CASE("a range has both ends and is computed in decimal") {
  CHECK(labels_of("grid: {load: {from: 0.1, to: 0.9, step: 0.1}}\n") == "0.1|0.2|0.3|0.4|0.5|0.6|0.7|0.8|0.9|");
  CHECK(labels_of("grid: {load: {from: 0.02, to: 0.1, step: 0.020}}\n") == "0.02|0.04|0.06|0.08|0.1|");
  CHECK(labels_of("grid: {n: {from: 1, to: 4, step: 1}}\n") == "1|2|3|4|");
  CHECK(labels_of("grid: {load: {from: 0.3, to: 0.1, step: -0.1}}\n") == "0.3|0.2|0.1|");
  CHECK(labels_of("grid: {load: {from: -0.1, to: 0.1, step: 0.1}}\n") == "-0.1|0|0.1|");
  CHECK(labels_of("grid: {load: {from: 1e-3, to: 3e-3, step: 1e-3}}\n") == "0.001|0.002|0.003|");
  CHECK(labels_of("grid: {load: {from: 0.5, to: 0.5, step: 0.1}}\n") == "0.5|");
  CHECK(labels_of("grid: {packet: {from: 64 B, to: 192 B, step: 64 B}}\n") == "64 B|128 B|192 B|");
  CHECK(labels_of("grid: {w: {from: 0.5 Gb/s, to: 1.5Gb/s, step: 0.5 Gb/s}}\n") == "0.5 Gb/s|1 Gb/s|1.5 Gb/s|");
  // Every hundredth, none of them as binary arithmetic has it.
  const std::string all = labels_of("grid: {load: {from: 0.01, to: 1, step: 0.01}}\n");
  CHECK(std::count(all.begin(), all.end(), '|') == 100);
  CHECK(all.size() < 100 * 5 + 1);
}

TEST_CASE("a range can be one of the lists of zip") {
  Diagnostics diagnostics;
  const sweep::Spec spec = spec_of("zip: {load: {from: 0.1, to: 0.3, step: 0.1}, scale: [1, 2, 4]}\n", diagnostics);
  CHECK(diagnostics.text().empty());
  CHECK(sweep::points_of(spec)[2].name() == "0.3 4");
  CHECK(fault_of("zip: {load: {from: 0.1, to: 0.4, step: 0.1}, scale: [1, 2, 4]}\n").find("\"load\" has 4") !=
        std::string::npos);
}

TEST_CASE("a range that does not arrive says where it would") {
  CHECK(fault_of("grid: {load: {from: 0.1, to: 0.95, step: 0.1}}\n") ==
        "exp.yaml:1:42: \"load\": steps of 0.1 from 0.1 do not reach 0.95; write to: 0.9 or to: 1\n");
  CHECK(fault_of("grid: {load: {from: 0.1, to: 0.9, step: -0.1}}\n") ==
        "exp.yaml:1:41: \"load\": a step of -0.1 leads away from 0.9; write step: 0.1\n");
  CHECK(fault_of("grid: {load: {from: 0.1, to: 0.9, step: 0}}\n") ==
        "exp.yaml:1:41: \"load\": a step of 0 never reaches the end; give another step\n");
  CHECK(fault_of("grid: {load: {from: 0, to: 1, step: 0.00001}}\n") ==
        "exp.yaml:1:37: \"load\": the range has 100001 values, more than the 10000 that are allowed; make the step "
        "larger\n");
}

TEST_CASE("a range with a part missing, of another unit or no number says which") {
  CHECK(fault_of("grid: {load: {from: 0.1, to: 0.9}}\n") ==
        "exp.yaml:1:14: \"load\": the range has no step; write {from: 0.1, to: 0.9, step: 0.1}\n");
  CHECK(fault_of("grid: {load: {from: low, to: 0.9, step: 0.1}}\n").find("\"low\" is not a decimal number") !=
        std::string::npos);
  CHECK(fault_of("grid: {p: {from: 64 B, to: 1 KiB, step: 64 B}}\n") ==
        "exp.yaml:1:28: \"p\": to and from have different units; give all three numbers the same unit\n");
  CHECK(fault_of("grid: {p: {from: 64 B, to: 128 B, step: 64}}\n").find("step and from have different units") !=
        std::string::npos);
  CHECK(fault_of("grid: {load: {from: 0.1, to: 0.9, stepp: 0.1}}\n").find("did you mean \"step\"?") !=
        std::string::npos);
  CHECK(fault_of("grid: {load: {from: [1], to: 0.9, step: 0.1}}\n").find("from is not a decimal number") !=
        std::string::npos);
  CHECK(fault_of("grid: {load: {from: 1e40, to: 2e40, step: 1e39}}\n").find("at most 18 digits") != std::string::npos);
  CHECK(fault_of("grid: {load: {from: 0.12345678901234567, to: 900000000000000000, step: 1}}\n")
            .find("too many digits") != std::string::npos);
}

}  // namespace spec_test
