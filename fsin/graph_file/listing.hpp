// SPDX-License-Identifier: Apache-2.0
// Content of a graph file before any conclusion is drawn from it: vertices by name and the edges between them, each
// with its place in the file. The readers of all formats produce it; wiring.hpp makes a network of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fsin/core/delay.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"

namespace fsin::graph_file {

/// Place in the file; 0 where the reader of a format does not know it.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Attributes of a link.
struct LinkData {
  std::optional<BitRate> bandwidth;
  std::optional<Delay> delay;
  auto operator<=>(const LinkData&) const = default;
};

struct Vertex {
  const std::string* name = nullptr;  ///< key in Listing::by_name
  Place place;                        ///< place of its declaration, or else of its first mention
  std::optional<std::uint32_t> terminals;
  std::uint16_t data = 0;  ///< index in Listing::data, for the links to its terminals
  bool is_terminal = false;
  bool declared = false;
};

struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t weight = 0;  ///< in thousandths, up to most_weight; 0: none
  Place place;
  std::uint16_t data = 0;  ///< index in Listing::data
  std::uint8_t count = 1;  ///< parallel links
  bool one_way = false;
};

inline constexpr std::uint32_t most_weight = 1'000'000'000;  ///< of a link, in thousandths

struct Listing {
  Mark source;              ///< the file
  std::string digest;       ///< "xxh128:..."
  bool strict = false;      ///< the format, or a declaration in the file, demands that vertices be declared
  bool multigraph = false;  ///< the file says that the same link may be listed several times
  std::unordered_map<std::string, std::uint32_t> by_name;
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;
  std::vector<LinkData> data{LinkData{}};  ///< distinct combinations

  Mark mark(Place place) const { return source.at(place.line, place.column); }
};

/// Names of attributes, the same in every format.
inline constexpr std::array<std::string_view, 5> edge_keys{"bandwidth", "delay", "length", "count", "weight"};
inline constexpr std::array<std::string_view, 5> vertex_keys{"terminals", "kind", "bandwidth", "delay", "length"};
inline constexpr std::array<std::string_view, 2> vertex_kinds{"switch", "terminal"};

}  // namespace fsin::graph_file
