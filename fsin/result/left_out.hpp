// SPDX-License-Identifier: Apache-2.0
// What a run leaves out of its load, as results tell it: what a trace holds, or says that its program did, and a replay
// does not use. Synthetic load leaves out nothing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fsin::result {

struct LeftOut {
  struct Entry {
    std::string kind;
    std::string what;  ///< a function of MPI, or what was lost in reading the file
    std::uint64_t count = 0;
  };

  std::vector<std::pair<std::string, std::uint64_t>> counts;  ///< by kind; all kinds, 0 where nothing was
  std::vector<Entry> what;
  std::string text;  ///< one line; empty: nothing was left out
};

}  // namespace fsin::result
