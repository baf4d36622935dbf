// SPDX-License-Identifier: Apache-2.0
// `network: {model: ideal}`: networks without a topology, for quick answers and for bounds.
//
//   routers  the network of docs/model.md, router by router
//   ideal    a private link between every two nodes: no packet ever waits for another but at its own node. Nothing that
//            routers do can be faster, so a trace ends at the earliest when it does here.
//   loggp    every packet arrives after a latency, and a node sends and receives one packet at a time: L, G and g of
//            LogGP. Its o is the CPU time between MPI calls, which a trace brings along (workload.cpu).
//
// Source: A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, LogGP: incorporating long messages into the LogP model,
// SPAA 1995.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "fsin/core/ids.hpp"
#include "fsin/core/units.hpp"

namespace fsin::engine {

struct RoutersModel {
  static constexpr std::string_view name = "routers";
  static constexpr std::string_view doc = "the routers and links of the topology, cycle by cycle";
  static constexpr std::string_view cite = "";
  template <class F>
  void fields(F& /*f*/) {}
};

struct IdealModel {
  static constexpr std::string_view name = "ideal";
  static constexpr std::string_view doc =
      "a private link between every two nodes; of the topology only the number of nodes counts: a lower bound";
  static constexpr std::string_view cite = "";
  template <class F>
  void fields(F& /*f*/) {}
};

struct LoggpModel {
  static constexpr std::string_view name = "loggp";
  static constexpr std::string_view doc =
      "latency, gap and bandwidth, one packet at a time in and out of a node; of the topology only the nodes count";
  static constexpr std::string_view cite =
      "A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, LogGP: incorporating long messages into the LogP model, "
      "SPAA 1995";

  Nanoseconds latency{1000};
  Nanoseconds gap{0};

  template <class F>
  void fields(F& f) {
    f("latency", latency, "L: from the first phit's departure to its arrival").range(Nanoseconds{0}, Nanoseconds{1e12});
    f("gap", gap, "what a node needs between two packets, beyond the time of their phits on the link")
        .range(Nanoseconds{0}, Nanoseconds{1e12});
  }
};

/// A network without a topology in cycles.
struct DirectNetwork {
  Cycle latency = 1;           ///< from the header's departure to its arrival
  Cycle gap = 0;               ///< between two packets that leave (or reach) a node one behind the other
  bool one_at_a_time = false;  ///< a node receives one packet at a time
};

}  // namespace fsin::engine
