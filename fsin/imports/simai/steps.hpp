// SPDX-License-Identifier: Apache-2.0
// What each rank does, one step after another: the same for all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/imports/simai/layers.hpp"

namespace fsin::imports::simai {

struct Step {
  enum class Kind : std::uint8_t { compute, collective, wait } kind = Kind::compute;
  std::uint64_t ns = 0;  ///< of computing
  Collective collective = Collective::none;
  Group group = Group::all;
  std::uint64_t bytes = 0;  ///< of the whole buffer
  bool proceeds = false;    ///< the rank goes on while the collective runs; a `wait` waits for all of those
};

/// The order in which SimAI runs the layers: forward, then backward, the gradients of weights beside what follows.
std::vector<Step> steps_of(const Workload& workload, std::uint64_t passes, Draft& draft, Diagnostics& diagnostics);

/// Bytes that program_text() writes, about.
std::uint64_t length_of_program(const Workload& workload, const std::vector<Step>& steps);
/// The steps as a time-independent trace of all ranks.
std::string program_text(const Workload& workload, const std::vector<Step>& steps);
/// The steps as a script, whose collectives all block.
std::string script_text(const Workload& workload, const std::vector<Step>& steps, const std::string& title);

}  // namespace fsin::imports::simai
