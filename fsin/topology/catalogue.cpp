// SPDX-License-Identifier: Apache-2.0
// See catalogue.hpp.
#include "fsin/topology/catalogue.hpp"

#include <fmt/format.h>

namespace fsin::topology {

bool load(AnyTopology& params, FileGraphs& graphs, const Mark& named_at, Diagnostics& diagnostics) {
  return Topologies::visit(
      [&](auto& each) {
        if constexpr (requires { each.load(graphs, named_at, diagnostics); }) {
          return each.load(graphs, named_at, diagnostics);
        } else {
          return true;
        }
      },
      params);
}

std::optional<Fault> fault_of(const AnyTopology& params) {
  return Topologies::visit(
      [](const auto& each) -> std::optional<Fault> {
        if constexpr (requires { each.fault(); }) return each.fault();
        return std::nullopt;
      },
      params);
}

Extent extent_of(const AnyTopology& params) {
  return Topologies::visit([](const auto& each) { return each.extent(); }, params);
}

GeometryPointer geometry_of(const AnyTopology& params) {
  return Topologies::visit([](const auto& each) { return each.geometry(); }, params);
}

Topology build(const AnyTopology& params) {
  return Topologies::visit([](const auto& each) { return each.build(); }, params);
}

std::optional<Unlike> unlike_original(const AnyTopology& params) {
  return Topologies::visit(
      []<class Params>(const Params& each) -> std::optional<Unlike> {
        if constexpr (requires { each.unlike_original(); }) return each.unlike_original();
        return Unlike{"", fmt::format("has no {}", Params::name), "another one"};
      },
      params);
}

}  // namespace fsin::topology

template class fsin::config::Choice<fsin::topology::Topologies>;
