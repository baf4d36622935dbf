// SPDX-License-Identifier: Apache-2.0
// DOT, by Boost.Graph. That reader gives no places and uses the stack for subgraphs, so a first look at the text finds
// how deep it is nested; the line of an edge is found by the names of its ends.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/dynamic_property_map.hpp>
#include <cctype>
#include <exception>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"

namespace fsin::graph_file {
namespace {

constexpr unsigned deepest_brace = 100;
constexpr std::array<std::string_view, 7> dot_keys{"terminals", "kind",  "bandwidth", "delay",
                                                   "length",    "count", "weight"};

using DotAttributes = std::vector<std::pair<std::string, std::string>>;
struct DotVertex {
  std::string name;
  DotAttributes said;
};
struct DotEdge {
  std::string dir;
  DotAttributes said;
};
/// Edges keep the order of the file in both.
using DotGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, DotVertex, DotEdge>;
using DotDigraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, DotVertex, DotEdge>;

/// Depth of nested braces; strings and comments do not count. In HTML labels braces do count, and are never closed: the
/// end of such a label is hard to find, and nothing may hide in it.
class BraceDepth {
 public:
  explicit BraceDepth(std::string_view text) : text_(text) {}

  unsigned deepest() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.front() == '"') {
        skip_string();
      } else if (rest.starts_with("//") || rest.front() == '#') {
        skip_to("\n", 1);
      } else if (rest.starts_with("/*")) {
        skip_to("*/", 2);
      } else {
        count(rest.front());
        ++at_;
      }
    }
    return deepest_;
  }

 private:
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
    ++at_;
  }
  void skip_to(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, at_ + from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  void count(char c) {
    if (c == '<') ++html_;
    if (c == '>' && html_ > 0) --html_;
    if (c == '{') deepest_ = std::max(deepest_, ++depth_);
    if (c == '}' && html_ == 0 && depth_ > 0) --depth_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0, deepest_ = 0, html_ = 0;
};

bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Number of times that a line contains a name as a whole word.
unsigned times_in(std::string_view line, std::string_view name) {
  unsigned times = 0;
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_letter(line[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == line.size() || !is_name_letter(line[end]))) ++times;
  }
  return times;
}

unsigned edges_in(std::string_view line) {
  unsigned edges = 0;
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    const bool edge = line[at] == '-' && (line[at + 1] == '-' || line[at + 1] == '>');
    edges += edge ? 1 : 0;
    at += edge ? 1 : 0;
  }
  return edges;
}

/// Walks through the lines once, from edge to edge: the place of an edge is the next line that has both names. Where
/// edges are not written one a line the place stays unknown.
class EdgePlaces {
 public:
  explicit EdgePlaces(std::string_view text) : text_(text) {}

  Place find(std::string_view from, std::string_view to) {
    if (lost_) return {};
    for (std::uint32_t line = line_, looked = 0; at_ < text_.size() && looked < most_lines; ++line, ++looked) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      const std::string_view written = text_.substr(at_, end - at_);
      const bool here = times_in(written, from) >= (from == to ? 2U : 1U) && times_in(written, to) > 0;
      if (!here || edges_in(written) < 2) at_ = std::min(end + 1, text_.size());
      line_ = at_ > end ? line + 1 : line;
      if (here) return {line, 0};
    }
    lost_ = true;
    return {};
  }

 private:
  static constexpr std::uint32_t most_lines = 1000;  ///< lines without an edge before the search is given up

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool lost_ = false;
};

/// One attribute of all vertices or edges, as Boost's reader stores them.
template <class Graph, class Item>
class DotAttribute {
 public:
  using key_type = Item;
  using value_type = std::string;
  using reference = std::string;
  using category = boost::read_write_property_map_tag;

  DotAttribute(Graph& graph, std::string name) : graph_(&graph), name_(std::move(name)) {}
  friend std::string get(const DotAttribute& map, const Item& item) {
    for (const auto& [name, value] : (*map.graph_)[item].said) {
      if (name == map.name_) return value;
    }
    return {};
  }
  /// A value that a default has given is replaced.
  friend void put(const DotAttribute& map, const Item& item, const std::string& value) {
    DotAttributes& said = (*map.graph_)[item].said;
    const auto known =
        std::find_if(said.begin(), said.end(), [&](const auto& each) { return each.first == map.name_; });
    if (known != said.end()) {
      known->second = value;
    } else {
      said.emplace_back(map.name_, value);
    }
  }

 private:
  Graph* graph_;
  std::string name_;
};

template <class Graph>
void read_with(const std::string& text, Graph& graph, Collector& collector) {
  using Vertex = typename boost::graph_traits<Graph>::vertex_descriptor;
  using Edge = typename boost::graph_traits<Graph>::edge_descriptor;
  using Map = boost::shared_ptr<boost::dynamic_property_map>;
  // Called for each attribute that has no map yet; without one the reader drops it.
  boost::dynamic_properties properties([&](const std::string& key, const boost::any& item, const boost::any&) -> Map {
    const bool of_edge = item.type() == typeid(Edge);
    const bool of_vertex = item.type() == typeid(Vertex);
    if (of_edge && collector.wants_of_link(key)) {
      return boost::make_shared<boost::detail::dynamic_property_map_adaptor<DotAttribute<Graph, Edge>>>(
          DotAttribute<Graph, Edge>(graph, key));
    }
    if (of_vertex && collector.wants_of_switch(key)) {
      return boost::make_shared<boost::detail::dynamic_property_map_adaptor<DotAttribute<Graph, Vertex>>>(
          DotAttribute<Graph, Vertex>(graph, key));
    }
    const bool known = collector.wants_of_link(key) || collector.wants_of_switch(key);
    if (of_edge || of_vertex || !known) collector.ignored(key, dot_keys, {});
    return {};
  });
  properties.property("node_id", get(&DotVertex::name, graph));
  properties.property("dir", get(&DotEdge::dir, graph));
  boost::read_graphviz(text, graph, properties, "node_id");
}

std::vector<Written> written_of(const DotAttributes& said, Place place) {
  std::vector<Written> written;
  for (const auto& [key, value] : said) {
    if (!value.empty()) written.push_back({key, value, place});
  }
  return written;
}

template <class Graph>
void hand_over(const std::string& text, const Graph& graph, bool directed, Collector& collector) {
  for (const auto vertex : boost::make_iterator_range(vertices(graph))) {
    const DotVertex& said = graph[vertex];
    collector.declare(said.name, {}, {}, written_of(said.said, {}));
    if (collector.stopped()) return;
  }
  EdgePlaces places(text);
  for (const auto edge : boost::make_iterator_range(edges(graph))) {
    const std::string& from = graph[source(edge, graph)].name;
    const std::string& to = graph[target(edge, graph)].name;
    const DotEdge& said = graph[edge];
    const Place place = places.find(from, to);
    const std::vector<Written> attributes = written_of(said.said, place);
    if (said.dir == "back") {
      collector.edge(to, from, true, place, attributes);
    } else {
      collector.edge(from, to, directed && said.dir != "both" && said.dir != "none", place, attributes);
    }
    if (collector.stopped()) return;
  }
}

/// Line number in a message of the parser: "... (on line 12)"; 0 when there is none.
std::uint32_t line_of(std::string_view message) {
  constexpr std::string_view before = "line ";
  const std::size_t at = message.rfind(before);
  if (at == std::string_view::npos) return 0;
  const std::string_view rest = message.substr(at + before.size());
  const auto number = parse_natural(rest.substr(0, rest.find_first_not_of("0123456789")));
  return number ? static_cast<std::uint32_t>(*number) : 0;
}

}  // namespace

void read_dot(const std::string& text, Collector& collector) {
  if (const unsigned depth = BraceDepth(text).deepest(); depth > deepest_brace) {
    return collector.error({}, fmt::format("braces inside each other {} deep; write flatter subgraphs", depth));
  }
  try {
    DotGraph graph;
    try {
      read_with(text, graph, collector);
      return hand_over(text, graph, false, collector);
    } catch (const boost::directed_graph_error&) {
      graph.clear();
    }
    DotDigraph digraph;
    read_with(text, digraph, collector);
    hand_over(text, digraph, true, collector);
  } catch (const std::exception& error) {
    collector.error({line_of(error.what()), 0}, fmt::format("cannot be read as DOT: {}", one_line(error.what())));
  }
}

}  // namespace fsin::graph_file
