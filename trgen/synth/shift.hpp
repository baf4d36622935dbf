// SPDX-License-Identifier: Apache-2.0
// Shift: the destination is a fixed distance away, in node numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct ShiftParams {
  static constexpr std::string_view name = "shift";
  static constexpr std::string_view doc = "node number plus an offset, modulo the number of nodes";
  static constexpr std::string_view cite = "";

  std::uint32_t offset = 1;

  template <class F>
  void fields(F& f) {
    f("offset", offset, "offset added to the node number of the source").range(1, 4294967294U);
  }

  std::string check(const NetworkFacts& facts) const;
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    return make_fixed(facts.nodes, [step = std::uint64_t{offset}, nodes = facts.nodes](std::uint32_t s) {
      return static_cast<std::uint32_t>((s + step) % nodes);
    });
  }
};

}  // namespace trgen::synth
