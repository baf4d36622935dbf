// SPDX-License-Identifier: Apache-2.0
// Communicators of a DUMPI trace that are split: by color and key, and by the coordinates of a grid.
#include <algorithm>
#include <tuple>

#include "trgen/formats/dumpi/communicators.hpp"

namespace trgen::formats::dumpi {
namespace {

/// The part of a grid to which a place belongs: a number made of its coordinates in the dimensions that are removed.
/// The last dimension varies fastest.
std::int64_t grid_part(std::size_t place, const std::vector<std::int64_t>& dims,
                       const std::vector<std::int64_t>& remain) {
  auto rest = static_cast<std::int64_t>(place);
  std::int64_t part = 0;
  std::int64_t scale = 1;
  for (std::size_t i = dims.size(); i-- > 0;) {
    if (remain[i] == 0) {
      part += rest % dims[i] * scale;
      scale *= dims[i];
    }
    rest /= dims[i];
  }
  return part;
}

}  // namespace

void Communicators::split(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks) {
  struct Part {
    std::int64_t color, key;
    std::size_t place;
    std::uint32_t rank;
  };
  std::vector<Part> parts;
  const Members members = communicators_[communicator].members;
  for (std::size_t place = 0; place < members->size(); ++place) {
    const Rank& each = ranks_[(*members)[place]];
    const Operation& operation = each.operations[each.next];
    if (operation.to != special::comm_null) parts.push_back({operation.color, operation.key, place, (*members)[place]});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& left, const Part& right) {
    return std::tie(left.color, left.key, left.place) < std::tie(right.color, right.key, right.place);
  });
  std::unordered_map<std::uint32_t, std::uint32_t> results;
  for (auto from = parts.begin(); from != parts.end();) {
    const auto to = std::find_if(from, parts.end(), [&](const Part& each) { return each.color != from->color; });
    std::vector<std::uint32_t> made;
    for (auto each = from; each != to; ++each) made.push_back(each->rank);
    Members shared = share(made);
    const std::uint32_t result = shared == nullptr ? unknown : make(std::move(shared));
    for (const std::uint32_t rank : made) results[rank] = result;
    from = to;
  }
  for (const std::uint32_t rank : ranks) give(rank, results.contains(rank) ? results[rank] : unknown);
}

/// Splits a Cartesian communicator by the coordinates in the dimensions that are removed.
void Communicators::cart_sub(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks) {
  const Members members = communicators_[communicator].members;
  const std::vector<std::int64_t> dims = communicators_[communicator].dims;
  const Rank& model = ranks_[ranks.front()];
  const std::vector<std::int64_t> remain = model.operations[model.next].list;
  std::map<std::int64_t, std::vector<std::uint32_t>> parts;
  std::vector<std::int64_t> left;
  if (remain.size() == dims.size()) {
    for (std::size_t place = 0; place < members->size(); ++place) {
      parts[grid_part(place, dims, remain)].push_back((*members)[place]);
    }
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (remain[i] != 0) left.push_back(dims[i]);
    }
  }
  std::unordered_map<std::uint32_t, std::uint32_t> results;
  for (const auto& [part, made] : parts) {
    Members shared = share(made);
    const std::uint32_t result = shared == nullptr ? unknown : make(std::move(shared));
    if (result != unknown) communicators_[result].dims = left;
    for (const std::uint32_t rank : made) results[rank] = result;
  }
  for (const std::uint32_t rank : ranks) give(rank, results.contains(rank) ? results[rank] : unknown);
}

}  // namespace trgen::formats::dumpi
