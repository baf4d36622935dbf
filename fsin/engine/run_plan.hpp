// SPDX-License-Identifier: Apache-2.0
// How long a run lasts and what is kept of it, and how it is watched and stopped from outside. What is simulated is the
// affair of the design (design.hpp), which the engines know as plain numbers (rules.hpp) only.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "fsin/core/original_random.hpp"
#include "fsin/engine/checkpoint.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/engine/processes.hpp"
#include "fsin/stats/run_totals.hpp"

namespace fsin::engine {

inline constexpr unsigned most_threads = 64;

/// A packet that has been consumed, for whoever wants every one of them.
struct PacketLog {
  NodeId source;
  NodeId destination;
  Cycle entered = 0;    ///< entry into the injection buffer
  Cycle delivered = 0;  ///< tail consumed
  unsigned hops = 0;

  auto operator<=>(const PacketLog&) const = default;
};

/// The header of a packet has begun to cross a link, for whoever wants every hop.
struct HopLog {
  NodeId source;
  NodeId destination;
  Cycle entered = 0;  ///< of the packet, into the injection buffer
  Cycle cycle = 0;
  std::uint32_t router = 0;  ///< that it leaves
  unsigned port = 0;
};

using HopsLog = std::function<void(const HopLog&)>;
using DeliveryLog = std::function<void(const PacketLog&)>;

struct RunPlan {
  std::uint64_t seed = 1;
  unsigned threads = 1;      ///< event engine only, 1..most_threads; changes no result
  Cycle warmup = 0;          ///< cycles before the window
  Cycle cycles = never;      ///< length of the window; `never`: until the workload has finished
  Cycle max_cycles = never;  ///< of the whole run, for workloads with an end of their own
  Cycle watchdog = 10'000;   ///< cycles in which nothing moves, beyond the longest move, that are called a deadlock
  bool link_loads = false;   ///< fill RunTotals::links, one entry a link
  bool traffic = false;      ///< fill RunTotals::traffic
  bool check = false;        ///< reference only: verify invariants after every cycle (World::verify)
  /// Event engine only: serve the network in tiles of 2^tile_shift routers. Changes no result; left to the engine,
  /// which looks at the size of the network, except in tests.
  std::optional<unsigned> tile_shift{};
  /// Event engine only: the origin of its 32-bit ticks moves when they reach this, and leaves this many behind it.
  /// Changes no result as long as no packet waits longer than that in one place; for tests.
  Cycle tick_reach = Cycle{1} << 31U;
  Cycle tick_keep = Cycle{1} << 20U;
  /// Event engine only: after so many meetings of the threads, look whether somebody wants to stop, to know how far the
  /// run is, or to keep its state. Left to the engine: 4096, or 64 in a network whose cycles take milliseconds.
  std::optional<std::uint64_t> look_every{};
  Checkpoint* checkpoint = nullptr;       ///< event engine only, for workloads that can be saved; changes no result
  const LinkRates* background = nullptr;  ///< takes links beside the packets of the workload; routers only
  Processes* processes = nullptr;         ///< event engine only: this process is one of several; changes no result
  const HopsLog* hops = nullptr;  ///< told every hop over a link, by several threads at once; for runs that explain
  OriginalRandom* original = nullptr;  ///< reference only: draw from this instead of the keyed streams

  /// Last cycle of the window.
  Cycle last() const { return cycles == never ? never : warmup + cycles; }
};

struct Control {
  std::atomic<bool> stop{false};
  /// Called now and then: current cycle, fraction done (negative: unknown), packets in the network.
  std::function<void(Cycle, double, std::uint64_t)> progress;
  /// With several threads: called by one at a time, the packets of a cycle in any order.
  DeliveryLog on_delivery;

  // What the run used, known when it has ended.
  unsigned threads = 1;      ///< or processes
  double helpers_cpu_s = 0;  ///< CPU time of the threads or processes beside the one that called
};

}  // namespace fsin::engine
