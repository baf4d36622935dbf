// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/peeling.hpp"

#include <utility>

namespace trgen::pattern {

Peeling::Peeling(const TrafficGraph& graph)
    : graph_(&graph), random_(graph), owners_(graph.pairs().size()), left_(graph.pairs().size()) {}

std::vector<std::uint32_t> Peeling::active() const {
  std::vector<char> seen(graph_->ranks());
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    if (is_explained(i)) continue;
    seen[graph_->pairs()[i].low] = 1;
    seen[graph_->pairs()[i].high] = 1;
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t rank = 0; rank < seen.size(); ++rank) {
    if (seen[rank] != 0) found.push_back(rank);
  }
  return found;
}

Evidence Peeling::score(const Part& part, const Numbering& numbering, std::uint32_t every) const {
  Evidence found;
  visit_pairs(
      part, numbering,
      [&](std::uint32_t from, std::uint32_t to) {
        if (graph_->degree(from) == 0 || graph_->degree(to) == 0) return;
        const auto pair = graph_->find(from, to);
        if (pair && is_explained(*pair)) return;
        found.add(random_.chance(from, to), pair.has_value());
      },
      every);
  found.finish(code_bits(part, numbering));
  return found;
}

Found Peeling::take(Part part, std::shared_ptr<const Numbering> numbering) {
  Found found{
      .part = std::move(part), .numbering = std::move(numbering), .evidence = {}, .forward = {}, .backward = {}};
  found.evidence = score(found.part, *found.numbering);
  ++taken_;
  visit_pairs(found.part, *found.numbering, [&](std::uint32_t from, std::uint32_t to) {
    const auto pair = graph_->find(from, to);
    if (!pair || is_explained(*pair)) return;
    owners_[*pair] = taken_;
    --left_;
    found.forward += graph_->pairs()[*pair].from(from);
    found.backward += graph_->pairs()[*pair].from(to);
  });
  return found;
}

}  // namespace trgen::pattern
