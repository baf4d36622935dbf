// SPDX-License-Identifier: Apache-2.0
// The readers of the formats. Each takes a whole file as text, passes vertices and edges to a Collector, and returns
// early when that has stopped. Content that a format cannot express is an error of the Collector; a text that is no
// file of this format at all is one error, at the first place that cannot be understood.
//
// Attributes have the same names in all formats. Edges: `bandwidth`, `delay` (cycles, a time or metres of cable),
// `length` (metres of cable), `count`, a number of parallel links, and those of other programs that link_attributes.hpp
// finds. Vertices: `terminals`, their number; `bandwidth`, `delay` and `length` of the links to these; and `kind`,
// "switch" or "terminal". GraphML, GML, DOT and JSON may have others, which are told as not used.
#pragma once

#include <string>
#include <string_view>

#include "fsin/graph_file/collector.hpp"

namespace fsin::graph_file {

/// Edge lists of lines `A B`, see edge_list.cpp.
void read_edge_list(std::string_view text, Collector& collector);
/// GraphML, as yEd, Gephi, igraph and networkx write it. Not read: ports, hyperedges, graphs in vertices.
void read_graphml(const std::string& text, Collector& collector);
/// GML, as networkx, igraph, Gephi and the Topology Zoo write it. Not read: several graphs in a file.
void read_gml(std::string_view text, Collector& collector);
/// The language of Graphviz, by Boost.Graph. An edge of a digraph leads in one direction, unless it has dir=both.
void read_dot(const std::string& text, Collector& collector);
/// JSON in node-link form, as networkx and D3 write it.
void read_json(std::string_view text, Collector& collector);

}  // namespace fsin::graph_file
