// SPDX-License-Identifier: Apache-2.0
// The course of a load in time, as far as it matters to whoever judges whether it is carried.
#pragma once

#include "fsin/core/ids.hpp"

namespace fsin::workload {

struct LoadInTime {
  double message_phits = 0;  ///< mean of a message, of the phase with the longest
  Cycle period = 0;          ///< of phases that repeat; 0: there are none
  Cycle before_steady = 0;   ///< last cycle before the phase that lasts for ever
  double swing = 0;          ///< most that phases let a node run ahead of its mean load, in cycles of that load
};

}  // namespace fsin::workload
