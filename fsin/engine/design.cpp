// SPDX-License-Identifier: Apache-2.0
// Which choices go together. Every message says what is wrong and what to write instead.
#include "fsin/engine/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

void check(const Design& design, Diagnostics& diagnostics, const Locate& locate) {
  Checker(design, diagnostics, locate).run();
}

}  // namespace fsin::engine
