// SPDX-License-Identifier: Apache-2.0
// Listed nodes send to listed others, one packet after the other, each time to one of theirs drawn at random: a trace
// that is made while it is read, of sends only, to be replayed as fast as the network accepts packets (order: asap).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/deadlock/flows.hpp"
#include "trgen/record/source.hpp"

namespace fsin::forecast {

struct DirectedTraceParams {
  std::uint32_t nodes = 0;
  std::vector<deadlock::Flow> flows;
  std::uint64_t seed = 1;
  std::uint64_t messages = 0;  ///< of each source
};

std::shared_ptr<const trgen::record::TraceSource> make_directed_trace(const DirectedTraceParams& params);

}  // namespace fsin::forecast
