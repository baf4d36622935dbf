// SPDX-License-Identifier: Apache-2.0
// The network that a graph file describes: switches with their terminals, links in both directions or in one, and the
// classes of links that differ in bandwidth or delay. Any reason why it is no network is reported with names and lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

inline constexpr unsigned most_ports = 254;   ///< of a switch
inline constexpr unsigned most_classes = 16;  ///< of links, those to terminals included

enum class Direction : std::uint8_t { as_written, both, paired };

/// Settings of the experiment for reading the file.
struct Reading {
  std::optional<unsigned> terminals{};  ///< terminals of each switch for which the file gives no number; see wire()
  Direction direction = Direction::as_written;
  bool leaf_terminals = false;  ///< a vertex with one neighbour is a terminal
  bool parallel_links = false;  ///< the same link may be listed several times
};

struct Wire {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint8_t link_class = 0;
  std::uint8_t count = 1;
  std::uint32_t weight = 0;       ///< Edge::weight
  std::uint32_t back_weight = 0;  ///< of the other direction
};

struct LinkClass {
  bool to_terminals = false;
  LinkData data;
  /// Name such as "terminal" or "link 100 Gb/s 5 m".
  std::string name() const;
  auto operator<=>(const LinkClass&) const = default;
};

struct Wiring {
  std::vector<std::string> names;  ///< names of switches, in the order of the file
  std::vector<unsigned> terminals;
  std::vector<std::uint8_t> terminal_classes;  ///< by terminal; empty: all are of class 0
  std::vector<Wire> links;                     ///< in both directions
  std::vector<Wire> arcs;                      ///< in one direction
  std::vector<LinkClass> classes;
  std::string digest;
};

/// Makes a network of a listing. Terminals are the vertices of that kind and those that switches declare. Every other
/// switch gets `reading.terminals`; by default none where the file has any terminal, and else one.
///
/// Errors: more ports than a switch can have, a link that is listed twice, a link in one direction where all must have
/// an opposite, a terminal that has not exactly one link to a switch, fewer than two terminals, switches that cannot be
/// reached from others, more classes of links than there can be. The result is valid only without one.
Wiring wire(const Listing& listing, const Reading& reading, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
