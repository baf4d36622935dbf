// SPDX-License-Identifier: Apache-2.0
// The fat tree of htsim: from a .topo file, or the one that htsim makes of a number of nodes.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/imports/common/parts.hpp"

namespace fsin::imports {

/// The settings of a .topo file: those of its head under their names in lower case, those of tier 1 as `1.radix_up`.
Settings settings_of_topo(const Source& source, Diagnostics& diagnostics);

class HtsimNetwork : private Parts {
 public:
  HtsimNetwork(Settings settings, Result& to, Diagnostics& diagnostics);

  /// Topology, links and router; `nodes` above 0: the tree that htsim makes for so many, without a file.
  void write(std::uint64_t nodes = 0);
  void rest() { tell_rest(" "); }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Tier {
    std::uint64_t down = 0, up = 0, bundle = 1, speed = 0, link_delay = 0, switch_delay = 0;
  };
  void read_tiers();
  void make_tiers();
  bool fits();
  void topology();
  void tree_with_bundles(std::uint64_t pods, std::uint64_t leaves, std::uint64_t middles);
  void links();
  void router();

  std::uint64_t nodes_ = 0, tiers_ = 0, pod_ = 0;
  Tier tier_[3];
  bool in_file_ = false;  ///< speeds and delays of links stand in the edge list
};

}  // namespace fsin::imports
