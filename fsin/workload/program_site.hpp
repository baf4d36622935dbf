// SPDX-License-Identifier: Apache-2.0
// Places of a live program that say something to the run (fsin_live.h, cpu.sample), with what all ranks did there.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/workload/site_kind.hpp"

namespace fsin::workload {

struct ProgramSite {
  SiteKind kind = SiteKind::local;
  std::string name;            ///< file:line, or what the program calls it
  std::uint64_t done = 0;      ///< executions that were computed; entries of a region; allocations
  std::uint64_t left_out = 0;  ///< executions that were not computed, or whose measured time was not taken
  double mean_s = 0;           ///< of those done
  double deviation_s = 0;      ///< standard deviation of a block's times; of a region: of nothing
  double replaced_s = 0;       ///< simulated time, of all ranks, that executions took which were left out
  double computed_s = 0;       ///< of a region: time outside MPI, of all ranks
  double most_s = 0;           ///< of a region: time in it of the rank that is longest in it
  std::uint64_t bytes = 0;     ///< of memory: of the largest allocation

  bool operator==(const ProgramSite&) const = default;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.kind, self.name, self.done, self.left_out, self.mean_s, self.deviation_s, self.replaced_s, self.computed_s,
      self.most_s, self.bytes);
  }
};

}  // namespace fsin::workload
