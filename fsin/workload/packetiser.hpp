// SPDX-License-Identifier: Apache-2.0
// Division of messages into packets: their number, and the length of the last one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/workload/network_facts.hpp"

namespace fsin::workload {

class Packetiser {
 public:
  explicit Packetiser(const NetworkFacts& facts)
      : packet_bytes_(facts.packet_bytes()),
        phit_bytes_(facts.phit_bytes),
        packet_phits_(facts.packet_phits),
        variable_(facts.variable_last_packet) {}

  /// Packets of a message: at least one, since a message of zero bytes travels too.
  std::uint64_t packets(std::uint64_t bytes) const { return bytes == 0 ? 1 : (bytes - 1) / packet_bytes_ + 1; }

  std::uint16_t full_phits() const { return static_cast<std::uint16_t>(packet_phits_); }

  /// Phits of the last packet of a message: as many as its bytes need, at least one; always a full packet unless the
  /// last packet is variable.
  std::uint16_t last_phits(std::uint64_t bytes) const {
    if (!variable_) return full_phits();
    const std::uint64_t rest = bytes == 0 ? 0 : (bytes - 1) % packet_bytes_ + 1;
    const std::uint64_t phits = rest == 0 ? 1 : (rest - 1) / phit_bytes_ + 1;
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(phits, packet_phits_));
  }

 private:
  std::uint64_t packet_bytes_;
  std::uint32_t phit_bytes_;
  std::uint32_t packet_phits_;
  bool variable_;
};

}  // namespace fsin::workload
