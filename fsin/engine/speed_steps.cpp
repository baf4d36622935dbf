// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/speed_steps.hpp"

#include <algorithm>
#include <vector>

#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {
namespace {

/// An end of a link at a router.
struct LinkEnd {
  std::uint32_t neighbour = 0;
  unsigned port = 0;
  unsigned phit_cycles = 1;
};

class StepSearch {
 public:
  StepSearch(const Design& design, const topology::Topology& topology)
      : design_(design),
        topology_(topology),
        feeders_(topology::feeders(topology.graph)),
        dimension_order_(design.routing.get_if<routing::DorParams>()) {}

  std::optional<SpeedStep> find() {
    std::optional<SpeedStep> found;
    const topology::PortGraph& graph = topology_.graph;
    const bool interfaces = graph.nodes() != graph.routers();  // which nothing passes
    for (std::uint32_t r = interfaces ? static_cast<std::uint32_t>(graph.nodes()) : 0; r < graph.routers(); ++r) {
      collect(r);
      for (const LinkEnd& in : in_) {
        for (const LinkEnd& out : out_) {
          const unsigned least = found ? found->slow - found->fast : 0;
          if (in.phit_cycles <= out.phit_cycles + least || in.neighbour == out.neighbour) continue;
          if (turns(in.port, out.port) && (!interfaces || others_want(in, out)))
            found = SpeedStep{RouterId(r), in.phit_cycles, out.phit_cycles};
        }
      }
    }
    return found;
  }

 private:
  void collect(std::uint32_t r) {
    const topology::PortGraph& graph = topology_.graph;
    in_.clear();
    out_.clear();
    for (unsigned p = 0; p < graph.ports(); ++p) {
      const topology::Link next = graph.next(RouterId(r), p), feeder = feeders_[std::size_t{r} * graph.ports() + p];
      if (next.exists()) out_.push_back({next.router.value, p, cycles(RouterId(r), p)});
      if (feeder.exists()) in_.push_back({feeder.router.value, p, cycles(feeder.router, feeder.port)});
    }
  }
  unsigned cycles(RouterId router, unsigned port) const {
    return link_times(design_, topology_.geometry->link_class(router, port)).phit_cycles;
  }

  /// False where packets in dimension order do not go on from the link in to the link out.
  bool turns(unsigned in_port, unsigned out_port) const {
    if (dimension_order_ == nullptr) return true;
    const auto place = [&](unsigned port) {
      const std::vector<unsigned>& order = dimension_order_->order;
      const auto found = std::find(order.begin(), order.end(), port / 2);
      return found == order.end() ? port / 2 : static_cast<unsigned>(found - order.begin());
    };
    return place(in_port) < place(out_port);
  }
  bool others_want(const LinkEnd& in, const LinkEnd& out) const {
    return std::any_of(in_.begin(), in_.end(),
                       [&](const LinkEnd& other) { return other.port != in.port && other.neighbour != out.neighbour; });
  }

  const Design& design_;
  const topology::Topology& topology_;
  std::vector<topology::Link> feeders_;
  const routing::DorParams* dimension_order_;
  std::vector<LinkEnd> in_, out_;
};

}  // namespace

std::optional<SpeedStep> largest_speed_step(const Design& design, const topology::Topology& topology) {
  const LinkSpread links = link_spread(design);
  if (links.slowest == links.fastest) return std::nullopt;
  return StepSearch(design, topology).find();
}

}  // namespace fsin::engine
