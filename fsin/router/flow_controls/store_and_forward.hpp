// SPDX-License-Identifier: Apache-2.0
// Store-and-forward: a packet asks for an output, or for consumption, only once all of it is in the queue. W. J. Dally,
// B. Towles, Principles and Practices of Interconnection Networks, 2004, section 13.1.
//
// It delays packets but breaks no cycle: the tail is sure to arrive, so a header waits for the same queues as under
// cut-through, only later. Each of the two variants is therefore exactly as free of deadlock as the flow control that
// it is made of.
#pragma once

#include "fsin/router/flow_controls/bubble.hpp"
#include "fsin/router/flow_controls/none.hpp"

namespace fsin::router {

struct StoreAndForward : NoFlowControl {
  static constexpr std::string_view name = "store-and-forward";
  static constexpr std::string_view doc =
      "a packet goes on once its tail has arrived and there is room for it: rings can deadlock (Dally & Towles 2004)";
  static constexpr bool whole_packet = true;
  static constexpr bool original = false;
};

/// For tori.
struct StoreAndForwardBubble : Bubble {
  static constexpr std::string_view name = "store-and-forward-bubble";
  static constexpr std::string_view doc =
      "a packet goes on once its tail has arrived, and entering a ring leaves a free packet slot behind";
  static constexpr bool whole_packet = true;
  static constexpr bool original = false;
};

}  // namespace fsin::router
