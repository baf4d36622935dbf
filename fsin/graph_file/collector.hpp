// SPDX-License-Identifier: Apache-2.0
// Collector: takes vertices, edges and their attributes from the reader of a format, checks each by itself and puts
// them into a Listing. Mistakes go into the diagnostics with their place.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "fsin/graph_file/link_attributes.hpp"
#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

class Collector {
 public:
  /// `room` limits the bytes of the listing; 0: no limit.
  Collector(const Mark& source, std::uint64_t room, const AttributeChoice& choice, Diagnostics& diagnostics);

  /// True when reading on would be of no use: too many mistakes, or no room left. A reader then returns.
  bool stopped() const { return stopped_; }
  void error(Place place, std::string message);

  /// All vertices of this file are declared: an edge to any other is a mistake.
  void expect_declarations() { listing_.strict = true; }
  /// The file says that a link which it has several times is as many links.
  void expect_parallel_links() { listing_.multigraph = true; }
  /// True for an attribute that has a meaning here.
  bool wants_of_switch(std::string_view key) const;
  bool wants_of_link(std::string_view key) { return key == "count" || key == "weight" || links_.knows(key); }
  /// Declares a vertex; `kind` is one of vertex_kinds, or empty for a switch.
  void declare(std::string_view name, Place place, std::string_view kind, std::span<const Written> attributes);
  /// Adds an edge. `one_way`: it leads from the first vertex to the second only.
  void edge(std::string_view from, std::string_view to, bool one_way, Place place, std::span<const Written> attributes);
  /// Takes an attribute without meaning here. Formats of other programs are full of them: one warning at the end names
  /// all, and one whose name is nearly that of a known attribute gets a warning of its own. Not for those that are
  /// wanted.
  void ignored(std::string_view key, std::span<const std::string_view> known, Place place);

  /// Ends the reading, after the last edge, with the check for vertices that nobody declared and the warning about
  /// attributes.
  Listing finish();

 private:
  std::uint32_t vertex(std::string_view name, Place place);
  std::uint16_t data_number(const LinkData& data, Place place);
  void take(Vertex& vertex, const Written& attribute);
  void take_count(std::uint8_t& count, const Written& attribute);
  void take_weight(std::uint32_t& weight, const Written& attribute);
  void charge(std::uint64_t bytes);
  void report_unknown(const Vertex& vertex);
  void report_ignored();

  Listing listing_;
  LinkAttributes links_;
  LinkAttributes switches_;  ///< bandwidth, delay and length of switches, by these names only
  Diagnostics& diagnostics_;
  std::size_t errors_before_;
  std::uint64_t room_;
  std::uint64_t used_ = 0;
  bool stopped_ = false;
  std::set<std::string, std::less<>> warned_;
  std::set<std::string, std::less<>> ignored_;  ///< attributes without a warning of their own
};

}  // namespace fsin::graph_file
