// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/collector.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/decimal.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::graph_file {
namespace {

constexpr std::size_t most_names_compared = 10'000;  ///< names compared for the nearest one
constexpr std::size_t most_ignored_named = 20;
constexpr std::size_t most_data = 4096;  ///< far more than there are classes of links
constexpr std::uint32_t most_terminals = 254;
constexpr std::uint64_t edge_bytes = 80;     ///< an edge in the listing, and later in wiring and network
constexpr std::uint64_t vertex_bytes = 400;  ///< a vertex with its entry among the names

template <class List>
bool is_one_of(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

Collector::Collector(const Mark& source, std::uint64_t room, const AttributeChoice& choice, Diagnostics& diagnostics)
    : links_(choice),
      switches_({{}, {}, choice.bandwidth_unit, choice.delay_unit}),
      diagnostics_(diagnostics),
      errors_before_(diagnostics.error_count()),
      room_(room) {
  listing_.source = source;
}

void Collector::error(Place place, std::string message) {
  diagnostics_.input_error(listing_.mark(place), std::move(message));
  stopped_ = stopped_ || diagnostics_.error_count() >= errors_before_ + Diagnostics::default_limit;
}

void Collector::charge(std::uint64_t bytes) {
  used_ += bytes;
  if (room_ == 0 || used_ <= room_ || stopped_) return;
  diagnostics_.input_error(
      listing_.source,
      fmt::format(
          "has more switches and links than fit into the memory of this machine: {} and {} are read, which take "
          "about {}; make the network smaller",
          counted(listing_.vertices.size(), "name"), counted(listing_.edges.size(), "link"), bytes_text(used_)));
  stopped_ = true;
}

std::uint32_t Collector::vertex(std::string_view name, Place place) {
  const auto number = static_cast<std::uint32_t>(listing_.vertices.size());
  const auto [entry, fresh] = listing_.by_name.try_emplace(std::string(name), number);
  if (!fresh) return entry->second;
  listing_.vertices.push_back({.name = &entry->first, .place = place, .terminals = {}});
  charge(vertex_bytes + name.size());
  return number;
}

void Collector::declare(std::string_view name, Place place, std::string_view kind,
                        std::span<const Written> attributes) {
  if (name.empty()) return error(place, "a switch without a name; give it one");
  Vertex& vertex = listing_.vertices[this->vertex(name, place)];
  if (vertex.declared) {
    return error(place,
                 fmt::format("{} is declared already on line {}; declare it once", in_quotes(name), vertex.place.line));
  }
  vertex.declared = true;
  vertex.place = place;
  vertex.is_terminal = kind == "terminal";
  for (const Written& attribute : attributes) take(vertex, attribute);
  const auto complain = [this](Place at, std::string problem) { error(at, std::move(problem)); };
  vertex.data = data_number(switches_.take(attributes, complain), place);
  if (vertex.is_terminal && (vertex.terminals || vertex.data != 0)) {
    error(place, fmt::format("{} is a terminal and has no terminals of its own; write what holds for its link there",
                             in_quotes(name)));
  }
}

void Collector::take(Vertex& vertex, const Written& attribute) {
  if (attribute.key == "kind") {
    vertex.is_terminal = attribute.value == "terminal";
    if (vertex.is_terminal || attribute.value == "switch") return;
    error(attribute.place, fmt::format("unknown kind {}{}", in_quotes(attribute.value),
                                       suggestion(attribute.value, vertex_kinds, "valid kinds")));
  } else if (attribute.key == "terminals") {
    const auto number = parse_natural(attribute.value);
    if (number && *number <= most_terminals) {
      vertex.terminals = static_cast<std::uint32_t>(*number);
    } else {
      error(attribute.place, fmt::format("{} terminals at a switch; write a number from 0 to {}",
                                         in_quotes(attribute.value), most_terminals));
    }
  } else if (!wants_of_switch(attribute.key)) {
    error(attribute.place, fmt::format("unknown attribute {} of a switch{}", in_quotes(attribute.key),
                                       suggestion(attribute.key, vertex_keys, "valid attributes")));
  }
}

void Collector::edge(std::string_view from, std::string_view to, bool one_way, Place place,
                     std::span<const Written> attributes) {
  if (from.empty() || to.empty()) return error(place, "a link to a switch without a name; name both ends");
  Edge edge{.from = vertex(from, place), .to = vertex(to, place), .place = place, .one_way = one_way};
  if (edge.from == edge.to) {
    return error(place, fmt::format("a link from {} to itself; remove it", in_quotes(from)));
  }
  for (const Written& attribute : attributes) {
    if (attribute.key == "count") {
      take_count(edge.count, attribute);
    } else if (attribute.key == "weight") {
      take_weight(edge.weight, attribute);
    } else if (is_one_of(edge_keys, attribute.key) && !wants_of_link(attribute.key)) {
      ignored(attribute.key, {}, attribute.place);  // the experiment has chosen others
    } else if (!wants_of_link(attribute.key)) {
      error(attribute.place, fmt::format("unknown attribute {} of a link{}", in_quotes(attribute.key),
                                         suggestion(attribute.key, edge_keys, "valid attributes")));
    }
  }
  const auto complain = [this](Place at, std::string problem) { error(at, std::move(problem)); };
  edge.data = data_number(links_.take(attributes, complain), place);
  listing_.edges.push_back(edge);
  charge(edge_bytes);
}

void Collector::take_count(std::uint8_t& count, const Written& attribute) {
  const auto number = parse_natural(attribute.value);
  if (number && *number >= 1 && *number <= most_terminals) {
    count = static_cast<std::uint8_t>(*number);
  } else {
    error(attribute.place,
          fmt::format("{} parallel links; write a number from 1 to {}", in_quotes(attribute.value), most_terminals));
  }
}

/// Takes the weight of a link. One that no routing can use is no mistake as long as none does: formats of other
/// programs have weights of any meaning.
void Collector::take_weight(std::uint32_t& weight, const Written& attribute) {
  const auto number = parse_decimal(attribute.value);
  if (number && number->places <= 3 && number->digits > 0 && number->digits <= most_weight) {
    std::int64_t thousandths = number->digits;
    for (unsigned places = number->places; places < 3; ++places) thousandths *= 10;
    if (thousandths <= most_weight) {
      weight = static_cast<std::uint32_t>(thousandths);
      return;
    }
  }
  if (!warned_.emplace("weight").second) return;
  diagnostics_.warning(
      listing_.mark(attribute.place),
      fmt::format("{} is no weight that a routing can use, a number above 0 of at most {} with at most "
                  "three decimals; links with such weights have none",
                  in_quotes(attribute.value), most_weight / 1000));
}

std::uint16_t Collector::data_number(const LinkData& data, Place place) {
  const auto known = std::find(listing_.data.begin(), listing_.data.end(), data);
  if (known != listing_.data.end()) return static_cast<std::uint16_t>(known - listing_.data.begin());
  if (listing_.data.size() == most_data) {
    if (!stopped_) error(place, fmt::format("more than {} pairs of bandwidth and delay; round them", most_data - 1));
    stopped_ = true;
    return 0;
  }
  listing_.data.push_back(data);
  return static_cast<std::uint16_t>(listing_.data.size() - 1);
}

bool Collector::wants_of_switch(std::string_view key) const { return is_one_of(vertex_keys, key); }

void Collector::ignored(std::string_view key, std::span<const std::string_view> known, Place place) {
  if (warned_.contains(key)) return;
  const auto near = is_one_of(known, key) ? std::nullopt : nearest(key, known);
  if (!near) {
    ignored_.emplace(key);
    return;
  }
  warned_.emplace(key);
  ignored_.erase(std::string(key));
  diagnostics_.warning(listing_.mark(place),
                       fmt::format("attribute {} is not used; did you mean {}?", in_quotes(key), in_quotes(*near)));
}

void Collector::report_unknown(const Vertex& vertex) {
  std::vector<std::string_view> names;
  for (const Vertex& each : listing_.vertices) {
    if (each.declared && names.size() < most_names_compared) names.push_back(*each.name);
  }
  const auto near = nearest(*vertex.name, names);
  error(vertex.place, fmt::format("a link to {}, which is not declared; {}", in_quotes(*vertex.name),
                                  near ? fmt::format("did you mean {}?", in_quotes(*near))
                                       : "declare it, or declare no switch at all"));
}

void Collector::report_ignored() {
  if (ignored_.empty()) return;
  std::vector<std::string> names;
  for (const std::string& key : ignored_) {
    if (names.size() < most_ignored_named) names.push_back(in_quotes(key));
  }
  const std::size_t more = ignored_.size() - names.size();
  diagnostics_.warning(listing_.source,
                       fmt::format("{} {}{} not used; attributes of links are {}, of switches {}",
                                   ignored_.size() == 1 ? "attribute" : "attributes", fmt::join(names, ", "),
                                   more > 0               ? fmt::format(" and {} more are", more)
                                   : ignored_.size() == 1 ? " is"
                                                          : " are",
                                   fmt::join(edge_keys, ", "), fmt::join(vertex_keys, ", ")));
}

Listing Collector::finish() {
  report_ignored();
  links_.report(listing_, diagnostics_);
  if (listing_.strict) {
    for (const Vertex& vertex : listing_.vertices) {
      if (!vertex.declared && !stopped_) report_unknown(vertex);
    }
  }
  return std::move(listing_);
}

}  // namespace fsin::graph_file
