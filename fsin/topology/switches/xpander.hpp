// SPDX-License-Identifier: Apache-2.0
// Xpander: a random lift of a complete graph, which is an expander. A. Valadarsky, G. Shahaf, M. Dinitz, M. Schapira,
// Xpander: towards optimal-performance datacenters, CoNEXT 2016.
//
// There are d + 1 groups of `lift` switches, none of which has a link within its group; a switch has one link to a
// switch of each other group, and those between two groups are a random permutation. Switch i of group G has number G *
// lift + i; its links are in ascending order of the groups. Where the graph falls apart it is drawn again. Not
// modelled: the choice of the best of many lifts.
#pragma once

#include <string_view>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

class Xpander final : public SwitchGraph {
 public:
  Xpander(unsigned degree, unsigned lift, unsigned terminals, std::uint64_t seed, unsigned rails);

 protected:
  std::string switch_name(std::uint32_t number) const override;

 private:
  unsigned lift_;
};

struct XpanderParams {
  static constexpr std::string_view name = "xpander";
  static constexpr std::string_view doc = "random lift of a complete graph of switches";
  static constexpr std::string_view cite = "Valadarsky, Shahaf, Dinitz & Schapira, CoNEXT 2016";

  unsigned degree = 4;
  unsigned lift = 4;
  unsigned terminals = 2;
  std::uint64_t seed = 1;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("degree", degree, "links from a switch to others, one to each other group").range(3, max_ports - 1);
    f("lift", lift, "switches of a group").range(1, 1U << 16U);
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 3);
    f("seed", seed, "seed of the random graph");
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  std::optional<Fault> fault() const;
  Extent extent() const;
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<Xpander>(degree, lift, terminals, seed, rails); }
  Topology build() const { return built(name, std::make_shared<Xpander>(degree, lift, terminals, seed, rails)); }
};

}  // namespace fsin::topology
