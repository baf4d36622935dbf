// SPDX-License-Identifier: Apache-2.0
// A network from a file: switches and links as an edge list, GraphML, GML, DOT or JSON has them (fsin/graph_file).
//
// Switches are numbered in the order in which the file names them, and terminals by switch: first those without a name,
// then those that are vertices of the file. The ports of a switch are its terminals, its links in both directions in
// the order of the file, and those in one direction. The classes of links are the different pairs of bandwidth and
// delay that the file gives, those of terminals first.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/config/input_key.hpp"
#include "fsin/graph_file/read.hpp"
#include "fsin/graph_file/wiring.hpp"
#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

class FileGraph final : public SwitchGraph {
 public:
  explicit FileGraph(graph_file::Wiring wiring);

  std::vector<std::string> link_classes() const override;
  std::vector<ClassValues> class_values() const override;
  unsigned link_class(RouterId router, unsigned port) const override;
  std::uint32_t link_weight(RouterId router, unsigned port) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;
  const std::string& digest() const { return digest_; }

  /// Estimated bytes of such an object, before there is one.
  static double bytes_of(const graph_file::Wiring& wiring);

 protected:
  std::string switch_name(std::uint32_t number) const override { return names_[number]; }

 private:
  void take_weights(const graph_file::Wiring& wiring);

  std::vector<std::string> names_;
  std::vector<std::uint8_t> terminal_classes_;  ///< by node; empty: all 0
  std::vector<std::uint32_t> first_node_;       ///< by switch, where terminals differ
  std::vector<graph_file::LinkClass> classes_;
  std::vector<std::vector<std::uint32_t>> weights_;  ///< by switch, as links_of(); empty: the file gives none
  std::string digest_;
};

/// Graphs that have been read, by file and all settings of their reading: points of a sweep share them.
using FileGraphs = std::map<std::string, std::shared_ptr<const FileGraph>>;

inline constexpr std::array graph_format_names{
    config::Named{graph_file::Format::automatic, "auto", "by the ending of the name, or else by the text"},
    config::Named{graph_file::Format::edges, "edges", "lines \"s0 s1\", as fsin topology --edges writes"},
    config::Named{graph_file::Format::graphml, "graphml", "GraphML (.graphml, .xml)"},
    config::Named{graph_file::Format::gml, "gml", "GML (.gml)"},
    config::Named{graph_file::Format::dot, "dot", "the language of Graphviz (.dot, .gv)"},
    config::Named{graph_file::Format::json, "json", "node-link JSON, as networkx writes (.json)"},
};

inline constexpr std::array graph_direction_names{
    config::Named{graph_file::Direction::as_written, "as-written", "as the file says"},
    config::Named{graph_file::Direction::both, "both", "every link leads in both directions"},
    config::Named{graph_file::Direction::paired, "paired",
                  "the file lists each direction of a link by itself, and must have the opposite of each"},
};

enum class GraphParts : std::uint8_t { all, largest };

inline constexpr std::array graph_part_names{
    config::Named{GraphParts::all, "all", "every switch must be reached from every other"},
    config::Named{GraphParts::largest, "largest", "the largest part that links join is kept, the others are left out"},
};

struct GraphParams {
  GraphParams() = default;
  /// Of a graph that is no file's.
  explicit GraphParams(std::shared_ptr<const FileGraph> graph) : graph_(std::move(graph)) {}

  static constexpr std::string_view name = "graph";
  static constexpr std::string_view doc = "switches and links read from a file";

  InputPath file;
  graph_file::Format format = graph_file::Format::automatic;
  std::optional<unsigned> terminals;
  graph_file::Direction direction = graph_file::Direction::as_written;
  bool leaf_terminals = false;
  bool parallel_links = false;
  GraphParts parts = GraphParts::all;
  std::vector<std::string> bandwidth_attributes;
  std::optional<std::string> bandwidth_unit;
  std::vector<std::string> delay_attributes;
  std::optional<std::string> delay_unit;
  std::optional<std::string> digest;

  template <class F>
  void fields(F& f) {
    f("file", file, "file with the graph: an edge list, GraphML, GML, DOT or JSON").required();
    f("format", format, "format of the file").names(graph_format_names);
    f("terminals", terminals,
      "terminals of each switch for which the file gives no number (default: 0 if the file has any terminal, else 1)")
        .range(0, max_ports);
    f("direction", direction, "directions of the links of the file").names(graph_direction_names);
    f("leaf_terminals", leaf_terminals, "true: a vertex with one neighbour is a terminal and not a switch");
    f("parallel_links", parallel_links, "true: the same link may be listed several times, each a link of its own");
    f("parts", parts, "what becomes of a graph of several parts that no link joins").names(graph_part_names);
    f("bandwidth_attributes", bandwidth_attributes,
      "attributes of links that are their bandwidth, the first that a link has (default: bandwidth, and those that are "
      "found by their names: LinkSpeedRaw, LinkSpeed, capacity, ...)");
    f("bandwidth_unit", bandwidth_unit, "unit of bandwidths without one, for example Mb/s (default: none)");
    f("delay_attributes", delay_attributes,
      "attributes of links that are their delay, the first that a link has (default: delay, length, and those that are "
      "found by their names: latency, distance, ...)");
    f("delay_unit", delay_unit, "unit of delays without one, for example ms, km or cycles (default: none)");
    f("digest", digest,
      "digest of the file, which results keep; the file is refused when it has another one (default: any)");
  }

  /// Reads the file, once, and must be called before any other function; before it, this is a ring of three switches
  /// with a terminal each. False after an error.
  bool load(FileGraphs& graphs, const Mark& named_at, Diagnostics& diagnostics);

  Extent extent() const;
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return graph_; }
  Topology build() const { return built(name, graph_); }

 private:
  std::shared_ptr<const FileGraph> read(const Mark& named_at, Diagnostics& diagnostics) const;
  static std::shared_ptr<const FileGraph> example();

  std::shared_ptr<const FileGraph> graph_ = example();
};

}  // namespace fsin::topology
