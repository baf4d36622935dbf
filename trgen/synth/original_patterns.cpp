// SPDX-License-Identifier: Apache-2.0
// The original simulator's patterns that are neither uniform nor permutations of bits, and uniform traffic as BookSim
// draws it.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "fsin/core/hash.hpp"
#include "trgen/synth/adversarial.hpp"
#include "trgen/synth/bisection.hpp"
#include "trgen/synth/local.hpp"
#include "trgen/synth/rsdist.hpp"
#include "trgen/synth/semi.hpp"
#include "trgen/synth/uniform_with_self.hpp"

namespace trgen::synth {
namespace {

class UniformWithSelf final : public Pattern {
 public:
  explicit UniformWithSelf(std::uint32_t nodes) : nodes_(nodes) {}

  std::uint32_t destination(std::uint32_t, const DestinationDraw& draw) const override {
    return fsin::scale_draw(draw.first, nodes_);
  }
  double to_self(std::uint32_t) const override { return 1.0 / nodes_; }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    take_others(source, nodes_, 1 - 1.0 / nodes_, take);
    return true;
  }

 private:
  std::uint32_t nodes_;
};

class Rsdist final : public Pattern {
 public:
  Rsdist(std::uint32_t nodes, std::uint64_t seed) : nodes_(nodes), seed_(seed) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    const std::uint32_t word = fsin::philox({seed_, fsin::Purpose::permutation}, 0, source)[0];
    const std::uint64_t ahead = 1 + (fsin::scale_draw(word, nodes_ - 1) + draw.packet) % (nodes_ - 1);
    return static_cast<std::uint32_t>((source + ahead) % nodes_);
  }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    take_others(source, nodes_, 1, take);
    return true;
  }

 private:
  std::uint32_t nodes_;
  std::uint64_t seed_;
};

class Semi final : public Pattern {
 public:
  explicit Semi(const NetworkFacts& facts)
      : side_(facts.dims[0]),
        half_(facts.dims[0] / 2),
        terminals_(facts.terminals),
        senders_(facts.nodes / side_ * half_) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    return silent(source) ? source : node_of(other_node(number_of(source), senders_, draw.first));
  }
  bool silent(std::uint32_t source) const override { return source / terminals_ % side_ >= half_; }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    if (silent(source)) return true;
    take_others(number_of(source), senders_, 1, [&](std::uint32_t other, double part) { take(node_of(other), part); });
    return true;
  }

 private:
  /// The senders are numbered on their own.
  std::uint32_t number_of(std::uint32_t node) const {
    const std::uint32_t place = node / terminals_;
    return (place / side_ * half_ + place % side_) * terminals_ + node % terminals_;
  }
  std::uint32_t node_of(std::uint32_t number) const {
    const std::uint32_t place = number / terminals_;
    return (place / half_ * side_ + place % half_) * terminals_ + number % terminals_;
  }

  std::uint32_t side_, half_, terminals_, senders_;
};

class Local final : public Pattern {
 public:
  explicit Local(const NetworkFacts& facts) : facts_(facts) {
    for (const unsigned k : facts.dims) {
      near_.push_back(offsets(k));
      std::partial_sum(near_.back().begin(), near_.back().end(), std::back_inserter(up_to_.emplace_back()));
    }
  }

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    std::uint64_t state = fsin::join_words(draw.first, draw.second);
    std::uint32_t node = source;
    while (node == source) node = near(source, state);
    return node;
  }

  bool parts(std::uint32_t source, const TakePart& take) const override {
    double itself = 1.0 / facts_.terminals;
    for (const auto& each : near_) itself *= each[0];
    for (std::uint32_t node = 0; node < facts_.nodes; ++node) {
      if (node == source) continue;
      double part = 1.0 / facts_.terminals;
      std::uint32_t from = source / facts_.terminals, to = node / facts_.terminals;
      for (std::size_t d = 0; d < near_.size(); ++d) {
        const unsigned k = facts_.dims[d];
        part *= near_[d][(to % k + k - from % k) % k];
        from /= k;
        to /= k;
      }
      if (part > 0) take(node, part / (1 - itself));
    }
    return true;
  }

 private:
  /// Probabilities of the offsets 0 .. k-1, modulo k.
  static std::vector<double> offsets(unsigned k) {
    std::vector<double> chances(k, 1.0 / 8 / k);
    const auto add = [&](int offset, double chance) {
      const auto side = static_cast<int>(k);
      chances[static_cast<std::size_t>((offset % side + side) % side)] += chance;
    };
    for (int offset = -1; offset <= 1; ++offset) add(offset, 0.5 / 3);
    for (int offset = 2; offset <= 3; ++offset) {
      for (const int way : {-1, 1}) add(way * offset, 0.25 / 4);
    }
    for (int offset = 4; offset <= 7; ++offset) {
      for (const int way : {-1, 1}) add(way * offset, 0.125 / 8);
    }
    return chances;
  }

  /// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), seeded with the words of the packet: as many words as there are
  /// dimensions, and tries.
  static double next_unit(std::uint64_t& state) {
    state += fsin::golden_ratio;
    return static_cast<double>(fsin::scramble(state) >> 11U) * 0x1.0p-53;
  }

  std::uint32_t near(std::uint32_t source, std::uint64_t& state) const {
    std::uint32_t rest = source / facts_.terminals, stride = facts_.terminals;
    auto node = static_cast<std::uint32_t>(next_unit(state) * facts_.terminals);
    for (std::size_t d = 0; d < near_.size(); ++d) {
      const unsigned k = facts_.dims[d];
      const auto chosen = std::upper_bound(up_to_[d].begin(), up_to_[d].end(), next_unit(state));
      const auto offset = static_cast<unsigned>(std::min<std::ptrdiff_t>(chosen - up_to_[d].begin(), k - 1));
      node += (rest % k + offset) % k * stride;
      rest /= k;
      stride *= k;
    }
    return node;
  }

  NetworkFacts facts_;
  std::vector<std::vector<double>> near_, up_to_;  ///< by dimension and offset
};

}  // namespace

std::unique_ptr<Pattern> UniformWithSelfParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<UniformWithSelf>(facts.nodes);
}

std::unique_ptr<Pattern> RsdistParams::make(const NetworkFacts& facts, std::uint64_t seed) const {
  return std::make_unique<Rsdist>(facts.nodes, seed);
}

std::string LocalParams::check(const NetworkFacts& facts) const {
  std::string problem = check_coordinates(name, facts);
  return problem.empty() ? check_nodes(name, facts, 2) : problem;
}

std::unique_ptr<Pattern> LocalParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<Local>(facts);
}

std::string SemiParams::check(const NetworkFacts& facts) const {
  if (std::string problem = check_coordinates(name, facts); !problem.empty()) return problem;
  const std::uint32_t senders = facts.nodes / facts.dims[0] * (facts.dims[0] / 2);
  if (senders >= 2) return {};
  return fmt::format(
      "pattern semi needs two nodes in the lower half of dimension X, and there {} {}; use a larger side",
      senders == 1 ? "is" : "are", senders);
}

std::unique_ptr<Pattern> SemiParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<Semi>(facts);
}

std::unique_ptr<Pattern> BisectionParams::make(const NetworkFacts& facts, std::uint64_t seed) const {
  std::vector<std::uint32_t> order(facts.nodes);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t i = facts.nodes; i > 1; --i) {
    std::swap(order[i - 1], order[fsin::scale_draw(fsin::philox({seed, fsin::Purpose::permutation}, i)[0], i)]);
  }
  std::vector<std::uint32_t> partners(facts.nodes);
  for (std::uint32_t i = 0; i < facts.nodes; ++i) partners[order[i]] = order[facts.nodes - 1 - i];
  return std::make_unique<FixedPattern>(std::move(partners));
}

std::string AdversarialParams::check(const NetworkFacts& facts) const {
  if (facts.group == 0) {
    return "pattern adversarial needs the groups of a dragonfly, and this topology has none; use group-shift, which is "
           "told the size of a group";
  }
  return GroupShiftParams{facts.group, groups}.check(facts);
}

}  // namespace trgen::synth
