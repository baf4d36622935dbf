// SPDX-License-Identifier: Apache-2.0
// `network: {model: {type: loggps, latency: 5 us, overhead: 1 us, gap: 2 us, byte_gap: 1 ns, eager: 64 KiB}}`: LogGPS,
// that is LogGP with whole messages, the time of the processor for a message (o), and long messages that are announced
// before they are sent (S). `byte_overhead` is the O of LogGOPS.
//
// Sources: F. Ino, N. Fujimoto, K. Hagihara, LogGPS: a parallel computational model for synchronization analysis, PPoPP
// 2001; T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim: simulating large-scale applications in the LogGOPS model,
// HPDC 2010.
//
// Not modelled: the topology; computation that delays messages (a message waits only for other messages of its
// processor); the wait of the answer to an announcement for the matching receive, which `workload.mpi.eager` models for
// programs.
#pragma once

#include "fsin/engine/message/loggps_network.hpp"

namespace fsin::engine::message {

struct LoggpsModel {
  static constexpr std::string_view name = "loggps";
  static constexpr std::string_view doc =
      "latency, overheads, gaps per message and byte, long messages announced first; of the topology only the nodes "
      "count";
  static constexpr std::string_view cite =
      "F. Ino, N. Fujimoto, K. Hagihara, LogGPS: a parallel computational model for synchronization analysis, PPoPP "
      "2001";
  static constexpr Carries carries = Carries::messages;
  static constexpr bool counts_delays = false;

  Nanoseconds latency{1000};
  Nanoseconds overhead{0};
  Nanoseconds gap{0};
  std::optional<Nanoseconds> byte_gap;
  Nanoseconds byte_overhead{0};
  std::optional<fsin::Bytes> eager;

  template <class F>
  void fields(F& f) {
    f("latency", latency, "L: time from the departure of a byte to its arrival")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
    f("overhead", overhead, "o: time of the processor to send a message, and to receive one")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
    f("gap", gap, "g: time of a network interface between two messages, in addition to that of their bytes")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
    f("byte_gap", byte_gap, "G: time of a network interface per byte (default: from network.link.bandwidth)")
        .range(Nanoseconds{0}, Nanoseconds{1e6});
    f("byte_overhead", byte_overhead, "O: time of the processor per byte, to send and to receive")
        .range(Nanoseconds{0}, Nanoseconds{1e6});
    f("eager", eager, "S: longer messages are announced, and answered, before they are sent; without it none are")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000'000'000});
  }

  std::optional<Fault> fault() const { return {}; }

  LoggpsTimes times(const Machine& machine) const {
    const double cycle = machine.cycle_seconds * 1e9;
    LoggpsTimes made;
    made.latency = machine.cycles(latency);
    made.overhead = machine.cycles(overhead);
    made.gap = machine.cycles(gap);
    made.byte_gap = byte_gap ? byte_gap->value / cycle : 1.0 / machine.phit_bytes;
    made.byte_overhead = byte_overhead.value / cycle;
    if (eager) made.eager = eager->value;
    return made;
  }
  LoggpsNetwork network(const Machine& machine) const { return LoggpsNetwork(times(machine)); }
};

}  // namespace fsin::engine::message
