// SPDX-License-Identifier: Apache-2.0
// Synchronisation of the streams of an accelerator: messages without bytes between ranks of a node, which a replay
// copies in a cycle.
#pragma once

#include <cstdint>

#include "trgen/programs/ai/layout.hpp"
#include "trgen/programs/operation.hpp"

namespace trgen::programs::ai {

enum class Stream : std::uint32_t { compute, gradients, gathers };

/// Meaning of a signal, which is its tag.
enum class Signal : std::int32_t {
  gradients,  ///< to the gradients' stream: the gradients of a bucket are complete
  reduced,    ///< from the gradients' stream: all gradients of a step are reduced
  room,       ///< to the gathers' stream: there is room for the parameters of one more layer
  gathered    ///< from the gathers' stream: the parameters of one more layer have arrived
};

inline void signal(const Layout& layout, std::uint32_t accelerator, Stream to, Signal what, Operations& out) {
  out.send(layout.rank(accelerator, static_cast<std::uint32_t>(to)), 0, static_cast<std::int32_t>(what));
}

inline void await(const Layout& layout, std::uint32_t accelerator, Stream from, Signal what, Operations& out) {
  out.receive(layout.rank(accelerator, static_cast<std::uint32_t>(from)), 0, static_cast<std::int32_t>(what));
}

}  // namespace trgen::programs::ai
