// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/fat_tree_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fsin::platform {

std::size_t FatTreeShape::hosts() const {
  std::size_t all = 1;
  for (const std::uint32_t each : children) all *= each;
  return all;
}

FatTreeCluster::FatTreeCluster(PointNumber first, std::vector<LinkNumber> limiters, FatTreeShape shape,
                               const MakeLink& make_link)
    : MadeCluster(first, shape.hosts(), std::move(limiters)), shape_(std::move(shape)) {
  for (std::size_t level = 0; level < shape_.children.size(); ++level) {
    std::vector<Duplex>& links = links_.emplace_back();
    for (std::size_t child = 0; child < points_of(level); ++child) {
      for (std::uint32_t up = 0; up < shape_.parents[level] * shape_.parallel[level]; ++up)
        links.push_back(make_link(fmt::format("{}_{}_{}", level, child, up), 1));
    }
  }
}

std::size_t FatTreeCluster::points_of(std::size_t level) const {
  std::size_t all = 1;
  for (std::size_t i = 0; i < shape_.children.size(); ++i) all *= i < level ? shape_.parents[i] : shape_.children[i];
  return all;
}

FatTreeCluster::Digits FatTreeCluster::digits_of(std::uint32_t host) const {
  Digits digits;
  for (const std::uint32_t radix : shape_.children) {
    digits.push_back(host % radix);
    host /= radix;
  }
  return digits;
}

const Duplex& FatTreeCluster::link(std::size_t level, const Digits& child, std::uint32_t parent,
                                   std::uint32_t parallel) const {
  std::size_t number = 0;
  for (std::size_t i = child.size(); i-- > 0;)
    number = number * (i < level ? shape_.parents[i] : shape_.children[i]) + child[i];
  return links_[level][(number * shape_.parents[level] + parent) * shape_.parallel[level] + parallel];
}

void FatTreeCluster::go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const {
  Digits at = digits_of(from);
  const Digits target = digits_of(to);
  std::size_t level = 0;
  std::uint32_t chosen_by = to;
  for (; !std::equal(at.begin() + static_cast<std::ptrdiff_t>(level), at.end(),
                     target.begin() + static_cast<std::ptrdiff_t>(level));
       ++level) {
    const std::uint32_t parents = shape_.parents[level];
    const std::uint32_t parent = chosen_by % parents;
    links.push_back(link(level, at, parent, chosen_by / parents % shape_.parallel[level]).up);
    chosen_by /= parents;
    at[level] = parent;
  }
  while (level-- > 0) {
    const std::uint32_t parent = at[level];
    at[level] = target[level];
    links.push_back(link(level, at, parent, from % shape_.parallel[level]).down);
  }
}

}  // namespace fsin::platform
