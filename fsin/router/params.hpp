// SPDX-License-Identifier: Apache-2.0
// What a router is made of: virtual channels, queues, arbitration, delays. See docs/model.md for the exact semantics.
//
// Not modelled: crossbar contention inside a router (every input queue reaches every output), shared or dynamically
// allocated buffers, flit-level interleaving of packets on a link.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "fsin/config/fields.hpp"
#include "fsin/core/delay.hpp"
#include "fsin/core/units.hpp"

namespace fsin::router {

inline constexpr unsigned max_virtual_channels = 16;
inline constexpr unsigned max_queue_packets = 120;
inline constexpr std::uint64_t most_delay_cycles = 10000;  ///< of one delay, once it is in cycles

enum class FlowControl : std::uint8_t { bubble, dateline, escape, none };
inline constexpr std::array flow_control_names{
    config::Named{FlowControl::bubble, "bubble",
                  "entering a ring leaves a free packet slot behind (Carrion 1997, Puente 2001)"},
    config::Named{
        FlowControl::dateline, "dateline",
        "virtual channels in pairs: one of the pair before the wrap link, the other after (Dally & Seitz 1987)"},
    config::Named{FlowControl::escape, "escape",
                  "virtual channel 0 is a dimension-order escape channel (Duato 1993); meshes"},
    config::Named{FlowControl::none, "none", "only room in the next queue is required: rings can deadlock"},
};

enum class Arbiter : std::uint8_t { round_robin, oldest, random, longest, age };
inline constexpr std::array arbiter_names{
    config::Named{Arbiter::round_robin, "round-robin", "the first requester after the last winner, in input order"},
    config::Named{Arbiter::oldest, "oldest", "the header that has waited longest at the head of its queue"},
    config::Named{Arbiter::random, "random", "any requester, with equal probability"},
    config::Named{Arbiter::longest, "longest", "the input queue with most phits"},
    config::Named{Arbiter::age, "age", "the packet that entered the network first"},
};

enum class Consumption : std::uint8_t { multiple, single };
inline constexpr std::array consumption_names{
    config::Named{Consumption::multiple, "multiple", "every input virtual channel drains one phit a cycle"},
    config::Named{Consumption::single, "single", "one packet at a time, one phit a cycle"},
};

enum class BubbleTest : std::uint8_t { automatic, local, target };
inline constexpr std::array bubble_test_names{
    config::Named{BubbleTest::automatic, "auto", "local, or target when links have a delay"},
    config::Named{BubbleTest::local, "local",
                  "free slots in this router's queue of the ring to be entered (the original simulator)"},
    config::Named{BubbleTest::target, "target", "free slots in the next router's queue (the literature)"},
};

struct RouterParams {
  unsigned virtual_channels = 1;
  PacketCount queue{4};
  PacketCount injection_queue{8};
  unsigned injectors = 1;
  std::optional<FlowControl> flow_control;
  PacketCount bubble{2};
  BubbleTest bubble_test = BubbleTest::automatic;
  Arbiter arbiter = Arbiter::round_robin;
  Consumption consumption = Consumption::multiple;
  Delay delay;
  Delay credit_delay;

  template <class F>
  void fields(F& f) {
    f("virtual_channels", virtual_channels, "virtual channels per link").range(1, max_virtual_channels);
    f("queue", queue, "capacity of each transit queue and of the queue of the injection port")
        .range(PacketCount{1}, PacketCount{max_queue_packets});
    f("injection_queue", injection_queue,
      "capacity of each injection queue, which feeds the queue of the injection port")
        .range(PacketCount{1}, PacketCount{max_queue_packets});
    f("injectors", injectors, "number of injection queues per node; a packet joins the shortest one").range(1, 16);
    f("flow_control", flow_control,
      "rule that prevents deadlock (default: bubble on tori, escape for adaptive routing on meshes, else none)")
        .names(flow_control_names);
    f("bubble", bubble, "free slots that must remain when a packet enters a ring (bubble flow control)")
        .range(PacketCount{1}, PacketCount{max_queue_packets});
    f("bubble_test", bubble_test, "queue in which the bubble's free slots are counted").names(bubble_test_names);
    f("arbiter", arbiter, "which request wins an output virtual channel").names(arbiter_names);
    f("consumption", consumption, "how packets leave at their destination").names(consumption_names);
    f("delay", delay, "cycles or time that a header spends in a router before it may request an output")
        .range(0, most_delay_cycles);
    f("credit_delay", credit_delay,
      "cycles, time or metres of cable until the router upstream learns that a packet has left a queue")
        .range(0, most_delay_cycles);
  }
};

}  // namespace fsin::router
