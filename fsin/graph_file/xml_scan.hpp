// SPDX-License-Identifier: Apache-2.0
// A first pass over XML that finds its depth, so that no parser runs out of stack, and the places of vertices and
// edges, which a tree of properties does not record. Anything that is no XML is left for the parser to report.
#pragma once

#include <string_view>
#include <vector>

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

struct XmlScan {
  unsigned deepest = 0;
  std::vector<Place> nodes;  ///< places of elements <node>
  std::vector<Place> edges;  ///< places of elements <edge>
};

XmlScan scan_xml(std::string_view text);

}  // namespace fsin::graph_file
