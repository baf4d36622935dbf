// SPDX-License-Identifier: Apache-2.0
// A Chakra execution trace as a program that keeps the recorded concurrency: a rank of the program is a stream of a
// rank of the trace (streams.hpp), and streams wait for each other by messages without bytes on their node.
//
// Modelled: the duration of computing nodes, messages, and collectives by the rule of their kind. A node that waits for
// a send waits until the message has left. Not modelled: what formats/chakra/node.hpp leaves out; nodes of one stream
// keep their order even where dependencies would allow another one.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/chakra/trace_set.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::chakra {

/// Meaning of the size of an allgather.
enum class GatherSize : std::uint8_t { part, whole };

struct Rules {
  GatherSize gather = GatherSize::part;
  double operations_per_ns = 0;  ///< 0: nodes last for their recorded time
};

/// Makes the program. The set has passed its checks and is arranged.
std::shared_ptr<const Program> make_chakra_program(TraceSet set, const Rules& rules, std::string name);

}  // namespace trgen::programs::chakra
