// SPDX-License-Identifier: Apache-2.0
// The contract of a routing's parameters, an entry of the catalogue: a family of algorithms, of which a design uses
// one.
//
// A family says for which kind of network it is written, what protects it from deadlock, and which choices do not go
// together. All are members of its parameters, in fsin/routing/NAME.hpp, which everything that knows experiments
// includes:
//
//   Geometry                     the kind of network: a class derived from topology::Geometry
//   works_on                     the same in words: "a torus or a mesh"
//   adaptive                     whether a packet may choose among several ways
//   flow_control(geometry)       what protects it when nothing is asked for
//   protected_channels(setup)    virtual channels, as a mask, whose rings a bubble must protect
//   parallel_channels(setup)     virtual channels that can carry the packets of one link at the same time, where fewest
//                                can
//   check(setup, report)         errors and warnings about the choices in `setup`
//   table_bytes(extent)          optional: bytes of the tables of the algorithm, of a network of these sizes
//   remembers()                  optional: RoutingAlgorithm::remembers of the algorithm; without it, false
//   looks_around                 optional: LookingAround of the algorithm; without it, false
//   unlike_original()            optional: why the original simulator cannot be reproduced; without it, it cannot
//
// The algorithms are apart, in fsin/routing/algorithms/NAME.hpp, which nothing includes but the unit that compiles this
// family (fsin/engine/family_unit.hpp), those of families that build on it, and tests. Beside them are functions that
// take the parameters:
//
//   with_algorithm(params, setup, use)     calls use(algorithm), setup.graph being known
//   check_links(params, setup, report)     optional: errors and warnings that only the links of the network tell
//
// A routing may also be one file, NAME.hpp with all of it. A change of its algorithm then compiles as much again as a
// change of its parameters.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fsin/core/diagnostic.hpp"
#include "fsin/router/params.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::routing {

/// What a family knows of the design it is part of. `Network` is the geometry that the family is written for.
template <class Network>
struct Setup {
  const Network& network;
  const topology::PortGraph* graph =
      nullptr;       ///< its links; null before they are built, as for flow_control() and check()
  unsigned vcs = 1;  ///< virtual channels per link
  std::optional<router::FlowControl> asked;                                ///< the flow control that was written
  router::FlowControl flow = router::flow_control<router::NoFlowControl>;  ///< the one in force
  const topology::Failures* failures = nullptr;                            ///< of the built network
  topology::Kept* kept = nullptr;  ///< by the built network; null: nothing is kept

  router::FlowTraits traits() const { return router::traits_of(flow); }
  bool rings_are_cut() const { return traits().rings == router::Rings::cut; }
};

/// Where a family reports what does not go together. Keys are those of the experiment: "network.router.queue".
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
