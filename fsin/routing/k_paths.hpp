// SPDX-License-Identifier: Apache-2.0
// One of the k shortest paths of a pair: parameters and checks. The tables: algorithms/k_paths.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

enum class PathChoice : std::uint8_t { packet, flow };
inline constexpr std::array path_choice_names{
    config::Named{PathChoice::packet, "packet", "drawn for each packet when it enters"},
    config::Named{PathChoice::flow, "flow", "by a hash of source and destination, so that a pair has one path"},
};

struct PathsParams : AnyNetworkFamily, WeightOfLinks {
  static constexpr std::string_view name = "paths";
  static constexpr std::string_view doc = "one of the k shortest paths between two switches, chosen at the source";
  static constexpr std::string_view cite = "Yen, Management Science 17(11), 1971; Singla et al., NSDI 2012";

  unsigned k = 4;
  PathChoice choice = PathChoice::packet;
  std::uint64_t hash_seed = 1;

  template <class F>
  void fields(F& f) {
    f("k", k, "largest number of paths of a pair of switches").range(1, 64);
    f("choice", choice, "choice among the paths").names(path_choice_names);
    f("hash_seed", hash_seed, "seed of the hash by which choice: flow spreads the pairs of nodes");
    WeightOfLinks::fields(f);
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  /// Bytes of the tables. A path takes as many bytes as it has links, here taken as 4, and two numbers.
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, 4 + k * 9.0);
  }
};

}  // namespace fsin::routing
