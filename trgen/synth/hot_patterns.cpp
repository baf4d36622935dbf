// SPDX-License-Identifier: Apache-2.0
// The two patterns that favour some nodes, and the checks of patterns with parameters.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "trgen/synth/hotregion.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/shift.hpp"

namespace trgen::synth {
namespace {

/// A fraction as a bound for 32-bit draws: a draw is below the bound with that probability.
std::uint64_t draw_bound(double fraction) { return static_cast<std::uint64_t>(fraction * 0x1.0p32); }

class HotspotPattern final : public Pattern {
 public:
  HotspotPattern(std::uint32_t nodes, std::vector<std::uint32_t> hot, const std::vector<double>& rates, double fraction)
      : nodes_(nodes), hot_(std::move(hot)), fraction_(fraction), bound_(draw_bound(fraction)) {
    const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
    double sum = 0;
    for (const double rate : rates) up_to_.push_back((sum += rate) / all);
  }

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    if (draw.first < bound_) {
      const std::uint32_t node = hot_[chosen(draw.second)];
      if (node != source) return node;
    }
    return other_node(source, nodes_, draw.second);
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    const double hot = static_cast<double>(bound_) * 0x1.0p-32;
    take_others(source, nodes_, 1 - hot, take);
    for (std::size_t i = 0; i < hot_.size(); ++i) {
      const double low = share_before(i), high = share_before(i + 1);
      if (hot_[i] != source) {
        take(hot_[i], hot * (high - low));
      } else {
        take_instead(source, low, high, hot, take);
      }
    }
    return true;
  }

  std::uint32_t original_destination(std::uint32_t source, std::uint64_t, fsin::OriginalRandom& random) const override {
    // A packet to its own source is drawn anew from the beginning: first whether its destination is hot, then the
    // destination. The original has a single hot node and 2% (check_synthetic refuses anything else), so the loop ends.
    std::uint32_t node = source;
    while (node == source) node = original_chance(fraction_, random) ? hot_.front() : random.below(nodes_);
    return node;
  }

 private:
  /// The hot node that a draw selects.
  std::size_t chosen(std::uint32_t draw) const {
    if (up_to_.empty()) return fsin::scale_draw(draw, static_cast<std::uint32_t>(hot_.size()));
    const auto above = std::upper_bound(up_to_.begin(), up_to_.end() - 1, fsin::unit_draw(draw));
    return static_cast<std::size_t>(above - up_to_.begin());
  }
  /// Part of the hot packets that goes to the hot nodes before this one.
  double share_before(std::size_t i) const {
    if (up_to_.empty()) return static_cast<double>(i) / static_cast<double>(hot_.size());
    return i == 0 ? 0 : up_to_[i - 1];
  }

  /// Redirects the packets that a hot source draws for itself: the same draw, here from `low` to `high` of its range,
  /// chooses another node.
  void take_instead(std::uint32_t source, double low, double high, double hot, const TakePart& take) const {
    const double others = nodes_ - 1;
    for (auto k = static_cast<std::uint32_t>(low * others); k < nodes_ - 1 && k < high * others; ++k) {
      const double part = std::min(high, (k + 1) / others) - std::max(low, k / others);
      if (part > 0) take(k < source ? k : k + 1, hot * part);
    }
  }

  std::uint32_t nodes_;
  std::vector<std::uint32_t> hot_;
  std::vector<double> up_to_;  ///< with rates: fraction of the hot packets up to and including each hot node
  double fraction_;
  std::uint64_t bound_;
};

class HotregionPattern final : public Pattern {
 public:
  explicit HotregionPattern(std::uint32_t nodes) : nodes_(nodes), region_(nodes / 8) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    if (draw.first >= bound) return other_node(source, nodes_, draw.second);
    if (source < region_) return other_node(source, region_, draw.second);
    return fsin::scale_draw(draw.second, region_);
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    take_others(source, nodes_, 1 - fraction, take);
    if (source < region_) {
      take_others(source, region_, fraction, take);
    } else {
      for (std::uint32_t node = 0; node < region_; ++node) take(node, fraction / region_);
    }
    return true;
  }

  std::uint32_t original_destination(std::uint32_t source, std::uint64_t, fsin::OriginalRandom& random) const override {
    return original_other_node(source, original_chance(fraction, random) ? region_ : nodes_, random);
  }

 private:
  static constexpr double fraction = 0.25;
  static constexpr std::uint32_t bound = 1U << 30U;
  std::uint32_t nodes_;
  std::uint32_t region_;
};

}  // namespace

std::string HotspotParams::check(const NetworkFacts& facts) const {
  for (const std::uint32_t node : nodes) {
    if (node < facts.nodes) continue;
    return fmt::format("hot node {} does not exist; the network has nodes 0 to {}", node, facts.nodes - 1);
  }
  if (!rates.empty() && rates.size() != nodes.size()) {
    return fmt::format("{} rates for {} hot nodes; write one for each of them, or none", rates.size(), nodes.size());
  }
  if (!rates.empty() && std::accumulate(rates.begin(), rates.end(), 0.0) <= 0) {
    return "all rates of the hot nodes are 0; give at least one of them a rate above 0";
  }
  return check_nodes(name, facts, 2);
}

std::unique_ptr<Pattern> HotspotParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<HotspotPattern>(facts.nodes, nodes, rates, fraction);
}

std::unique_ptr<Pattern> HotregionParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<HotregionPattern>(facts.nodes);
}

std::string ShiftParams::check(const NetworkFacts& facts) const {
  if (facts.nodes == 0 || offset % facts.nodes != 0) return check_nodes(name, facts, 2);
  return fmt::format("pattern shift with offset {} sends nothing on {} nodes; use an offset of 1 to {}", offset,
                     facts.nodes, facts.nodes - 1);
}

std::string HotregionParams::unlike_original(const NetworkFacts& facts) {
  if (facts.nodes % 8 == 0) return {};
  return fmt::format(
      "how the original simulator rounds an eighth of {} nodes is not known; use a number of nodes divisible by 8",
      facts.nodes);
}

}  // namespace trgen::synth
