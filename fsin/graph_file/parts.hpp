// SPDX-License-Identifier: Apache-2.0
// Graphs of several parts that no edge joins, as maps of real networks are where a cable is not drawn.
#pragma once

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

/// Keeps the part that has the most vertices, of equal ones that of the first vertex, and leaves out the others with a
/// warning that names them. Edges join whatever their direction.
void keep_largest_part(Listing& listing, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
