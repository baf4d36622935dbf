// SPDX-License-Identifier: Apache-2.0
// A first look at XML: how deep it is nested, so that no parser runs out of stack, and where vertices and edges begin,
// which a tree of properties does not tell. Anything that is no XML is left for the parser to report.
#pragma once

#include <string_view>
#include <vector>

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

struct XmlScan {
  unsigned deepest = 0;
  std::vector<Place> nodes;  ///< of elements <node>
  std::vector<Place> edges;  ///< of elements <edge>
};

XmlScan scan_xml(std::string_view text);

}  // namespace fsin::graph_file
