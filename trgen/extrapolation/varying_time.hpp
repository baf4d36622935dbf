// SPDX-License-Identifier: Apache-2.0
// The time of a statement that no law explains: models of its mean and of its spread, told apart by when it is executed
// and by which rank.
//
// Executions are of up to three groups: the very first one of a rank, before which caches are cold; the first one of
// each pass of the innermost loop, or of a ladder, before which there is other work; and all others. Ranks are of the
// classes of a partition (partition.hpp), as the root of a tree, which works for all. Both divisions are made only
// where they predict the executions of inputs that are left out clearly better.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "trgen/extrapolation/partition.hpp"
#include "trgen/extrapolation/time_spread.hpp"
#include "trgen/structure/draw_order.hpp"

namespace trgen::extrapolation {

using structure::Pass;
using structure::pass_groups;

/// The times of a statement on one rank of an input, by group.
struct MeasuredTimes {
  Place at;
  std::uint32_t run = 0;
  struct Group {
    double sum = 0;
    double count = 0;
    std::vector<TimeSamples::Sample> samples;
  };
  std::array<Group, pass_groups> groups;
  bool begins = false;  ///< the very first execution is also the first one of a pass
};

struct VaryingTime {
  bool very_first = false;  ///< has a model of its own
  bool first = false;
  Partition partition;
  using Groups = std::array<std::optional<TimeSpread>, pass_groups>;
  std::map<std::uint32_t, Groups> classes;
  Groups whole;  ///< of all ranks, for classes that no input has

  /// The group whose model the executions of a group have. `begins`: the very first execution is the first of a pass.
  Pass group_of(Pass pass, bool begins) const;
  /// The spread of a group on a rank: that of the next group where the model has none of this one; null where the
  /// statement was never executed.
  const TimeSpread* of(const Place& place, Pass pass) const;
};

/// `told_apart`: the partitions that may be tried.
VaryingTime fit_varying(const std::vector<MeasuredTimes>& times, const std::vector<Partition>& told_apart);

}  // namespace trgen::extrapolation
