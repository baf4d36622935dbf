// SPDX-License-Identifier: Apache-2.0
// Collector: takes vertices, edges and their attributes from the reader of a format, checks each by itself and puts
// them into a Listing. Mistakes go into the diagnostics with their place.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

/// An attribute as it is written.
struct Written {
  std::string_view key;
  std::string_view value;
  Place place;
};

class Collector {
 public:
  /// `room`: bytes that the listing may take; 0 for any number.
  Collector(const Mark& source, std::uint64_t room, Diagnostics& diagnostics);

  /// True when reading on would be of no use: too many mistakes, or no room left. A reader then returns.
  bool stopped() const { return stopped_; }
  void error(Place place, std::string message);

  /// The vertices of this file are all declared: an edge to any other is a mistake.
  void expect_declarations() { listing_.strict = true; }
  /// Declares a vertex; `kind` is one of vertex_kinds, or empty for a switch.
  void declare(std::string_view name, Place place, std::string_view kind, std::span<const Written> attributes);
  /// `one_way`: it leads from the first to the second only.
  void edge(std::string_view from, std::string_view to, bool one_way, Place place, std::span<const Written> attributes);
  /// An attribute that this program has no use for. Formats that other programs write are full of them; one that is
  /// nearly spelt like one of ours gets a warning.
  void ignored(std::string_view key, std::span<const std::string_view> known, Place place);

  /// After the last edge: vertices that nobody declared.
  Listing finish();

 private:
  std::uint32_t vertex(std::string_view name, Place place);
  std::uint16_t data_number(const LinkData& data, Place place);
  void take(Vertex& vertex, LinkData& data, const Written& attribute);
  void take_count(std::uint8_t& count, const Written& attribute);
  /// False when the attribute is none of these; a mistake in one is reported.
  bool take_data(LinkData& data, const Written& attribute);
  void charge(std::uint64_t bytes);
  void report_unknown(const Vertex& vertex);

  Listing listing_;
  Diagnostics& diagnostics_;
  std::size_t errors_before_;
  std::uint64_t room_;
  std::uint64_t used_ = 0;
  bool stopped_ = false;
  std::set<std::string, std::less<>> warned_;
};

}  // namespace fsin::graph_file
