// SPDX-License-Identifier: Apache-2.0
// Plan of a run: its length, the results that are kept, and how it is watched and stopped from outside. The network is
// described by the design (design.hpp), which the engines see as plain numbers (rules.hpp).
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

/// Record of a consumed packet, for a caller that logs every packet.
struct PacketLog {
  NodeId source;
  NodeId destination;
  Cycle entered = 0;    ///< entry into the injection buffer
  Cycle delivered = 0;  ///< tail consumed
  unsigned hops = 0;
  Cycle generated = 0;
  std::uint32_t phits = 0;

  auto operator<=>(const PacketLog&) const = default;
};

/// Record of a header that has begun to cross a link, for a caller that logs every hop.
struct HopLog {
  NodeId source;
  NodeId destination;
  Cycle entered = 0;  ///< entry of the packet into the injection buffer
  Cycle cycle = 0;
  std::uint32_t router = 0;  ///< router that the header leaves
  unsigned port = 0;
};

using HopsLog = std::function<void(const HopLog&)>;
using DeliveryLog = std::function<void(const PacketLog&)>;

struct RunPlan {
  std::uint64_t seed = 1;
  unsigned threads = 1;      ///< event engine only, 1..most_threads; changes no result
  Cycle warmup = 0;          ///< cycles before the window
  Cycle cycles = never;      ///< length of the window; `never`: until the workload has finished
  Cycle max_cycles = never;  ///< limit of the whole run, for workloads that end by themselves
  /// Cycles without any movement, in addition to the longest move, that count as a deadlock.
  Cycle watchdog = 10'000;
  bool link_loads = false;  ///< fill RunTotals::links, one entry a link
  bool traffic = false;     ///< fill RunTotals::traffic
  bool check = false;       ///< reference only: verify invariants after every cycle (World::verify)
  /// Event engine only: serve the network in tiles of 2^tile_shift routers. Changes no result. Not set: chosen by the
  /// engine from the size of the network; set only in tests.
  std::optional<unsigned> tile_shift{};
  /// Event engine only: the origin of the 32-bit ticks moves when they reach this value, and leaves this many behind
  /// it. Changes no result as long as no packet waits longer than that in one place.
  Cycle tick_reach = Cycle{1} << 31U;
  Cycle tick_keep = Cycle{1} << 30U;
  /// Event engine only: cycles of delay of links, routers and credits, all together, for which events lie in a wheel;
  /// those of longer delays wait in a heap (event/schedule.hpp). Changes no result.
  Cycle delays_in_wheel = 30'000;
  /// Event engine only: number of meetings of the threads between two checks for a request to stop, to report progress
  /// or to write a checkpoint. Not set: 4096, or 64 in a network whose cycles take milliseconds.
  std::optional<std::uint64_t> look_every{};
  Checkpoint* checkpoint = nullptr;  ///< event engine only, for workloads that can be saved; changes no result
  /// Background by rates, which occupies links beside the packets of the workload; routers only.
  const LinkRates* background = nullptr;
  Processes* processes = nullptr;  ///< event engine only: this process is one of several; changes no result
  /// Called for every hop over a link, by several threads at once; for runs that explain.
  const HopsLog* hops = nullptr;
  OriginalRandom* original = nullptr;  ///< reference only: draw from this instead of the keyed streams

  /// Last cycle of the window.
  Cycle last() const { return cycles == never ? never : warmup + cycles; }
};

struct Control {
  std::atomic<bool> stop{false};
  /// Called from time to time with the current cycle, the fraction done (negative: unknown) and the packets in the
  /// network.
  std::function<void(Cycle, double, std::uint64_t)> progress;
  /// Called for every delivered packet. With several threads: by one at a time, the packets of a cycle in any order.
  DeliveryLog on_delivery;

  // Resources that the run used, known when it has ended.
  unsigned threads = 1;      ///< threads or processes used
  double helpers_cpu_s = 0;  ///< CPU time of the threads or processes other than the caller
};

}  // namespace fsin::engine
