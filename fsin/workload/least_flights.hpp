// SPDX-License-Identifier: Apache-2.0
// Optional ability of a workload: it uses how long messages are under way at least. A carrier that knows says so before
// the first cycle; of one that says nothing, a message may come in the cycle after the one in which it left.
#pragma once

#include <cstdint>
#include <functional>

#include "fsin/core/ids.hpp"

namespace fsin::workload {

/// Cycles from the one in which a message of so many bytes may leave (Action::cycle of its send) to the one in which
/// its delivery is reported, at least, whatever else is under way; of 0 bytes, those of any message.
using LeastFlight = std::function<Cycle(std::uint64_t bytes)>;

class LeastFlights {
 public:
  LeastFlights() = default;
  LeastFlights(const LeastFlights&) = delete;
  LeastFlights& operator=(const LeastFlights&) = delete;
  virtual ~LeastFlights() = default;

  virtual void told_least_flight(LeastFlight least) = 0;
};

}  // namespace fsin::workload
