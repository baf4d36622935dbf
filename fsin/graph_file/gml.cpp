// SPDX-License-Identifier: Apache-2.0
// GML: M. Himsolt, GML: A portable graph file format, University of Passau, 1997.
//
//   graph [
//     directed 0
//     node [ id 0 label "New York" ]
//     edge [ source 0 target 1 latency "10 ms" ]
//   ]
//
// A list is pairs of a key and a value: a number, a text in quotes, or a list in brackets. Nodes are known by their
// ids; a node is called by its label where all nodes have different ones, as networkx has it, and else by its id.
#include <fmt/format.h>

#include <deque>
#include <set>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"

namespace fsin::graph_file {
namespace {

constexpr unsigned deepest_list = 100;

/// A piece of the text: a key, a number, a text, or a bracket.
struct GmlToken {
  enum class Kind : std::uint8_t { word, text, open, close, end };
  Kind kind = Kind::end;
  std::string_view text;
  Place place;
};

class GmlTokens {
 public:
  explicit GmlTokens(std::string_view text) : text_(text) {}

  GmlToken next() {
    skip_blanks();
    GmlToken token{.text = {}, .place = here()};
    if (at_ == text_.size()) return token;
    const std::size_t start = at_;
    if (text_[at_] == '[' || text_[at_] == ']') {
      token.kind = text_[at_] == '[' ? GmlToken::Kind::open : GmlToken::Kind::close;
      ++at_;
    } else if (text_[at_] == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      if (end == std::string_view::npos) return unclosed(token);
      token.kind = GmlToken::Kind::text;
      token.text = text_.substr(start + 1, end - start - 1);
      for (; at_ <= end; ++at_) count_line();
    } else {
      at_ = std::min(text_.find_first_of(" \t\r\n[]\"", at_), text_.size());
      token.kind = GmlToken::Kind::word;
      token.text = text_.substr(start, at_ - start);
    }
    return token;
  }

  bool in_open_quote() const { return open_quote_; }

 private:
  Place here() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }
  void count_line() {
    if (text_[at_] != '\n') return;
    ++line_;
    line_start_ = at_ + 1;
  }
  GmlToken unclosed(GmlToken token) {
    open_quote_ = true;
    at_ = text_.size();
    return token;
  }
  /// Blanks, and comments: lines that begin with #.
  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '#' && text_.substr(line_start_, at_ - line_start_).find_first_not_of(" \t") == std::string_view::npos) {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_ == text_.size()) return;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        return;
      }
      count_line();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  bool open_quote_ = false;
};

/// A text with its character entities resolved as far as names need them; others stay as they are.
std::string decoded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    constexpr std::pair<std::string_view, char> entities[] = {{"&quot;", '"'}, {"&#34;", '"'}, {"&amp;", '&'},
                                                              {"&#38;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},
                                                              {"&apos;", '\''}};
    std::size_t taken = 1;
    char c = text.front();
    for (const auto& [entity, meaning] : entities) {
      if (!text.starts_with(entity)) continue;
      taken = entity.size();
      c = meaning;
    }
    result += c;
    text.remove_prefix(taken);
  }
  return result;
}

class GmlReader {
 public:
  GmlReader(std::string_view text, Collector& collector) : tokens_(text), collector_(collector) {}

  void read() {
    if (!read_pairs(List::top, 0)) return;
    if (!found_) return collector_.error({}, "has no graph [ ... ]; write GML");
    hand_over();
  }

 private:
  enum class List : std::uint8_t { top, graph, node, edge, other };
  struct Item {
    std::string id, label, to;  ///< of an edge: `id` and `to` are its ends
    Place place;
    std::vector<Kept> pairs;
  };

  bool refuse(Place place, const std::string& what) {
    collector_.error(place, fmt::format("cannot be read as GML: {}", what));
    return false;
  }

  /// Reads pairs up to the end of this list. False after an error.
  bool read_pairs(List list, unsigned depth) {
    if (depth > deepest_list) return refuse({}, fmt::format("lists inside each other more than {} deep", deepest_list));
    for (;;) {
      const GmlToken key = tokens_.next();
      if (key.kind == GmlToken::Kind::end && tokens_.in_open_quote()) return refuse(key.place, "a quote is not closed");
      if (key.kind == GmlToken::Kind::end) return depth == 0 || refuse(key.place, "a list is not closed; write ]");
      if (key.kind == GmlToken::Kind::close) return depth > 0 || refuse(key.place, "a ] without its [");
      if (key.kind != GmlToken::Kind::word) return refuse(key.place, "a value without a key before it");
      const GmlToken value = tokens_.next();
      if (value.kind == GmlToken::Kind::end && tokens_.in_open_quote()) {
        return refuse(value.place, "a quote is not closed");
      }
      if (value.kind == GmlToken::Kind::end || value.kind == GmlToken::Kind::close) {
        return refuse(key.place, fmt::format("{} has no value", in_quotes(key.text)));
      }
      if (value.kind == GmlToken::Kind::open ? !open(list, key, depth) : !take(list, key, value)) return false;
    }
  }

  bool open(List outer, const GmlToken& key, unsigned depth) {
    if (outer == List::top && key.text == "graph") {
      if (found_) return refuse(key.place, "a second graph; keep one");
      found_ = true;
      return read_pairs(List::graph, depth + 1);
    }
    const bool node = outer == List::graph && key.text == "node";
    if (!node && !(outer == List::graph && key.text == "edge")) {
      if (outer == List::node || outer == List::edge) foreign(outer, key);
      return read_pairs(List::other, depth + 1);
    }
    (node ? nodes_ : edges_).push_back({.id = {}, .label = {}, .to = {}, .place = key.place, .pairs = {}});
    return read_pairs(node ? List::node : List::edge, depth + 1) && !collector_.stopped();
  }

  void foreign(List list, const GmlToken& key) {
    const bool node = list == List::node;
    collector_.ignored(key.text, node ? std::span<const std::string_view>(vertex_keys) : edge_keys, key.place);
  }

  bool take(List list, const GmlToken& key, const GmlToken& value) {
    if (list == List::graph && key.text == "directed") directed_ = value.text == "1";
    if (list == List::graph && key.text == "multigraph" && value.text == "1") collector_.expect_parallel_links();
    if (list == List::node) take_of_node(nodes_.back(), key, value);
    if (list == List::edge) take_of_edge(edges_.back(), key, value);
    return true;
  }

  void take_of_node(Item& node, const GmlToken& key, const GmlToken& value) {
    if (key.text == "id") {
      node.id = value.text;
    } else if (key.text == "label") {
      node.label = decoded(value.text);
    } else if (collector_.wants_of_switch(key.text)) {
      node.pairs.push_back({std::string(key.text), decoded(value.text), value.place});
    } else {
      foreign(List::node, key);
    }
  }

  void take_of_edge(Item& edge, const GmlToken& key, const GmlToken& value) {
    if (key.text == "source") {
      edge.id = value.text;
    } else if (key.text == "target") {
      edge.to = value.text;
    } else if (key.text == "key") {
      // networkx numbers the edges between two nodes of a multigraph.
      if (value.text != "0") collector_.expect_parallel_links();
    } else if (collector_.wants_of_link(key.text)) {
      edge.pairs.push_back({std::string(key.text), decoded(value.text), value.place});
    } else {
      foreign(List::edge, key);
    }
  }

  bool labels_differ() const {
    std::set<std::string_view> labels;
    for (const Item& node : nodes_) {
      if (node.label.empty() || !labels.insert(node.label).second) return false;
    }
    return true;
  }

  void hand_over() {
    const bool by_label = labels_differ();
    std::unordered_map<std::string_view, std::string_view> names;  // by id
    collector_.expect_declarations();
    for (const Item& node : nodes_) {
      if (collector_.stopped()) return;
      if (node.id.empty()) {
        collector_.error(node.place, "a node without an id; give it one");
        continue;
      }
      const std::string_view name = by_label ? node.label : node.id;
      if (!names.emplace(node.id, name).second) {
        collector_.error(node.place,
                         fmt::format("a second node with the id {}; give each its own", in_quotes(node.id)));
        continue;
      }
      collector_.declare(name, node.place, {}, written(node.pairs));
    }
    for (const Item& edge : edges_) {
      if (collector_.stopped()) return;
      const auto from = names.find(edge.id), to = names.find(edge.to);
      if (edge.id.empty() || edge.to.empty()) {
        collector_.error(edge.place, "an edge without source and target; give it both");
      } else if (from == names.end() || to == names.end()) {
        collector_.error(edge.place, fmt::format("an edge to {}, which is the id of no node",
                                                 in_quotes(from == names.end() ? edge.id : edge.to)));
      } else {
        collector_.edge(from->second, to->second, directed_, edge.place, written(edge.pairs));
      }
    }
  }

  GmlTokens tokens_;
  Collector& collector_;
  bool found_ = false;
  bool directed_ = false;
  std::deque<Item> nodes_, edges_;
};

}  // namespace

void read_gml(std::string_view text, Collector& collector) { GmlReader(text, collector).read(); }

}  // namespace fsin::graph_file
