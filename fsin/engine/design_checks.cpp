// SPDX-License-Identifier: Apache-2.0
// Which choices go together. Every message says what is wrong and what to write instead.
#include "fsin/engine/design_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/families.hpp"
#include "fsin/engine/family_unit.hpp"
#include "fsin/engine/limits.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/speed_steps.hpp"
#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {
namespace {

constexpr std::uint64_t most_phits = 65535;  ///< of a packet

/// The routings of the catalogue that are written for this network: "routing: dor or routing: adaptive".
std::string routings_for(const topology::Geometry& geometry) {
  std::string text;
  const auto add = [&]<class Family>(const Family&) {
    if (topology::as<typename Family::Geometry>(geometry) == nullptr) return;
    text += fmt::format("{}routing: {}", text.empty() ? "" : " or ", Family::name);
  };
  routing::Routings::for_each(add);
  return text;
}

/// Collects the checks of one design; `at` finds where a key was written.
class Checker {
 public:
  Checker(const Design& design, Diagnostics& diagnostics, const Locate& locate)
      : design_(design),
        router_(design.router),
        geometry_(topology::geometry_of(design.topology)),
        report_(diagnostics, locate) {}

  void run() {
    if (!check_ports()) return;
    check_routing();
    check_sizes();
    if (!fits_) return;
    check_bubble();
    check_congestion();
    check_credits();
  }

 private:
  void error(std::string_view key, std::string message) { report_.error(key, std::move(message)); }
  void warning(std::string_view key, std::string message) { report_.warning(key, std::move(message)); }

  bool check_ports() {
    const unsigned ports = extent_of(design_).ports;
    if (ports <= topology::max_ports) return true;
    error("network.topology", fmt::format("a router would have {} ports, and at most {} are possible; make it smaller",
                                          ports, topology::max_ports));
    return false;
  }

  void check_routing() {
    routing::Routings::visit(
        [&]<class Family>(const Family& params) {
          const auto setup = setup_of(params, design_, *geometry_);
          if (setup) return params.check(*setup, report_);
          report_.error("network.routing.type",
                        fmt::format("routing {} needs {}, and the topology is {}; write {}", Family::name,
                                    Family::works_on, design_.topology.name(), routings_for(*geometry_)));
          fits_ = false;
        },
        design_.routing);
  }

  void check_bubble() {
    if (router::traits_of(flow_control_of(design_)).rings != router::Rings::kept_open) return;
    constexpr std::string_view key = "network.router.queue";
    if (router_.queue.value < 2) {
      error(
          key,
          "bubble flow control needs queues of at least 2 packets; write queue: 4 packets, or flow_control: dateline");
    } else if (router_.queue.value < router_.bubble.value) {
      error("network.router.bubble",
            fmt::format("a bubble of {} packets can never be free in a queue of {}; write bubble: 2 packets",
                        router_.bubble.value, router_.queue.value));
    }
    if (router_.bubble_test == router::BubbleTest::local && link_spread(design_).longest_hop > 1) {
      error("network.router.bubble_test",
            "the local test cannot see packets that are still on a link that has a delay, or needs several cycles for "
            "a phit; write bubble_test: target");
    }
    if (router_.bubble.value < 2) {
      warning("network.router.bubble", "a bubble of 1 packet is not proven free of deadlock, as one of 2 packets is");
    }
  }

  void check_congestion() {
    const router::CongestionRule rule = router::rule_of(router_.congestion_control);
    if (rule.own_slots > router_.queue.value) {
      error("network.router.congestion_control.slots",
            fmt::format("{} slots can never be free in a queue of {}; write slots: 2 packets", rule.own_slots,
                        router_.queue.value));
    }
    const topology::Extent extent = extent_of(design_);
    if ((rule.transit_priority > 0 || rule.patience != 0) && extent.routers > extent.nodes) {
      warning("network.router.congestion_control.type",
              "packets enter this network by interfaces, which nothing else passes: there is nobody to give way to");
    }
  }

  void check_sizes() {
    const topology::Extent extent = extent_of(design_);
    if (extent.routers > static_cast<double>(max_routers)) {
      error("network.topology",
            fmt::format("{:.3g} routers are more than this program can number ({}); make it smaller", extent.routers,
                        max_routers));
    }
    const std::size_t queues = std::size_t{extent.ports} * router_.virtual_channels + router_.injectors;
    if (queues > max_queues) {
      error("network.router.virtual_channels",
            fmt::format("{} ports with {} virtual channels make {} queues a router, at most {} are possible",
                        extent.ports, router_.virtual_channels, queues, max_queues));
    }
  }

  void check_credits() {
    if (design_.model) return;
    const unsigned link_class = most_limited_links(design_);
    const LinkTimes times = link_times(design_, link_class);
    const CreditLoop loop = credit_loop(design_, times);
    if (loop.stream == loop.wire) return;
    const std::string queues = fmt::format("queues of {}", counted(router_.queue.value, "packet"));
    const std::string link =
        design_.link_classes.empty() ? "link" : fmt::format("{} link", geometry_->link_classes()[link_class]);
    const std::string loss =
        loop.link < loop.wire
            ? fmt::format("a {} carries at most {:.3g} phits/cycle", link, loop.link)
            : fmt::format("packets that enter a ring over a {} get at most {:.3g} phits/cycle", link, loop.stream);
    warning(
        credits_key(times),
        fmt::format(
            "{}{} do not cover the round trip of a slot, {} cycles (packet of {}{}{}, link.delay {}, router.delay "
            "{}, router.credit_delay {}{}): {}; {}",
            queues, loop.channels == 1 ? "" : fmt::format(" in {} virtual channels", loop.channels), loop.round_trip,
            design_.packet_phits, times.phit_cycles == 1 ? "" : fmt::format(" phits of {} cycles", times.phit_cycles),
            loop.crossings == 2 ? " twice, in and out" : "", times.delay, router_.delay.cycles(),
            router_.credit_delay.cycles(), loop.crossings == 2 ? "" : ", and 1", loss, remedy(loop)));
  }

  /// The key that was written: the queue, or else the longest delay.
  std::string_view credits_key(LinkTimes link) const {
    constexpr std::string_view queue = "network.router.queue";
    const std::array<std::pair<unsigned, std::string_view>, 3> delays{
        {{link.delay, design_.link_classes.empty() ? "network.link.delay" : "network.link.delay_by_class"},
         {router_.delay.cycles(), "network.router.delay"},
         {router_.credit_delay.cycles(), "network.router.credit_delay"}}};
    const auto longest =
        *std::max_element(delays.begin(), delays.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return report_.at(queue).is_default && longest.first > 0 ? longest.second : queue;
  }

  std::string remedy(const CreditLoop& loop) const {
    if (loop.queue > router::max_queue_packets) {
      std::string text = fmt::format("no queue is long enough; write packets of at least {} phits", loop.packet_phits);
      // Of larger phits, fewer cycles make the same delay.
      if (loop.packet_phits > most_phits)
        text +=
            fmt::format(", or of as many bytes ({}) in phits of at least {} B", loop.packet_phits * design_.phit_bytes,
                        loop.packet_phits * design_.phit_bytes / most_phits + 1);
      return text;
    }
    std::string text = fmt::format("write queue: {}", counted(loop.queue, "packet"));
    if (loop.channels > 1 && loop.queue_alone != loop.queue) {
      text += fmt::format(" ({} channels together; one alone needs {})",
                          loop.channels == 2 ? "both" : fmt::format("{}", loop.channels),
                          counted(loop.queue_alone, "packet"));
    }
    return text;
  }

  const Design& design_;
  const router::RouterParams& router_;
  topology::GeometryPointer geometry_;
  routing::Report report_;
  bool fits_ = true;  ///< the routing is written for this network
};

/// Whoever writes the key has chosen.
void warn_of_speed_steps(const Design& design, const topology::Topology& topology, routing::Report& report) {
  constexpr std::string_view key = "network.router.forward";
  const bool whole = router::traits_of(flow_control_of(design)).whole_packet;
  if (design.model || whole || design.router.forward != router::Forward::header || !report.at(key).is_default) return;
  const auto step = largest_speed_step(design, topology);
  if (!step) return;
  report.warning(key,
                 fmt::format("a packet that comes over a slow link holds a faster one at the slow pace: at {}, for "
                             "example, a phit takes {} on a link in and {} on a link out; write forward: tail-due "
                             "for switches that wait until the tail is due, or forward: header to keep it so",
                             topology.geometry->router_name(step->router), counted(step->slow, "cycle"), step->fast));
}

}  // namespace

bool check_topology(const topology::AnyTopology& topology, Diagnostics& diagnostics, const Locate& locate) {
  const auto fault = topology::fault_of(topology);
  if (!fault) return true;
  const std::string key = "network.topology." + fault->key;
  routing::Report(diagnostics, locate).error(key, fmt::format("{}: {}", key, fault->text));
  return false;
}

void check(const Design& design, Diagnostics& diagnostics, const Locate& locate) {
  if (check_topology(design.topology, diagnostics, locate)) Checker(design, diagnostics, locate).run();
}

void check_built(const Design& design, const topology::Topology& topology, Diagnostics& diagnostics,
                 const Locate& locate) {
  if (design.model && !message::follows_routes(*design.model)) return;
  routing::Report report(diagnostics, locate);
  if (!topology.failures.reroutes.empty() && !routing::reroutes(design.routing)) {
    return report.error("network.faults.reroute_after",
                        fmt::format("the ways of routing {} stay those of the start; remove reroute_after, or take a "
                                    "routing whose tables follow the network: {}",
                                    design.routing.name(), routing::rerouting_names()));
  }
  routing::Routings::visit(
      [&]<class Family>(const Family& family) {
        const auto setup = setup_of(family, design, *topology.geometry, &topology);
        if (setup) FamilyUnit<Family>::check_built(family, *setup, report);
      },
      design.routing);
  warn_of_speed_steps(design, topology, report);
}

}  // namespace fsin::engine
