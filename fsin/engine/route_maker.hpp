// SPDX-License-Identifier: Apache-2.0
// Writes the route of a packet when it enters the injection buffer: signed hops per dimension (minimal; a coin where
// both ways round an even ring are equally long), or the digits that choose ports in a tree.
#pragma once

#include <cstdint>

#include "fsin/routing/route.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::engine {

class RouteMaker {
 public:
  RouteMaker(const topology::Topology& topology, bool source_digits, bool destination_digits);

  /// `down(d)` throws the coin of dimension d: true means downward. Called in dimension order.
  template <class Coin>
  routing::Route make(std::uint32_t source, std::uint32_t destination, Coin down) const {
    if (cartesian_ != nullptr) return over_grid(source, destination, down);
    return over_tree(source, destination);
  }

 private:
  template <class Coin>
  routing::Route over_grid(std::uint32_t source, std::uint32_t destination, Coin down) const {
    routing::Route route{};
    const std::uint16_t* from = cartesian_->at(source);
    const std::uint16_t* to = cartesian_->at(destination);
    for (unsigned d = 0; d < cartesian_->dimensions(); ++d) {
      const int k = static_cast<int>(cartesian_->dims[d]);
      int hops = static_cast<int>(to[d]) - static_cast<int>(from[d]);
      if (cartesian_->wraps) {
        if (hops < 0) hops += k;
        if (cartesian_->bidirectional && (2 * hops > k || (2 * hops == k && down(d)))) hops -= k;
      }
      route.hops[d] = static_cast<std::int16_t>(hops);
    }
    return route;
  }
  routing::Route over_tree(std::uint32_t source, std::uint32_t destination) const;

  const topology::Cartesian* cartesian_ = nullptr;
  const topology::Tree* tree_ = nullptr;
  bool source_digits_ = false;
  bool destination_digits_ = false;
};

/// Facts for the algorithms, with the travelling order of the dimensions.
routing::Facts make_facts(const topology::Topology& topology, unsigned vcs, const std::vector<unsigned>& order);

}  // namespace fsin::engine
