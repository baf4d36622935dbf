// SPDX-License-Identifier: Apache-2.0
// A built topology, and the contract for the parameters of each topology (see catalogue.hpp).
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/topology/geometry.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

struct Topology {
  std::string name;  ///< catalogue name
  PortGraph graph;
  GeometryPointer geometry;
};

/// Sizes known before anything is built, so that a network that cannot fit is refused first.
struct Extent {
  double nodes = 0;  ///< doubles, so that no typing error overflows
  double routers = 0;
  unsigned ports = 0;
};

/// Why parameters make no network, each of them being in its range: the key that is at fault, and what to write
/// instead.
struct Misfit {
  std::string key;
  std::string message;
};

/// Why the original simulator cannot reproduce a network: the key of the parameters that is at fault, `what` the
/// original lacks, and what to write `instead`.
struct Unlike {
  std::string key;
  std::string what;
  std::string instead;
};

/// The parameters of a topology, an entry of the catalogue. It may also have
///   std::optional<Misfit> misfit() const            whether they make a network; geometry() then still gives one
///   std::optional<Unlike> unlike_original() const   whether the original simulator has this network;
///                                                   without this member, it has not
template <class P>
concept TopologyParams = requires(const P params) {
  { P::name } -> std::convertible_to<std::string_view>;
  { params.extent() } -> std::same_as<Extent>;
  /// The geometry without the tables of a built network, so that it costs nothing at any size.
  { params.geometry() } -> std::same_as<GeometryPointer>;
  { params.build() } -> std::same_as<Topology>;
};

}  // namespace fsin::topology
