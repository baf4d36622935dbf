// SPDX-License-Identifier: Apache-2.0
// Full mesh (complete graph): a link from every switch to every other one. Port p + j of a switch with p terminals
// leads to the j-th of the other switches, in ascending order.
#pragma once

#include <string_view>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

class FullMesh final : public SwitchGraph {
 public:
  FullMesh(unsigned switches, unsigned terminals, unsigned rails);

  Distances distances() const override;
  std::optional<double> bisection() const override;

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override { return from == to ? 0 : 1; }
};

struct FullMeshParams {
  static constexpr std::string_view name = "full-mesh";
  static constexpr std::string_view doc = "a link from every switch to every other one";

  unsigned switches = 8;
  unsigned terminals = 4;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("switches", switches, "number of switches").range(2, max_ports);
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 1);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  std::optional<Fault> fault() const { return too_large(extent(), "terminals"); }
  Extent extent() const { return with_rails(1.0 * switches * terminals, switches, terminals + switches - 1, rails); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<FullMesh>(switches, terminals, rails); }
  Topology build() const { return built(name, std::make_shared<FullMesh>(switches, terminals, rails)); }
};

}  // namespace fsin::topology
