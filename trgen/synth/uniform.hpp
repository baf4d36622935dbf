// SPDX-License-Identifier: Apache-2.0
// Uniform traffic: all nodes but the source are equally likely destinations.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

class UniformPattern final : public Pattern {
 public:
  explicit UniformPattern(std::uint32_t nodes) : nodes_(nodes) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    return other_node(source, nodes_, draw.first);
  }
  std::uint32_t original_destination(std::uint32_t source, std::uint64_t, fsin::OriginalRandom& random) const override {
    return original_other_node(source, nodes_, random);
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    take_others(source, nodes_, 1, take);
    return true;
  }

 private:
  std::uint32_t nodes_;
};

struct UniformParams {
  static constexpr std::string_view name = "uniform";
  static constexpr std::string_view doc = "any other node, with equal probability";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    return std::make_unique<UniformPattern>(facts.nodes);
  }
};

}  // namespace trgen::synth
