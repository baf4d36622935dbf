// SPDX-License-Identifier: Apache-2.0
// A built topology, and the contract for the parameters of each topology (see catalogue.hpp).
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/topology/failures.hpp"
#include "fsin/topology/geometry.hpp"
#include "fsin/topology/kept.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

struct Topology {
  std::string name;  ///< catalogue name
  PortGraph graph;
  GeometryPointer geometry;  ///< describes the network without its failures
  Failures failures{};       ///< those from the start are no longer in `graph`
  std::shared_ptr<Kept> kept =
      std::make_shared<Kept>();  ///< data derived from this graph; a changed graph gets a new one
};

/// Sizes known before anything is built, so that a network that cannot fit is refused first.
struct Extent {
  double nodes = 0;  ///< doubles, so that no typing error overflows
  double routers = 0;
  unsigned ports = 0;
  unsigned interface_ports = 0;  ///< ports of a router with a node, where these are fewer; 0: all

  /// Port numbers of all routers together, without those that an interface does not use.
  double port_numbers() const {
    return interface_ports == 0 ? routers * ports : nodes * interface_ports + (routers - nodes) * ports;
  }
};

/// The shape of a network as the numbers of its nodes show it, for patterns and placements.
struct Numbering {
  std::vector<unsigned> dims{};  ///< sides of the grid in whose coordinates places are numbered, X first; empty: none
  unsigned terminals = 1;        ///< nodes at each place of the grid, with consecutive numbers
  unsigned group = 0;            ///< nodes of each group, with consecutive numbers; 0: there are no groups
};

/// Why the original simulator cannot reproduce a network: the key of the parameters that is at fault, `what` the
/// original lacks, and what to write `instead`.
struct Unlike {
  std::string key;
  std::string what;
  std::string instead;
};

/// Fault of parameters each of which is within its range: the key to change, and what to write there.
struct Fault {
  std::string key;
  std::string text;
};

/// The parameters of a topology, an entry of the catalogue. It may also have
///   std::optional<Fault> fault() const              what is wrong with them, beyond the ranges in fields(); the other
///                                                   members are called only when it is nothing
///   std::optional<Unlike> unlike_original() const   whether the original simulator has this network;
///                                                   without this member, it has not
///   bool load(FileGraphs&, const Mark&, Diagnostics&) reads the file that it names: load() in catalogue.hpp
template <class P>
concept TopologyParams = requires(const P params) {
  { P::name } -> std::convertible_to<std::string_view>;
  { params.extent() } -> std::same_as<Extent>;
  { params.numbering() } -> std::same_as<Numbering>;
  /// The geometry without the tables of a built network, so that it costs nothing at any size. Where the links are
  /// listed one by one (switch_graph.hpp), it has them nevertheless.
  { params.geometry() } -> std::same_as<GeometryPointer>;
  { params.build() } -> std::same_as<Topology>;
};

}  // namespace fsin::topology
