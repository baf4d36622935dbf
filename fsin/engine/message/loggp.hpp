// SPDX-License-Identifier: Apache-2.0
// `network: {model: loggp}`: every packet arrives after a latency, and a node sends and receives one packet at a time:
// L, G and g of LogGP. G is the time of a phit on the link. The o of LogGP is the CPU time between MPI calls, which the
// trace contains (workload.cpu). The model carries packets: g separates packets, and a long message is a train of them.
//
// Source: A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, LogGP: incorporating long messages into the LogP model,
// SPAA 1995.
#pragma once

#include "fsin/engine/message/point_to_point.hpp"

namespace fsin::engine::message {

struct LoggpTimes {
  static constexpr bool one_receiver = true;
  Cycle latency = 1;
  Cycle least_flight(std::uint64_t /*bytes*/) const { return latency; }  // of the first packet
  Cycle gap = 0;  ///< least time between two packets that leave (or reach) a node
  Duration of(const Transfer& transfer) const { return {latency, transfer.phits + gap, transfer.phits}; }
};

struct LoggpModel {
  static constexpr std::string_view name = "loggp";
  static constexpr std::string_view doc =
      "latency, gap and bandwidth; a node sends and receives one packet at a time; of the topology only the nodes "
      "count";
  static constexpr std::string_view cite =
      "A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, LogGP: incorporating long messages into the LogP model, "
      "SPAA 1995";
  static constexpr Carries carries = Carries::packets;
  static constexpr bool counts_delays = false;

  Nanoseconds latency{1000};
  Nanoseconds gap{0};

  template <class F>
  void fields(F& f) {
    f("latency", latency, "L: time from the departure of a phit to its arrival")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
    f("gap", gap, "time of a node between two packets, in addition to that of their phits on the link")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
  }

  std::optional<Fault> fault() const { return {}; }

  PointToPoint<LoggpTimes> network(const Machine& machine) const {
    return PointToPoint(LoggpTimes{machine.cycles(latency), machine.cycles(gap)});
  }
};

}  // namespace fsin::engine::message
