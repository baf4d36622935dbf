// SPDX-License-Identifier: Apache-2.0
// Node-link JSON, which networkx.node_link_data() and D3 write:
//
//   {"directed": false,
//    "nodes": [{"id": "s0", "terminals": 4}, {"id": "t0", "kind": "terminal"}],
//    "links": [{"source": "s0", "target": "t0", "bandwidth": "100 Gb/s", "length": "5 m"}]}
//
// The links may be called "edges". Names may be numbers. The text is read piece by piece, so that a large file does not
// become a tree in memory; "directed" holds for all links wherever it stands.
#include <fmt/format.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"

namespace fsin::graph_file {
namespace {

/// Reads a text and knows the place of the next character.
class PlacedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  PlacedText(const char* at, Place* place) : at_(at), place_(place) {}
  const char& operator*() const { return *at_; }
  PlacedText& operator++() {
    if (*at_ == '\n') {
      ++place_->line;
      place_->column = 0;
    }
    ++place_->column;
    ++at_;
    return *this;
  }
  bool operator==(const PlacedText& other) const { return at_ == other.at_; }
  bool operator!=(const PlacedText& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Place* place_;
};

/// Receives the events of the parser. Depth 1 is the object at the top, 2 a list of nodes or links, 3 one of these.
class NodeLinkReader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  NodeLinkReader(const Place& place, Collector& collector) : place_(place), collector_(collector) {}

  bool null() { return value({}); }
  bool boolean(bool written) {
    if (depth_ == 1 && key_ == "directed") directed_ = written;
    if (depth_ == 1 && key_ == "multigraph" && written) collector_.expect_parallel_links();
    return value(written ? "true" : "false");
  }
  bool number_integer(number_integer_t written) { return value(fmt::format("{}", written)); }
  bool number_unsigned(number_unsigned_t written) { return value(fmt::format("{}", written)); }
  bool number_float(number_float_t /*written*/, const string_t& text) { return value(text); }
  bool string(string_t& text) { return value(text); }
  bool binary(binary_t& /*bytes*/) { return false; }

  bool key(string_t& text) {
    if (depth_ == 1) list_ = List::none;
    if (depth_ == 1 && text == "nodes") list_ = List::nodes;
    if (depth_ == 1 && (text == "links" || text == "edges")) list_ = List::links;
    if (depth_ == 1 || in_entry()) key_ = text;
    return true;
  }
  bool start_object(std::size_t /*elements*/) {
    if (in_entry()) value("{...}");  // no attribute of ours is a map or a list
    if (++depth_ == 3 && list_ != List::none) {
      entry_.clear();
      begins_ = here();
    }
    return true;
  }
  bool end_object() {
    if (in_entry()) finish_entry();
    --depth_;
    return !collector_.stopped();
  }
  bool start_array(std::size_t /*elements*/) {
    if (depth_ == 0) collector_.error(here(), "a list at the top; write {\"nodes\": [...], \"links\": [...]}");
    if (in_entry()) value("[...]");
    found_ = found_ || (depth_ == 1 && list_ == List::links);
    ++depth_;
    return depth_ > 1;
  }
  bool end_array() {
    --depth_;
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const nlohmann::json::exception& error) {
    std::string what = error.what();
    if (const auto syntax = what.find("syntax error"); syntax != std::string::npos) what = what.substr(syntax);
    collector_.error(here(), fmt::format("cannot be read as JSON: {}", one_line(what)));
    return false;
  }

  /// Adds all links in the order of the file.
  void finish() {
    if (!found_) return collector_.error({}, "has no list \"links\" or \"edges\"; write node-link JSON");
    for (const Link& link : links_) {
      if (collector_.stopped()) return;
      collector_.edge(link.from, link.to, directed_, link.place, written(link.pairs));
    }
  }

 private:
  enum class List : std::uint8_t { none, nodes, links };
  struct Link {
    std::string from, to;
    Place place;
    std::vector<Kept> pairs;
  };

  bool in_entry() const { return depth_ == 3 && list_ != List::none; }
  /// Place of the last character read; the parser is one ahead.
  Place here() const { return {place_.line, place_.column > 1 ? place_.column - 1 : 1}; }

  bool value(std::string text) {
    if (depth_ == 0) collector_.error(here(), "a value at the top; write {\"nodes\": [...], \"links\": [...]}");
    if (depth_ == 2 && list_ != List::none) {
      collector_.error(here(), fmt::format("{} in a list of {}; write an object", in_quotes(text),
                                           list_ == List::nodes ? "nodes" : "links"));
    }
    if (in_entry()) entry_.push_back({key_, std::move(text), here()});
    return depth_ > 0;
  }

  void finish_entry() {
    Link link{.from = {}, .to = {}, .place = begins_, .pairs = {}};
    const bool is_link = list_ == List::links;
    const std::span<const std::string_view> known =
        is_link ? std::span<const std::string_view>(edge_keys) : std::span<const std::string_view>(vertex_keys);
    const auto wanted = [&](const std::string& key) {
      return is_link ? collector_.wants_of_link(key) : collector_.wants_of_switch(key);
    };
    for (Kept& pair : entry_) {
      if (pair.key == (is_link ? "source" : "id")) {
        link.from = std::move(pair.value);
      } else if (is_link && pair.key == "target") {
        link.to = std::move(pair.value);
      } else if (wanted(pair.key)) {
        link.pairs.push_back(std::move(pair));
      } else if (!is_link || pair.key != "key") {  // "key" tells the links of a multigraph apart
        collector_.ignored(pair.key, known, pair.place);
      }
    }
    if (is_link) {
      links_.push_back(std::move(link));
      return;
    }
    collector_.expect_declarations();
    collector_.declare(link.from, link.place, {}, written(link.pairs));
  }

  const Place& place_;
  Collector& collector_;
  unsigned depth_ = 0;
  List list_ = List::none;
  std::string key_;
  std::vector<Kept> entry_;
  Place begins_;
  bool directed_ = false;
  bool found_ = false;
  std::deque<Link> links_;
};

}  // namespace

void read_json(std::string_view text, Collector& collector) {
  Place place{1, 1};
  NodeLinkReader reader(place, collector);
  const bool read = nlohmann::json::sax_parse(PlacedText(text.data(), &place),
                                              PlacedText(text.data() + text.size(), &place), &reader);
  if (read) reader.finish();
}

}  // namespace fsin::graph_file
