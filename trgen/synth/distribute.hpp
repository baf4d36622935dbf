// SPDX-License-Identifier: Apache-2.0
// Distribute: every node sends to all others in turn, starting with the next one (a staggered all-to-all).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

class DistributePattern final : public Pattern {
 public:
  explicit DistributePattern(std::uint32_t nodes) : nodes_(nodes) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    const auto ahead = 1 + static_cast<std::uint32_t>(draw.packet % (nodes_ - 1));
    const std::uint32_t to_end = nodes_ - source;
    return ahead < to_end ? source + ahead : ahead - to_end;
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    take_others(source, nodes_, 1, take);
    return true;
  }

 private:
  std::uint32_t nodes_;
};

struct DistributeParams {
  static constexpr std::string_view name = "distribute";
  static constexpr std::string_view doc = "node s sends to s+1, s+2, ... in turn";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    return std::make_unique<DistributePattern>(facts.nodes);
  }
};

}  // namespace trgen::synth
