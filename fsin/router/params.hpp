// SPDX-License-Identifier: Apache-2.0
// Parameters of a router: virtual channels, queues, arbitration, delays. docs/model/router.md has the exact
// semantics.
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
#include "fsin/router/arbiter_catalogue.hpp"
#include "fsin/router/congestion_control_catalogue.hpp"
#include "fsin/router/consumption.hpp"
#include "fsin/router/flow_control_catalogue.hpp"
#include "fsin/router/forward.hpp"

namespace fsin::router {

inline constexpr unsigned max_virtual_channels = 16;
inline constexpr unsigned max_queue_packets = 120;
/// Limit of one delay, after conversion to cycles: 2.6 s at 100 Gb/s and 32 bytes a phit, 0.3 s at 4 bytes. Half of
/// what a tick has before the origin of time moves.
inline constexpr std::uint64_t most_delay_cycles = 1'000'000'000;

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
  Forward forward = Forward::header;
  Arbiter arbiter = router::arbiter<RoundRobin>;
  Consumption consumption = router::consumption<MultipleConsumption>;
  CongestionControls::variant congestion_control = NoCongestionControl{};
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
      "rule for moving a packet to the next queue, which also prevents deadlock (default: bubble on tori, escape for "
      "adaptive routing on meshes, else none)")
        .names(FlowControls::names);
    f("bubble", bubble,
      "free slots that a packet must find where it enters a ring, its own among them (bubble flow control)")
        .range(PacketCount{1}, PacketCount{max_queue_packets});
    f("bubble_test", bubble_test, "queue in which the bubble's free slots are counted").names(bubble_test_names);
    f("forward", forward, "when a header that came over a slower link asks for its output").names(forward_names);
    f("arbiter", arbiter, "choice among the requests for an output virtual channel").names(Arbiters::names);
    f("consumption", consumption, "consumption of packets at their destination").names(Consumptions::names);
    f.choice("congestion_control", congestion_control, CongestionControls{},
             "rule that keeps new packets out of a network that is already full");
    f("delay", delay, "cycles or time that a header spends in a router before it may request an output")
        .range(0, most_delay_cycles);
    f("credit_delay", credit_delay,
      "cycles, time or metres of cable until the router upstream learns that a packet has left a queue")
        .range(0, most_delay_cycles);
  }
};

}  // namespace fsin::router
