// SPDX-License-Identifier: Apache-2.0
// The packets of a trace.
//
// Layout, little-endian: a header of 72 bytes (0x484A5455, version 1.0f, name of 30 bytes, number of nodes in a byte, a
// byte of padding, cycles, packets (64 bits each), length of the notes, number of regions (32 bits each), 8 bytes of
// padding), the notes, 24 bytes a region (where it begins behind the header, cycles, packets); then packets of 21 bytes
// (cycle, 64 bits; number, address, 32 bits each; type, source, destination, types of both nodes, number of
// dependents, a byte each), each with the 32-bit numbers of the packets that must wait for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports::netrace {

struct Packet {
  std::uint64_t cycle = 0;  ///< before which it does not leave, from the first packet that is read
  std::uint32_t number = 0;
  std::uint8_t source = 0, destination = 0;
  std::uint8_t bytes = 0;
};

struct Trace {
  std::string name;
  std::uint32_t nodes = 0;
  std::vector<Packet> packets;  ///< in the order of their cycles
  /// The packets for which packet i waits, all before it and all sent to the node that sends it: those of waits from
  /// first_wait[i] on.
  std::vector<std::uint32_t> first_wait, waits;
};

struct Choice {
  std::optional<std::uint64_t> region;
  std::uint64_t packets = 0;  ///< at most
};

/// Reads a trace. What is not taken over is left out in the draft.
Trace read_trace(const Source& source, const Choice& choice, Draft& draft, Diagnostics& diagnostics);

}  // namespace fsin::imports::netrace
