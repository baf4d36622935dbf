// SPDX-License-Identifier: Apache-2.0
// The contract of a routing's parameters, an entry of the catalogue: a family of algorithms, of which a design uses
// one.
//
// A family states the kind of network for which it is written, its protection from deadlock, and the choices that do
// not go together. All are members of its parameters, in fsin/routing/NAME.hpp, which everything that knows experiments
// includes:
//
//   Geometry                     the kind of network: a class derived from topology::Geometry
//   works_on                     the same in words: "a torus or a mesh"
//   adaptive                     true if a packet may choose among several paths
//   flow_control(geometry)       flow control in force when none is requested
//   protected_channels(setup)    virtual channels, as a mask, whose rings a bubble must protect
//   parallel_channels(setup)     virtual channels that can carry the packets of one link at the same time, on the link
//                                with the fewest
//   check(setup, report)         errors and warnings about the choices in `setup`
//   table_bytes(extent)          optional: bytes of the tables of the algorithm, of a network of these sizes; with a
//                                second argument, the virtual channels of a link
//   remembers()                  optional: RoutingAlgorithm::remembers of the algorithm; default: false
//   reroutes                     optional: Rerouting of the algorithm; default: false
//   looks_around                 optional: LookingAround of the algorithm; default: false
//   unlike_original()            optional: the reason why the original simulator cannot be reproduced; without it, it
//                                cannot
//
// The algorithms are in separate files, fsin/routing/algorithms/NAME.hpp, included only by the unit that compiles this
// family (fsin/engine/family_unit.hpp), those of families that build on it, and tests. Beside them are functions that
// take the parameters:
//
//   with_algorithm(params, setup, use)     calls use(algorithm), setup.graph being known
//   check_links(params, setup, report)     optional: errors and warnings that depend on the links of the network
//
// A routing may also be a single file, NAME.hpp. A change of its algorithm then recompiles as much as a change of its
// parameters.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/router/params.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::routing {

/// Cycles of a link: of a phit, and of a header until it may request an output at the next router.
struct LinkPace {
  unsigned phit = 1;
  unsigned header = 1;
};

/// The design around a family. `Network` is the geometry for which the family is written.
template <class Network>
struct Setup {
  const Network& network;
  const topology::PortGraph* graph =
      nullptr;       ///< links of the network; null before they are built, as for flow_control() and check()
  unsigned vcs = 1;  ///< virtual channels per link
  std::optional<router::FlowControl> asked;                                ///< flow control requested in the experiment
  router::FlowControl flow = router::flow_control<router::NoFlowControl>;  ///< flow control in force
  const topology::Failures* failures = nullptr;                            ///< failures of the built network
  std::vector<LinkPace> paces{};   ///< by class of links; only where `graph` is known
  topology::Kept* kept = nullptr;  ///< objects kept by the built network; null: nothing is kept

  router::FlowTraits traits() const { return router::traits_of(flow); }
  bool rings_are_cut() const { return traits().rings == router::Rings::cut; }
};

/// Receiver of errors about choices that do not go together. Keys are those of the experiment: "network.router.queue".
class Report {
 public:
  using Locate = std::function<Mark(std::string_view key)>;

  Report(Diagnostics& diagnostics, const Locate& locate) : diagnostics_(diagnostics), locate_(locate) {}

  Mark at(std::string_view key) const { return locate_ ? locate_(key) : Mark{}; }
  void error(std::string_view key, std::string message) { diagnostics_.error(at(key), std::move(message)); }
  void warning(std::string_view key, std::string message) { diagnostics_.warning(at(key), std::move(message)); }

 private:
  Diagnostics& diagnostics_;
  const Locate& locate_;
};

template <class P>
concept RoutingFamily = std::derived_from<typename P::Geometry, topology::Geometry> &&
    requires(const P params, const typename P::Geometry& network, const Setup<typename P::Geometry>& setup,
             Report& report) {
  { P::name } -> std::convertible_to<std::string_view>;
  { P::works_on } -> std::convertible_to<std::string_view>;
  { P::adaptive } -> std::convertible_to<bool>;
  { params.flow_control(network) } -> std::same_as<router::FlowControl>;
  { params.protected_channels(setup) } -> std::same_as<std::uint16_t>;
  { params.parallel_channels(setup) } -> std::same_as<unsigned>;
  params.check(setup, report);
};

}  // namespace fsin::routing
