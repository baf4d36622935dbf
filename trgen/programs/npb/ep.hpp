// SPDX-License-Identifier: Apache-2.0
// NPB EP: random pairs, counted by each rank alone; four sums at the end.
//
// Modelled: all messages. Its operations are the random numbers: two for each pair.
// Source: NPB 3.3.1, EP/ep.f; sizes of classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Ep {
  static constexpr std::string_view name = "ep";
  static constexpr std::string_view doc = "embarrassingly parallel: computes alone, four sums at the end";

  /// The logarithm of the number of pairs.
  static constexpr PerClass<std::uint32_t> pairs{24, 25, 28, 30, 32, 36, 40, 44};
  static constexpr PerClass<std::uint64_t> iterations{1, 1, 1, 1, 1, 1, 1, 1};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
