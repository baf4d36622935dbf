// SPDX-License-Identifier: Apache-2.0
// The two engines, behind one function.
//
// `reference` steps every phit of every router in every cycle: the model of docs/model.md written for reading. `event`
// gives the same results to the cycle and pays per packet-hop. Both are deterministic functions of the design, the
// workload and the seed. A design without routers (message/model.hpp) has an engine of its own, whichever is asked for.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>

#include "fsin/config/fields.hpp"
#include "fsin/core/original_random.hpp"
#include "fsin/engine/checkpoint.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/engine/processes.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

inline constexpr unsigned most_threads = 64;

enum class EngineKind : std::uint8_t { event, reference };
inline constexpr std::array engine_names{
    config::Named{EngineKind::event, "event",
                  "cycle-exact; its work is proportional to packet-hops, not to phits or cycles"},
    config::Named{EngineKind::reference, "reference", "phit by phit and cycle by cycle: the specification in code"},
};

/// A packet that has been consumed, for whoever wants every one of them.
struct PacketLog {
  NodeId source;
  NodeId destination;
  Cycle entered = 0;    ///< entry into the injection buffer
  Cycle delivered = 0;  ///< tail consumed
  unsigned hops = 0;

  auto operator<=>(const PacketLog&) const = default;
};

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
  Checkpoint* checkpoint = nullptr;    ///< event engine only, for workloads that can be saved; changes no result
  Processes* processes = nullptr;      ///< event engine only: this process is one of several; changes no result
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

/// `topology` is the built design.topology. The design has passed check().
stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::Workload& workload, const RunPlan& plan, Control& control);

/// The same for a design whose model carries whole messages. `timeline` may be null.
stats::RunTotals run(const Design& design, const topology::Topology& topology, workload::MessageWorkload& messages,
                     workload::Timeline* timeline, const RunPlan& plan, Control& control);

/// Whether messages are what this design carries of ranks; otherwise packets.
inline bool carries_messages(const Design& design) {
  return design.model && message::carries(*design.model) == message::Carries::messages;
}

}  // namespace fsin::engine
