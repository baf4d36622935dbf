// SPDX-License-Identifier: Apache-2.0
// Shared parameters of networks over a Galois field: the size q of the field, from which the number of switches and
// their degree follow, terminals, and rails.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "fsin/topology/switches/galois_field.hpp"
#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

struct FieldGraph {
  unsigned q = 5;
  unsigned terminals = 0;  ///< terminals of a switch; 0: the number that the network derives from its degree
  unsigned rails = 1;

  template <class F>
  void fields(F& f, std::string_view sizes, unsigned smallest, unsigned largest, std::string_view terminals_doc) {
    f("q", q, sizes).range(smallest, largest);
    f("terminals", terminals, terminals_doc).range(1, max_ports).word("auto", 0);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  unsigned terminals_or(unsigned automatic) const { return terminals == 0 ? automatic : terminals; }
  /// Sizes of a network of switches with so many terminals and links to others.
  Extent extent_of(double switches, unsigned terminals_of_switch, unsigned degree) const {
    return with_rails(switches * terminals_of_switch, switches, terminals_of_switch + degree, rails);
  }
  Fault no_field(std::string_view sizes) const {
    return {"q", fmt::format("{} is no power of a prime; write one that is, as {}", q, sizes)};
  }
  /// The key to blame where the network is too large.
  std::string_view key_of_size() const { return terminals == 0 ? "q" : "terminals"; }
};

}  // namespace fsin::topology
