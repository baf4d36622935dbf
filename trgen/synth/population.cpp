// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/population.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "trgen/synth/table_file.hpp"

namespace trgen::synth {
namespace {

class PopulationPattern final : public Pattern {
 public:
  PopulationPattern(const NetworkFacts& facts, const std::vector<double>& weights)
      : nodes_(facts.nodes), distances_(std::min<std::size_t>(weights.size(), longest(facts) + 1)) {
    order_.reserve(std::size_t{nodes_} * nodes_);
    for (std::uint32_t source = 0; source < nodes_; ++source) add(source, facts, weights);
  }

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    if (silent(source)) return source;
    const auto first = up_to_.begin() + static_cast<std::ptrdiff_t>(distances_ * source);
    const auto last = first + static_cast<std::ptrdiff_t>(distances_);
    const double sum = *(last - 1);
    const auto at = static_cast<std::size_t>(std::upper_bound(first, last, fsin::unit_draw(draw.first) * sum) - first);
    const std::size_t bin = source * distances_ + std::min(at, last_used(source));
    return order_[begin_[bin] + fsin::scale_draw(draw.second, count_[bin])];
  }
  bool silent(std::uint32_t source) const override { return up_to_[distances_ * source + distances_ - 1] <= 0; }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    if (silent(source)) return true;
    const double sum = up_to_[distances_ * source + distances_ - 1];
    double before = 0;
    for (std::size_t bin = distances_ * source; bin < distances_ * (source + 1); ++bin) {
      const double part = (up_to_[bin] - before) / sum;
      before = up_to_[bin];
      for (std::uint32_t i = 0; part > 0 && i < count_[bin]; ++i) take(order_[begin_[bin] + i], part / count_[bin]);
    }
    return true;
  }
  std::size_t bytes() const override {
    return order_.size() * sizeof(std::uint32_t) + count_.size() * (sizeof(double) + sizeof(std::uint64_t) + 4);
  }

 private:
  static std::size_t longest(const NetworkFacts& facts) {
    std::size_t longest = 1;
    for (std::uint32_t from = 0; from < facts.nodes; ++from) {
      for (std::uint32_t to = 0; to < facts.nodes; ++to) {
        if (from != to) longest = std::max<std::size_t>(longest, facts.distance(from, to));
      }
    }
    return longest;
  }

  /// Appends the nodes in order of their distance, without those at a distance of weight zero.
  void add(std::uint32_t source, const NetworkFacts& facts, const std::vector<double>& weights) {
    std::vector<std::vector<std::uint32_t>> at(distances_);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      const unsigned distance = node == source ? 0 : facts.distance(source, node);
      if (distance != 0 && distance < distances_ && weights[distance] > 0) at[distance].push_back(node);
    }
    double sum = 0;
    for (std::size_t distance = 0; distance < distances_; ++distance) {
      if (!at[distance].empty()) sum += weights[distance];
      up_to_.push_back(sum);
      begin_.push_back(order_.size());
      count_.push_back(static_cast<std::uint32_t>(at[distance].size()));
      order_.insert(order_.end(), at[distance].begin(), at[distance].end());
    }
  }
  std::size_t last_used(std::uint32_t source) const {
    std::size_t last = distances_ - 1;
    while (last > 0 && count_[source * distances_ + last] == 0) --last;
    return last;
  }

  std::uint32_t nodes_;
  std::size_t distances_;             ///< number of distances with a weight, from 0
  std::vector<std::uint32_t> order_;  ///< by source and distance: the nodes there
  std::vector<double> up_to_;         ///< by source and distance: sum of the weights up to and including it
  std::vector<std::uint64_t> begin_;  ///< by source and distance: index of the first node in order_
  std::vector<std::uint32_t> count_;
};

}  // namespace

std::vector<double> read_population(io::Input& in) {
  constexpr std::uint64_t most_distance = 1'000'000;
  TableFile file(in);
  std::vector<double> weights(2);
  double all = 0;
  while (file.next()) {
    if (file.fields() != 2) {
      file.fault(fmt::format("{} fields in place of two; write a distance in links and a weight", file.fields()));
      continue;
    }
    const auto distance = file.natural(0, "distance", most_distance);
    const auto weight = file.amount(1, "weight");
    if (!distance || !weight) continue;
    if (*distance == 0 && *weight > 0) {
      file.fault("distance 0 is the source itself, and nothing enters the network; give it weight 0");
      continue;
    }
    if (*distance >= weights.size()) weights.resize(*distance + 1);
    weights[*distance] += *weight;
    all += *weight;
  }
  file.throw_if_any();
  if (all <= 0) file.stop("no distance has a weight above 0; write lines of a distance in links and a weight");
  return weights;
}

std::string PopulationParams::check(const NetworkFacts& facts) const {
  if (file.empty()) return "the distances of a population are read from a file; write {type: population, file: ...}";
  if (!facts.distance)
    return "pattern population needs the distances of a network with links; use network.model routers";
  if (facts.nodes > most_nodes) {
    return fmt::format(
        "pattern population keeps a table of all pairs of nodes, for {} nodes at most, and the network has "
        "{}; use local or matrix, or a smaller network",
        most_nodes, facts.nodes);
  }
  if (std::string problem = check_nodes(name, facts, 2); !problem.empty()) return problem;
  const auto pattern = make(facts, 0);
  for (std::uint32_t node = 0; node < facts.nodes; ++node) {
    if (!pattern->silent(node)) return {};
  }
  return fmt::format("no node of the network lies at a distance that {} gives a weight", file.string());
}

std::unique_ptr<Pattern> PopulationParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<PopulationPattern>(facts, kept.get([&] {
    io::Input in(file);
    return read_population(in);
  }));
}

}  // namespace trgen::synth
