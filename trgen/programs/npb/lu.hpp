// SPDX-License-Identifier: Apache-2.0
// NPB LU: SSOR solver whose lower and upper triangular sweeps run as wavefronts over a grid of ranks, plane by plane.
//
// Modelled: all messages, also those of the surface integral that ends the run. The grid is x by y ranks, x at most 2
// y; rank = row + x * column, with neighbours north (row - 1), south, west (column - 1) and east. NPB 3.3 receives part
// of its messages from any source, though only one rank can have sent each; here they name it. Source: NPB 3.3.1,
// folder LU: ssor.f, exchange_*.f, pintgr.f, subdomain.f; rule of the grid: NPB 3.4.2, LU/proc_grid.f90; sizes of
// classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Lu {
  static constexpr std::string_view name = "lu";
  static constexpr std::string_view doc = "lower-upper solver: wavefronts of small messages over a grid of ranks";

  static constexpr PerClass<std::uint64_t> points{12, 33, 64, 102, 162, 408, 1020, 2560};
  static constexpr PerClass<std::uint64_t> iterations{50, 300, 250, 250, 250, 300, 300, 300};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
