// SPDX-License-Identifier: Apache-2.0
// NPB BT: block-tridiagonal solver; see alternating.hpp. Its messages in a sweep have the size of the largest cell.
// Source: NPB 3.3.1, BT/bt.f and BT/x_solve.f; sizes of classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Bt {
  static constexpr std::string_view name = "bt";
  static constexpr std::string_view doc = "block-tridiagonal solver: six faces, then sweeps along x, y and z";

  static constexpr PerClass<std::uint64_t> points{12, 24, 64, 102, 162, 408, 1020, 2560};
  static constexpr PerClass<std::uint64_t> iterations{60, 200, 200, 200, 200, 250, 250, 250};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
