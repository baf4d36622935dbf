// SPDX-License-Identifier: Apache-2.0
// NPB MG: V-cycles of a multigrid solver on a periodic cube of 2^l points a side.
//
// Modelled: all messages. The ranks are a grid of powers of two; on coarse levels, where some ranks have no points, the
// others are at distances 2, 4, ... and exchange with each other; ranks that fall idle on the way down get their points
// back on the way up.
// Source: NPB 3.3.1, MG/mg.f; sizes of classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Mg {
  static constexpr std::string_view name = "mg";
  static constexpr std::string_view doc = "multigrid: exchanges in three directions on every level of V-cycles";

  /// The logarithm of the points in each direction: the number of levels.
  static constexpr PerClass<std::uint32_t> levels{5, 7, 8, 8, 9, 10, 11, 12};
  static constexpr PerClass<std::uint64_t> iterations{4, 4, 4, 20, 20, 50, 50, 50};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
