// SPDX-License-Identifier: Apache-2.0
// The parts of a configuration of BookSim: each is asked for its settings and writes its keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "fsin/imports/common/parts.hpp"

namespace fsin::imports {

class BooksimParts : private Parts {
 public:
  BooksimParts(const Source& source, Settings settings, Result& to, Diagnostics& diagnostics);

  void network();
  void router();
  void traffic();
  void measure();
  /// What nobody asked for.
  void rest();

 private:
  bool noc_latency() { return natural("use_noc_latency", 1, 0, 1) == 1; }
  void link_delay(std::uint64_t latency, std::string from);

  void flattened_butterfly(const std::string& size);
  void dragonfly(const std::string& size);
  void anynet();
  void routing(std::initializer_list<Counterpart> ways) {
    choose("network.routing", "routing_function", "none", std::span(ways.begin(), ways.size()));
  }
  void torus_routing();
  void mesh_routing();
  void delays();
  void arrivals(double load);
  void hotspot(const std::string& traffic);

  const Source& source_;
  std::uint64_t k_, n_, flits_;
  std::uint64_t link_latency_ = 1;
  std::string topology_;
};

}  // namespace fsin::imports
