// SPDX-License-Identifier: Apache-2.0
// An extended trace of a live run (`workload.trace`): the calls of MPI as states, what is computed between them, and
// all messages, those inside collectives too, since the network card of each rank sees them. Times are those of the
// ranks' simulated clocks.
//
// A receive stands where the MPI library reads that it is complete, which may be in an earlier call than the one that
// waits for it. Calls within calls are left out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fsin/live/rank_queues.hpp"

namespace fsin::sources {

/// In the format of the name (trgen::formats). The file is written in the end, whole.
std::unique_ptr<live::Chronicle> write_live_trace(std::string file, std::uint32_t ranks);

}  // namespace fsin::sources
