// SPDX-License-Identifier: Apache-2.0
// GraphML: U. Brandes et al., GraphML progress report, Graph Drawing 2001.
//
// Read with Boost.PropertyTree, on which boost::read_graphml is built, since that one forgets the ids of nodes, so that
// no message could name a switch, and takes an edge to a node that does not exist for a new node.
#include <fmt/format.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <sstream>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"
#include "fsin/graph_file/xml_scan.hpp"

namespace fsin::graph_file {
namespace {

namespace ptree = boost::property_tree;
using Tree = ptree::ptree;

constexpr unsigned deepest_element = 100;
constexpr std::string_view parallel_key = "key";

/// An attribute of a tag; null when there is none.
const std::string* tag_attribute(const Tree& element, const char* name) {
  const auto attributes = element.find("<xmlattr>");
  if (attributes == element.not_found()) return nullptr;
  const auto found = attributes->second.find(name);
  return found == attributes->second.not_found() ? nullptr : &found->second.data();
}

class GraphmlReader {
 public:
  GraphmlReader(const XmlScan& scan, Collector& collector) : scan_(scan), collector_(collector) {}

  void read(const Tree& root) {
    const auto graphml = root.find("graphml");
    if (graphml == root.not_found()) return collector_.error({1, 1}, "no <graphml> at the top; this is not GraphML");
    const Tree* graph = nullptr;
    for (const auto& [name, child] : graphml->second) {
      if (name == "key") take_key(child);
      if (name != "graph") continue;
      if (graph != nullptr) return collector_.error({}, "has a second <graph>; keep one");
      graph = &child;
    }
    if (graph == nullptr) return collector_.error({}, "has no <graph> in its <graphml>");
    collector_.expect_declarations();
    const std::string* direction = tag_attribute(*graph, "edgedefault");
    directed_ = direction != nullptr && *direction == "directed";
    for (const auto& [name, child] : *graph) {
      if (name == "node") take_node(child);
      if (name == "hyperedge") collector_.error({}, "has a <hyperedge>, and a link joins two switches; write edges");
      if (collector_.stopped()) return;
    }
    for (const auto& [name, child] : *graph) {
      if (name == "edge") take_edge(child);
      if (collector_.stopped()) return;
    }
  }

 private:
  struct Key {
    std::string name;
    std::string value;  ///< default for elements without a value
    bool has_default = false;
    bool of_nodes = false, of_edges = false;
  };

  void take_key(const Tree& element) {
    const std::string* id = tag_attribute(element, "id");
    const std::string* name = tag_attribute(element, "attr.name");
    const std::string* of = tag_attribute(element, "for");
    if (id == nullptr || name == nullptr) return;
    Key key{.name = *name, .value = {}};
    key.of_nodes = of == nullptr || *of == "node" || *of == "all";
    key.of_edges = of == nullptr || *of == "edge" || *of == "all";
    if (const auto preset = element.find("default"); preset != element.not_found()) {
      key.value = preset->second.data();
      key.has_default = true;
    }
    if (key.of_nodes && !collector_.wants_of_switch(key.name)) collector_.ignored(key.name, vertex_keys, {});
    if (key.of_edges && !collector_.wants_of_link(key.name) && key.name != parallel_key) {
      collector_.ignored(key.name, edge_keys, {});
    }
    keys_[*id] = std::move(key);
  }

  /// Attributes of a node or an edge that have a meaning here, by name.
  std::vector<Written> attributes(const Tree& element, bool of_nodes, Place place) {
    std::map<std::string_view, std::string_view> values;
    const auto put = [&](const Key& key, const std::string& value) {
      const bool wanted = of_nodes ? collector_.wants_of_switch(key.name) : collector_.wants_of_link(key.name);
      if (wanted) values[key.name] = value;
      // networkx numbers the edges between two nodes of a multigraph.
      if (!of_nodes && key.name == parallel_key && value != "0") collector_.expect_parallel_links();
    };
    for (const auto& [id, key] : keys_) {
      if (key.has_default && (of_nodes ? key.of_nodes : key.of_edges)) put(key, key.value);
    }
    for (const auto& [name, child] : element) {
      const std::string* id = name == "data" ? tag_attribute(child, "key") : nullptr;
      const auto key = id == nullptr ? keys_.end() : keys_.find(*id);
      if (key != keys_.end()) put(key->second, child.data());
    }
    std::vector<Written> found;
    for (const auto& [key, value] : values) found.push_back({key, value, place});
    return found;
  }

  void take_node(const Tree& element) {
    const Place place = nodes_ < scan_.nodes.size() ? scan_.nodes[nodes_] : Place{};
    ++nodes_;
    const std::string* id = tag_attribute(element, "id");
    if (id == nullptr) return collector_.error(place, "a <node> without an id; give it one");
    if (element.find("graph") != element.not_found()) {
      return collector_.error(
          place, fmt::format("node {} has a graph of its own; write all nodes in one graph", in_quotes(*id)));
    }
    collector_.declare(*id, place, {}, attributes(element, true, place));
  }

  void take_edge(const Tree& element) {
    const Place place = edges_ < scan_.edges.size() ? scan_.edges[edges_] : Place{};
    ++edges_;
    const std::string* source = tag_attribute(element, "source");
    const std::string* target = tag_attribute(element, "target");
    if (source == nullptr || target == nullptr) {
      return collector_.error(place, "an <edge> without source and target; give it both");
    }
    const std::string* own = tag_attribute(element, "directed");
    const bool one_way = own == nullptr ? directed_ : *own == "true";
    collector_.edge(*source, *target, one_way, place, attributes(element, false, place));
  }

  const XmlScan& scan_;
  Collector& collector_;
  bool directed_ = false;
  std::map<std::string, Key> keys_;  ///< by id
  std::size_t nodes_ = 0, edges_ = 0;
};

}  // namespace

void read_graphml(const std::string& text, Collector& collector) {
  const XmlScan scan = scan_xml(text);
  if (scan.deepest > deepest_element) {
    return collector.error({}, fmt::format("elements inside each other {} deep; this is not GraphML", scan.deepest));
  }
  Tree root;
  try {
    std::istringstream in(text);
    ptree::read_xml(in, root, ptree::xml_parser::no_comments | ptree::xml_parser::trim_whitespace);
  } catch (const ptree::xml_parser_error& error) {
    return collector.error({static_cast<std::uint32_t>(error.line()), 0},
                           fmt::format("cannot be read as GraphML: {}", one_line(error.message())));
  }
  GraphmlReader(scan, collector).read(root);
}

}  // namespace fsin::graph_file
