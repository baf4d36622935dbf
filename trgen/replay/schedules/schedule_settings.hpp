// SPDX-License-Identifier: Apache-2.0
// How a schedule (record/schedule.hpp) runs, with all units converted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/core/ids.hpp"
#include "trgen/replay/ranks/settings.hpp"

namespace trgen::replay {

/// What the network model asks of processor and interface for a message (LogGPS), in cycles; times per byte may be
/// fractions.
struct PortTimes {
  fsin::Cycle overhead = 0;
  fsin::Cycle gap = 0;
  double byte_gap = 0;
  double byte_overhead = 0;
  std::uint64_t eager = ~std::uint64_t{0};

  fsin::Cycle processor(std::uint64_t bytes) const { return overhead + of_bytes(bytes, byte_overhead); }
  fsin::Cycle interface(std::uint64_t bytes) const { return gap + of_bytes(bytes, byte_gap); }
  /// Cycles from the one in which a message begins to leave to that in which its sender is told that it has left, both
  /// included.
  fsin::Cycle leaving(std::uint64_t bytes) const {
    const fsin::Cycle streams = bytes <= eager ? 0 : overhead + of_bytes(bytes, std::max(byte_gap, byte_overhead));
    return std::max<fsin::Cycle>({1, processor(bytes), streams});
  }

 private:
  static fsin::Cycle of_bytes(std::uint64_t bytes, double each) {
    const double others = bytes < 2 ? 0 : static_cast<double>(bytes - 1);
    return static_cast<fsin::Cycle>(std::llround(std::min(others * each, 0x1p60)));
  }
};

struct ScheduleSettings {
  ReplaySettings ranks;
  /// By rank, the node of each of its interfaces, as many as it uses. Where interfaces share a port: all its own node.
  std::vector<std::vector<std::uint32_t>> node_of_nic;
  bool own_ports = false;                 ///< each interface is a node of its own
  std::optional<PortTimes> port_times{};  ///< a processor is busy with messages; empty: they cost it nothing
};

}  // namespace trgen::replay
