// SPDX-License-Identifier: Apache-2.0
// The `sweep` section of an experiment as axes and their steps.
//
//   sweep:
//     grid:                                    # every combination; the first axis varies slowest
//       workload.load: [0.1, 0.2, 0.3]         # an axis over one key, also {from: 0.1, to: 0.3, step: 0.1}
//       router:                                # an axis of named points: any name, each sets any keys
//         Oblivious 1 VC: {network.preset: oblivious-1vc}
//         Adaptive 3 VC: {network.preset: adaptive-3vc, network.router.queue: 8 packets}
//     zip:                                     # lists of equal length, walked side by side: one more axis
//       network.topology.dims: [[8, 8], [16, 16]]
//       workload.cpu.scale: [1, 2]
//     seeds: 5                                 # runs a point, measure.seeds if not written
//
// Keys are written as on the command line: whole, or the end of one where that is unique.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fsin/config/tree.hpp"
#include "fsin/core/diagnostic.hpp"

namespace fsin::sweep {

/// A key and the value it gets. The value keeps its place in the file.
struct Setting {
  std::string path;
  config::Tree value;
  std::size_t axis = 0;  ///< that sets it, by its number in Spec; known to points only
};

struct Step {
  std::string label;
  std::vector<Setting> settings;
};

struct Axis {
  std::string name;
  std::vector<Step> steps;
};

struct Spec {
  std::vector<Axis> axes;
  std::optional<unsigned> seeds;
};

/// One experiment of the sweep: a step of every axis.
struct Point {
  std::size_t number = 0;
  std::vector<std::string> labels;  ///< by axis
  std::vector<Setting> settings;

  /// "Adaptive 3 VC, 0.3"; "base" without axes.
  std::string name() const;
};

inline constexpr std::size_t most_points = 1'000'000;

/// Reads the section. Adds every mistake to `diagnostics`, with its place.
Spec read_spec(const config::Tree& section, Diagnostics& diagnostics);

/// All combinations, the last axis varying fastest; one point when there is no axis.
std::vector<Point> points_of(const Spec& spec);

}  // namespace fsin::sweep
