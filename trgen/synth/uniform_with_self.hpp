// SPDX-License-Identifier: Apache-2.0
// Uniform traffic as the textbook and BookSim draw it: all nodes are equally likely, including the source. A packet to
// its own node never enters the network, so that one in N is drawn and not sent.
#pragma once

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct UniformWithSelfParams {
  static constexpr std::string_view name = "uniform-with-self";
  static constexpr std::string_view doc =
      "any node with equal probability; a packet whose destination is its source is drawn and not sent (BookSim)";
  static constexpr std::string_view cite =
      "N. Jiang et al., A detailed and flexible cycle-accurate network-on-chip simulator, ISPASS 2013";
  static constexpr bool uneven = true;  ///< Pattern::rate() or to_self() differs from that of other patterns

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
