// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/torus_cluster.hpp"

#include <fmt/format.h>

namespace fsin::platform {
namespace {

std::size_t host_count(const std::vector<std::uint32_t>& dims) {
  std::size_t all = 1;
  for (const std::uint32_t each : dims) all *= each;
  return all;
}

/// True when a message goes in the direction of rising coordinates.
bool rises(std::uint32_t from, std::uint32_t to, std::uint32_t length) {
  if (to > from) return to <= from + length / 2;
  return from > length / 2 && (from + length / 2) % length >= to;
}

}  // namespace

TorusCluster::TorusCluster(ClusterHosts hosts, std::vector<std::uint32_t> dims, const MakeLink& make_link)
    : MadeCluster(std::move(hosts), host_count(dims)), dims_(std::move(dims)) {
  for (std::size_t host = 0; host < host_count(dims_); ++host) {
    for (std::size_t d = 0; d < dims_.size(); ++d) links_.push_back(make_link(fmt::format("{}_{}", host, d), 1));
  }
}

void TorusCluster::go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const {
  if (from == to) return;
  std::uint32_t at = from, step = 1;
  for (std::size_t d = 0; d < dims_.size(); step *= dims_[d++]) {
    const std::uint32_t length = dims_[d];
    const std::uint32_t target = to / step % length;
    for (std::uint32_t here = at / step % length; here != target; here = at / step % length) {
      const bool up = rises(here, target, length);
      const std::uint32_t next = at + (up ? (here + 1) % length : (here + length - 1) % length) * step - here * step;
      const Duplex& link = links_[(up ? at : next) * dims_.size() + d];
      limit_host(at, links);
      links.push_back(up ? link.up : link.down);
      at = next;
    }
  }
  limit_host(to, links);
}

}  // namespace fsin::platform
