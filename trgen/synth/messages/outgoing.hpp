// SPDX-License-Identifier: Apache-2.0
// The message that a node is sending, packet by packet, one a cycle where there is room.
#pragma once

#include <cstdint>

#include "fsin/workload/workload.hpp"
#include "trgen/synth/messages/traffic.hpp"

namespace trgen::synth {

struct Outgoing {
  std::uint64_t left = 0;  ///< packets that have not entered yet; 0: there is no message
  fsin::Cycle generated = 0;
  fsin::Cycle entered = 0;  ///< cycle in which the last packet of the node entered, of any message
  std::uint32_t destination = 0;
  std::uint32_t token = 0;
  std::uint16_t last_phits = 0;

  void begin(const TrafficMessage& message, fsin::Cycle made, std::uint32_t with = 0) {
    left = message.packets;
    generated = made;
    destination = message.destination;
    last_phits = message.last_phits;
    token = with;
  }

  /// Offers a packet of the message, which enters or waits for room. The caller decides what comes after the last one.
  fsin::workload::Poll offer(fsin::Cycle now, bool room, std::uint16_t full_phits) {
    fsin::workload::Poll answer;
    answer.wants_room = !room;
    if (!room) return answer;
    answer.offers = true;
    answer.packet.destination = fsin::NodeId(destination);
    answer.packet.phits = left > 1 ? full_phits : last_phits;
    answer.packet.token = token;
    answer.packet.generated = generated;
    entered = now;
    --left;
    answer.more = left > 0;
    answer.next = now + 1;
    return answer;
  }
};

}  // namespace trgen::synth
