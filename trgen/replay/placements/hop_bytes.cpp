// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/hop_bytes.hpp"

#include <utility>

namespace trgen::replay {
namespace {

/// The pairs of each rank, one after the other.
struct Partners {
  struct Of {
    std::uint32_t rank;
    double bytes;
  };
  std::vector<std::size_t> first;
  std::vector<Of> list;

  Partners(const Affinity& affinity, std::size_t ranks) : first(ranks + 1) {
    for (const Pair& pair : affinity.pairs) ++first[pair.low + 1], ++first[pair.high + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    list.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (const Pair& pair : affinity.pairs) {
      list[next[pair.low]++] = {pair.high, static_cast<double>(pair.bytes)};
      list[next[pair.high]++] = {pair.low, static_cast<double>(pair.bytes)};
    }
  }
  std::span<const Of> of(std::uint32_t rank) const {
    return {list.data() + first[rank], list.data() + first[rank + 1]};
  }
};

class Swapper {
 public:
  Swapper(const Affinity& affinity, std::vector<std::uint32_t>& nodes, const fsin::workload::NetworkFacts& facts)
      : partners_(affinity, nodes.size()), nodes_(nodes), facts_(facts) {}

  bool round() {
    bool better = false;
    for (std::uint32_t rank = 0; rank < nodes_.size(); ++rank) {
      for (const auto& partner : partners_.of(rank)) {
        for (const auto& next : partners_.of(partner.rank)) better |= try_swap(rank, next.rank);
      }
    }
    return better;
  }

 private:
  /// Hop-bytes of the rank, were it on this node; those with `other` left out, which a swap does not change.
  double at(std::uint32_t rank, std::uint32_t node, std::uint32_t other) const {
    double sum = 0;
    for (const auto& partner : partners_.of(rank)) {
      if (partner.rank != other) sum += partner.bytes * facts_.distance(node, nodes_[partner.rank]);
    }
    return sum;
  }
  bool try_swap(std::uint32_t a, std::uint32_t b) {
    if (a == b || nodes_[a] == nodes_[b]) return false;
    const double now = at(a, nodes_[a], b) + at(b, nodes_[b], a);
    const double then = at(a, nodes_[b], b) + at(b, nodes_[a], a);
    if (then >= now) return false;
    std::swap(nodes_[a], nodes_[b]);
    return true;
  }

  Partners partners_;
  std::vector<std::uint32_t>& nodes_;
  const fsin::workload::NetworkFacts& facts_;
};

}  // namespace

double hop_bytes(const Affinity& affinity, std::span<const std::uint32_t> node_of_rank,
                 const fsin::workload::NetworkFacts& facts) {
  double sum = 0;
  for (const Pair& pair : affinity.pairs)
    sum += static_cast<double>(pair.bytes) * facts.distance(node_of_rank[pair.low], node_of_rank[pair.high]);
  return sum;
}

void swap_to_fewer(const Affinity& affinity, std::vector<std::uint32_t>& node_of_rank,
                   const fsin::workload::NetworkFacts& facts, unsigned rounds) {
  Swapper swapper(affinity, node_of_rank, facts);
  for (unsigned i = 0; i < rounds && swapper.round(); ++i) {
  }
}

}  // namespace trgen::replay
