// SPDX-License-Identifier: Apache-2.0
// The original simulator's rsdist: as distribute, every node sends to all others in turn, but each begins with a node
// that it draws once.
#pragma once

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct RsdistParams {
  static constexpr std::string_view name = "rsdist";
  static constexpr std::string_view doc = "every node sends to all others in turn, from a node on that it draws once";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
