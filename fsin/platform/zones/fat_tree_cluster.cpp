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

FatTreeCluster::FatTreeCluster(ClusterHosts hosts, FatTreeShape shape, const MakeLink& make_link)
    : MadeCluster(std::move(hosts), shape.hosts()), shape_(std::move(shape)) {
  for (std::size_t level = 0; level < shape_.children.size(); ++level) {
    std::vector<Duplex>& links = links_.emplace_back();
    for (std::size_t child = 0; child < points_of(level); ++child) {
      for (std::uint32_t up = 0; up < shape_.parents[level] * shape_.parallel[level]; ++up)
        links.push_back(make_link(fmt::format("{}_{}_{}", level, child, up), 1));
    }
    std::vector<LinkNumber>& limiters = limiters_.emplace_back();
    for (std::size_t point = 0; point < points_of(level + 1); ++point)
      limiters.push_back(new_limiter(fmt::format("switch_{}_{}", level + 1, point)));
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

std::size_t FatTreeCluster::number_of(std::size_t level, const Digits& digits) const {
  std::size_t number = 0;
  for (std::size_t i = digits.size(); i-- > 0;)
    number = number * (i < level ? shape_.parents[i] : shape_.children[i]) + digits[i];
  return number;
}

const Duplex& FatTreeCluster::link(std::size_t level, const Digits& child, std::uint32_t parent,
                                   std::uint32_t parallel) const {
  return links_[level][(number_of(level, child) * shape_.parents[level] + parent) * shape_.parallel[level] + parallel];
}

void FatTreeCluster::go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const {
  Digits at = digits_of(from);
  const Digits target = digits_of(to);
  std::size_t level = 0;
  limit_host(from, links);
  // A message of a host to itself goes to its switch and back.
  while (level == 0 || !std::equal(at.begin() + static_cast<std::ptrdiff_t>(level), at.end(),
                                   target.begin() + static_cast<std::ptrdiff_t>(level)))
    go_up(to + shape_.before, at, level, links);
  limit_switch(level, at, links);
  go_down(from + shape_.before, at, level, target, links);
  limit_host(to, links);
}

void FatTreeCluster::go_up(std::uint32_t to, Digits& at, std::size_t& level, std::vector<LinkNumber>& links) const {
  if (level > 0) limit_switch(level, at, links);
  std::uint32_t chosen_by = to;
  for (std::size_t below = 0; below < level; ++below) chosen_by /= shape_.parents[below];
  const std::uint32_t parents = shape_.parents[level];
  const std::uint32_t parent = chosen_by % parents;
  links.push_back(link(level, at, parent, chosen_by / parents % shape_.parallel[level]).up);
  at[level++] = parent;
}

/// `i` counts the links of a switch to its children: the parallel links times the children, and the child.
void FatTreeCluster::go_down(std::uint32_t from, Digits& at, std::size_t level, const Digits& target,
                             std::vector<LinkNumber>& links) const {
  while (level > 0) {
    std::uint32_t i = from % shape_.parallel[level - 1] * shape_.children[level - 1];
    for (; level > 0 && i < shape_.parallel[level - 1] * shape_.children[level - 1]; ++i) {
      if (i % shape_.children[level - 1] != target[level - 1]) continue;
      const std::size_t child = level - 1;
      const std::uint32_t parent = at[child];
      at[child] = target[child];
      links.push_back(link(child, at, parent, i / shape_.children[child]).down);
      level = child;
      if (level > 0) limit_switch(level, at, links);
    }
  }
}

}  // namespace fsin::platform
