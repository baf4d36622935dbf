// SPDX-License-Identifier: Apache-2.0
// The parts of a configuration of BookSim: each is asked for its settings and writes its keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/settings.hpp"

namespace fsin::imports {

class BooksimParts {
 public:
  BooksimParts(const Source& source, Settings settings, Result& to, Diagnostics& diagnostics);

  void network();
  void router();
  void traffic();
  void measure();
  /// What nobody asked for.
  void rest();

 private:
  /// A routing function, what it is here, and what is different; empty where nothing is.
  struct Way {
    std::string_view function, routing, difference;
  };

  std::uint64_t natural(std::string_view name, std::uint64_t fallback, std::uint64_t low, std::uint64_t high) {
    return settings_.natural(name, fallback, low, high, diagnostics_);
  }
  double number(std::string_view name, double fallback, double low, double high) {
    return settings_.number(name, fallback, low, high, diagnostics_);
  }
  std::string words(std::string_view name, std::string_view fallback) const { return settings_.words(name, fallback); }
  bool noc_latency() { return natural("use_noc_latency", 1, 0, 1) == 1; }
  void link_delay(std::uint64_t latency, std::string from);

  void flattened_butterfly(const std::string& size);
  void dragonfly(const std::string& size);
  void anynet();
  void routing(std::initializer_list<Way> ways);
  void torus_routing();
  void mesh_routing();
  void delays();
  void arrivals(double load);
  void hotspot(const std::string& traffic);

  const Source& source_;
  Settings settings_;
  Result& to_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  std::uint64_t k_, n_, flits_;
  std::uint64_t link_latency_ = 1;
  std::string topology_;
};

}  // namespace fsin::imports
