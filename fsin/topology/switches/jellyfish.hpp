// SPDX-License-Identifier: Apache-2.0
// Jellyfish: a random regular graph. A. Singla, C.-Y. Hong, L. Popa, P. B. Godfrey, Jellyfish: networking data centers
// randomly, NSDI 2012.
//
// It is drawn by switching, as in R. Milo et al., On the uniform generation of random graphs with prescribed degree
// sequences, arXiv:cond-mat/0312028: starting from a circulant graph, two links a - b and c - d become a - d and c - b,
// or a - c and b - d, unless that would join a switch to itself or two switches twice; ten times as often as there are
// links, and on until the graph is connected. Every connected regular graph can occur. The same seed gives the same
// graph everywhere.
#pragma once

#include <string_view>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

class Jellyfish final : public SwitchGraph {
 public:
  Jellyfish(unsigned switches, unsigned degree, unsigned terminals, std::uint64_t seed, unsigned rails);
};

struct JellyfishParams {
  static constexpr std::string_view name = "jellyfish";
  static constexpr std::string_view doc = "random regular graph of switches";
  static constexpr std::string_view cite = "Singla, Hong, Popa & Godfrey, NSDI 2012";

  unsigned switches = 16;
  unsigned degree = 4;
  unsigned terminals = 2;
  std::uint64_t seed = 1;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("switches", switches, "number of switches").range(4, 1U << 20U);
    f("degree", degree, "links from a switch to others").range(3, max_ports - 1);
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 3);
    f("seed", seed, "seed of the random graph");
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  std::optional<Fault> fault() const;
  Extent extent() const { return with_rails(1.0 * switches * terminals, switches, terminals + degree, rails); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<Jellyfish>(switches, degree, terminals, seed, rails); }
  Topology build() const { return built(name, std::make_shared<Jellyfish>(switches, degree, terminals, seed, rails)); }
};

}  // namespace fsin::topology
