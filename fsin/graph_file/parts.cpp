// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "fsin/core/text.hpp"

namespace fsin::graph_file {
namespace {

constexpr std::size_t most_left_out_named = 20;

/// Parts by vertex: the lowest vertex of each.
std::vector<std::uint32_t> parts_by_vertex(const Listing& listing) {
  std::vector<std::uint32_t> above(listing.vertices.size());
  std::iota(above.begin(), above.end(), 0U);
  const auto root = [&above](std::uint32_t vertex) {
    for (; above[vertex] != vertex; vertex = above[vertex]) above[vertex] = above[above[vertex]];
    return vertex;
  };
  for (const Edge& edge : listing.edges) {
    const std::uint32_t one = root(edge.from), other = root(edge.to);
    above[std::max(one, other)] = std::min(one, other);
  }
  for (std::uint32_t vertex = 0; vertex < above.size(); ++vertex) above[vertex] = root(vertex);
  return above;
}

}  // namespace

void keep_largest_part(Listing& listing, Diagnostics& diagnostics) {
  const std::vector<std::uint32_t> part = parts_by_vertex(listing);
  std::vector<std::size_t> sizes(part.size(), 0);
  for (const std::uint32_t each : part) ++sizes[each];
  const auto most = std::max_element(sizes.begin(), sizes.end());
  if (most == sizes.end() || *most == part.size()) return;
  const auto kept = static_cast<std::uint32_t>(most - sizes.begin());
  const auto parts = static_cast<std::size_t>(std::count_if(sizes.begin(), sizes.end(), [](auto n) { return n > 0; }));

  std::vector<std::uint32_t> number(part.size(), 0);
  std::vector<Vertex> vertices;
  std::vector<std::string> names;
  for (std::uint32_t vertex = 0; vertex < part.size(); ++vertex) {
    number[vertex] = static_cast<std::uint32_t>(vertices.size());
    if (part[vertex] == kept) {
      vertices.push_back(listing.vertices[vertex]);
    } else if (names.size() < most_left_out_named) {
      names.push_back(in_quotes(*listing.vertices[vertex].name));
    }
  }
  const std::size_t left_out = part.size() - vertices.size();
  diagnostics.warning(
      listing.source,
      fmt::format("the graph has {} parts that no link joins; the largest is kept, and {} left out: {}{}", parts,
                  left_out == 1 ? "1 switch is" : fmt::format("{} switches are", left_out), fmt::join(names, ", "),
                  left_out > names.size() ? ", ..." : ""));
  std::erase_if(listing.edges, [&](const Edge& edge) { return part[edge.from] != kept; });
  for (Edge& edge : listing.edges) {
    edge.from = number[edge.from];
    edge.to = number[edge.to];
  }
  listing.vertices = std::move(vertices);
  // The names stay, since vertices point to them; of those that are left out no edge speaks any more.
  for (std::uint32_t i = 0; i < listing.vertices.size(); ++i) listing.by_name[*listing.vertices[i].name] = i;
}

}  // namespace fsin::graph_file
