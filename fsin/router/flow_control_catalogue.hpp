// SPDX-License-Identifier: Apache-2.0
// All flow controls. A new one is a file in flow_controls/ and a type in this list.
#pragma once

#include "fsin/router/flow_controls/bubble.hpp"
#include "fsin/router/flow_controls/dateline.hpp"
#include "fsin/router/flow_controls/escape.hpp"
#include "fsin/router/flow_controls/none.hpp"
#include "fsin/router/flow_controls/store_and_forward.hpp"
#include "fsin/router/policy_list.hpp"

namespace fsin::router {

/// Index in the list.
enum class FlowControl : std::uint8_t {};

template <FlowControlPolicy... Policies>
using FlowControlList = PolicyList<FlowControl, Policies...>;

using FlowControls = FlowControlList<Bubble, Dateline, Escape, NoFlowControl, StoreAndForward, StoreAndForwardBubble>;

template <class Policy>
inline constexpr FlowControl flow_control = FlowControls::kind_of<Policy>();

inline FlowTraits traits_of(FlowControl flow) {
  return FlowControls::with(flow, []<class Policy>(const Policy&) {
    return FlowTraits{Policy::name, Policy::rings, Policy::escape_channel, Policy::whole_packet, Policy::original};
  });
}

}  // namespace fsin::router
