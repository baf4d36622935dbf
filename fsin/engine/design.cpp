// SPDX-License-Identifier: Apache-2.0
// Which choices go together. Every message says what is wrong and what to write instead.
#include "fsin/engine/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/event/events.hpp"

namespace fsin::engine {
namespace {

using router::FlowControl;

bool is_tree(const Design& design) { return std::holds_alternative<topology::FatTreeParams>(design.topology); }
bool is_torus(const Design& design) { return std::holds_alternative<topology::TorusParams>(design.topology); }
bool is_adaptive(const Design& design) { return std::holds_alternative<routing::AdaptiveParams>(design.routing); }
bool is_up_down(const Design& design) { return std::holds_alternative<routing::UpDownParams>(design.routing); }

topology::Extent extent_of(const Design& design) {
  return std::visit([](const auto& params) { return params.extent(); }, design.topology);
}

/// Collects the checks of one design; `at` finds where a key was written.
class Checker {
 public:
  Checker(const Design& design, Diagnostics& diagnostics, const Locate& locate)
      : design_(design), router_(design.router), diagnostics_(diagnostics), locate_(locate) {}

  void run() {
    check_routing();
    check_order();
    check_flow_control();
    check_bubble();
    check_sizes();
    check_credits();
  }

 private:
  Mark at(std::string_view key) const { return locate_ ? locate_(key) : Mark{}; }
  void error(std::string_view key, std::string message) { diagnostics_.error(at(key), std::move(message)); }
  void warning(std::string_view key, std::string message) { diagnostics_.warning(at(key), std::move(message)); }

  void check_routing() {
    if (is_tree(design_) && !is_up_down(design_)) {
      error("network.routing.type",
            "this routing needs a torus or a mesh, the topology is a fat-tree; write routing: up-down");
    }
    if (!is_tree(design_) && is_up_down(design_)) {
      error("network.routing.type", "up-down routing needs a fat-tree; write routing: dor or routing: adaptive");
    }
    const auto* torus = std::get_if<topology::TorusParams>(&design_.topology);
    if (torus != nullptr && torus->dims.size() == 1 && is_adaptive(design_)) {
      warning("network.routing.type", "adaptive routing on a ring has nothing to choose but the virtual channel");
    }
  }

  void check_order() {
    const auto* dor = std::get_if<routing::DorParams>(&design_.routing);
    if (dor == nullptr || dor->order.empty() || is_tree(design_)) return;
    const std::size_t n = extent_of(design_).ports / 2;
    std::vector<unsigned> sorted = dor->order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<unsigned> all(n);
    std::iota(all.begin(), all.end(), 0U);
    if (sorted != all) {
      error("network.routing.order", fmt::format("must name each of the {} dimensions once, such as [{}]", n,
                                                 fmt::join(all.rbegin(), all.rend(), ", ")));
    }
  }

  void check_flow_control() {
    if (!router_.flow_control) {
      check_channels(flow_control_of(design_));
      return;
    }
    const FlowControl flow = *router_.flow_control;
    constexpr std::string_view key = "network.router.flow_control";
    if (is_tree(design_) && flow != FlowControl::none) {
      error(key, "a fat-tree needs no protection against deadlock; write flow_control: none");
    } else if (flow == FlowControl::bubble && !is_torus(design_)) {
      error(key, "bubble protects rings and a mesh has none; write flow_control: escape (adaptive) or none (dor)");
    } else if (flow == FlowControl::dateline && !is_torus(design_)) {
      error(key, "dateline cuts rings and a mesh has none; write flow_control: escape (adaptive) or none (dor)");
    } else if (flow == FlowControl::escape && is_torus(design_)) {
      error(key, "a plain escape channel deadlocks round the rings of a torus; write flow_control: bubble or dateline");
    } else if (flow == FlowControl::escape && !is_adaptive(design_)) {
      error(key, "dor on a mesh is free of deadlock by itself; write flow_control: none");
    } else if (flow == FlowControl::none && is_torus(design_)) {
      warning(key, "nothing protects the rings of this torus: the network can deadlock");
    }
    check_channels(flow);
  }

  void check_channels(FlowControl flow) {
    const unsigned vcs = router_.virtual_channels;
    constexpr std::string_view key = "network.router.virtual_channels";
    if (is_tree(design_) || is_up_down(design_)) return;
    if (flow == FlowControl::dateline && !is_adaptive(design_) && vcs % 2 != 0) {
      error(key, fmt::format("dateline uses virtual channels in pairs and there {} {}; write an even number",
                             vcs == 1 ? "is" : "are", vcs));
    } else if (flow == FlowControl::dateline && is_adaptive(design_) && vcs < 3) {
      error(key, fmt::format("adaptive routing over a dateline escape needs at least 3 virtual channels, not {}", vcs));
    } else if (is_adaptive(design_) && vcs < 2) {
      error(key,
            "adaptive routing needs at least 2 virtual channels: one escape channel and one adaptive; write 3, or "
            "routing: dor");
    }
  }

  void check_bubble() {
    if (is_tree(design_) || flow_control_of(design_) != FlowControl::bubble) return;
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
    if (router_.bubble_test == router::BubbleTest::local && design_.link_delay > 0) {
      error("network.router.bubble_test",
            "the local test cannot see packets that are still on a link with delay; write bubble_test: target");
    }
    if (router_.bubble.value < 2) {
      warning("network.router.bubble", "a bubble of 1 packet is not proven free of deadlock; 2 packets is");
    }
  }

  void check_sizes() {
    const topology::Extent extent = extent_of(design_);
    if (extent.routers > static_cast<double>(event::Event::max_routers)) {
      error("network.topology",
            fmt::format("{:.3g} routers are more than this program can number ({}); make it smaller", extent.routers,
                        event::Event::max_routers));
    }
    const std::size_t queues = std::size_t{extent.ports} * router_.virtual_channels + router_.injectors;
    if (queues > event::Event::max_queues) {
      error("network.router.virtual_channels",
            fmt::format("{} ports with {} virtual channels make {} queues a router, at most {} are possible",
                        extent.ports, router_.virtual_channels, queues, event::Event::max_queues));
    }
  }

  void check_credits() {
    if (design_.direct) return;
    const CreditLoop loop = credit_loop(design_);
    if (loop.stream == 1) return;
    const std::string queues = fmt::format("queues of {}", counted(router_.queue.value, "packet"));
    const std::string loss =
        loop.link < 1
            ? fmt::format("a link carries at most {:.3g} phits/cycle", loop.link)
            : fmt::format("packets that enter a ring over a link get at most {:.3g} phits/cycle", loop.stream);
    warning(
        credits_key(),
        fmt::format("{}{} do not cover the round trip of a slot, {} cycles (packet of {}, link.delay {}, router.delay "
                    "{}, router.credit_delay {}, and 1): {}; {}",
                    queues, loop.channels == 1 ? "" : fmt::format(" in {} virtual channels", loop.channels),
                    loop.round_trip, design_.packet_phits, design_.link_delay, router_.delay.cycles(),
                    router_.credit_delay.cycles(), loss, remedy(loop)));
  }

  /// The key that was written: the queue, or else the longest delay.
  std::string_view credits_key() const {
    constexpr std::string_view queue = "network.router.queue";
    const std::array<std::pair<unsigned, std::string_view>, 3> delays{
        {{design_.link_delay, "network.link.delay"},
         {router_.delay.cycles(), "network.router.delay"},
         {router_.credit_delay.cycles(), "network.router.credit_delay"}}};
    const auto longest =
        *std::max_element(delays.begin(), delays.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return at(queue).is_default && longest.first > 0 ? longest.second : queue;
  }

  static std::string remedy(const CreditLoop& loop) {
    if (loop.queue > router::max_queue_packets) {
      return fmt::format("no queue is long enough; write packets of at least {} phits", loop.packet_phits);
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
  Diagnostics& diagnostics_;
  const Locate& locate_;
};

}  // namespace

FlowControl flow_control_of(const Design& design) {
  if (design.router.flow_control) return *design.router.flow_control;
  if (is_torus(design)) return FlowControl::bubble;
  return is_adaptive(design) && !is_tree(design) ? FlowControl::escape : FlowControl::none;
}

BubbleRule bubble_of(const Design& design) {
  if (flow_control_of(design) != FlowControl::bubble) return {};
  const auto free_slots = static_cast<unsigned>(design.router.bubble.value);
  const bool local = design.router.bubble_test == router::BubbleTest::local ||
                     (design.router.bubble_test == router::BubbleTest::automatic && design.link_delay == 0);
  BubbleRule rule;
  (local ? rule.local : rule.target) = free_slots;
  rule.all_channels = !is_adaptive(design);
  return rule;
}

void check(const Design& design, Diagnostics& diagnostics, const Locate& locate) {
  Checker(design, diagnostics, locate).run();
}

}  // namespace fsin::engine
