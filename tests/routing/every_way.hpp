// SPDX-License-Identifier: Apache-2.0
// Every way of a packet, one by one with its probability, and what each channel then carries on average when the
// routing is oblivious, that is, when the way of a packet follows from its draws and nothing else. All outcomes of
// these draws are gone through for each flow; an algorithm that looks at queues is shown an empty network, so that its
// answer then is that without load.
//
// Exact also where a packet that waits draws again, as long as every draw has the same chances. fsin/analysis finds the
// same loads by states and their probabilities; the two check each other.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/topology.hpp"
#include "tests/routing/outcomes.hpp"

namespace routing_tests {

using namespace fsin;

/// Packets from a node to another one, in any unit.
struct Flow {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  double load = 1;
};

/// One hop of a packet: the router where it is, and the output channel that it takes.
struct Hop {
  std::uint32_t router = 0;
  unsigned port = 0;
  unsigned vc = 0;
};

/// A router of an empty network.
class EmptyRouterView {
 public:
  struct At {
    std::uint32_t router = 0;
    unsigned layer = 0;
    bool from_injection = true;
    unsigned in_port = 0;
    unsigned in_vc = 0;
  };

  EmptyRouterView(Outcomes& outcomes, const At& at) : outcomes_(&outcomes), at_(at) {}

  std::uint32_t router() const { return at_.router; }
  unsigned layer() const { return at_.layer; }
  bool from_injection() const { return at_.from_injection; }
  unsigned in_port() const { return at_.in_port; }
  unsigned in_vc() const { return at_.in_vc; }
  static bool can_request(std::int32_t) { return true; }
  static unsigned open(std::int32_t, unsigned n) { return (1U << n) - 1; }
  static bool must_draw() { return false; }
  static unsigned phits_ahead(std::int32_t) { return 0; }
  static std::uint64_t backlog(std::int32_t) { return 0; }
  static unsigned channel_load(std::int32_t) { return 0; }
  static unsigned phits_at(std::uint32_t, std::int32_t) { return 0; }
  static std::optional<bool> supposes() { return {}; }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t) const { return outcomes_->draw(n); }
  std::uint32_t offset(std::uint32_t n, std::uint32_t) const { return outcomes_->draw(n); }
  std::uint32_t least(std::uint32_t n, std::uint32_t) const { return outcomes_->draw(n); }

 private:
  Outcomes* outcomes_;
  At at_;
};
static_assert(routing::WideRouterView<EmptyRouterView>);

/// One way of a packet; throws std::runtime_error where it does not get to its destination.
template <class View, routing::RoutingAlgorithm Algorithm>
std::vector<Hop> way(const Algorithm& algorithm, unsigned vcs, const topology::Topology& built, const Flow& flow,
                     Outcomes& outcomes) {
  typename Algorithm::State state = algorithm.start(flow.source, flow.destination, EnteringOutcomes(outcomes));
  std::vector<Hop> hops;
  EmptyRouterView::At at{flow.source, built.geometry->layer(RouterId(flow.source))};
  while (at.router != flow.destination) {
    View view(outcomes, at);
    if constexpr (routing::Deciding<Algorithm>) algorithm.decide(view, state);
    routing::Retry retry = 0;
    const routing::Choice choice = algorithm.request(view, state, retry);
    if (!choice.made() || hops.size() > built.graph.routers()) throw std::runtime_error("a packet goes nowhere");
    const auto out = static_cast<unsigned>(choice.out);
    hops.push_back({at.router, out / vcs, out % vcs});
    const topology::Link next = built.graph.next(RouterId(at.router), out / vcs);
    if (!next.exists()) throw std::runtime_error("a packet leaves the network");
    algorithm.advance(state, out / vcs);
    at = {next.router.value, built.geometry->layer(next.router), false, next.port, out % vcs};
  }
  return hops;
}

/// Calls use(hops, probability) for every way that a packet may take.
template <class View = EmptyRouterView, routing::RoutingAlgorithm Algorithm, class Use>
void for_each_way(const Algorithm& algorithm, unsigned vcs, const topology::Topology& built, const Flow& flow,
                  Use use) {
  Outcomes outcomes;
  do {
    const std::vector<Hop> hops = way<View>(algorithm, vcs, built, flow, outcomes);
    use(hops, outcomes.probability());
  } while (outcomes.next());
}

/// By router * ports + port: the load of the link, in the unit of the flows.
template <routing::RoutingAlgorithm Algorithm>
std::vector<double> link_loads(const Algorithm& algorithm, unsigned vcs, const topology::Topology& built,
                               const std::vector<Flow>& flows) {
  std::vector<double> loads(built.graph.routers() * built.graph.ports());
  for (const Flow& flow : flows) {
    for_each_way(algorithm, vcs, built, flow, [&](const std::vector<Hop>& hops, double probability) {
      for (const Hop& hop : hops) loads[hop.router * built.graph.ports() + hop.port] += probability * flow.load;
    });
  }
  return loads;
}

}  // namespace routing_tests
