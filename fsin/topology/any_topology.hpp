// SPDX-License-Identifier: Apache-2.0
// The parameters of one topology of the catalogue, whichever it is, and what may be asked of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "fsin/config/choice.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::topology {

class FileGraph;
using FileGraphs = std::map<std::string, std::shared_ptr<const FileGraph>>;  ///< graph_files/graph.hpp

struct Topologies;  // the list: catalogue.hpp
using AnyTopology = config::Choice<Topologies>;

/// Reads the file that the parameters name, if they name one, and must pass before anything else is asked of them.
/// `named_at` is the place of its name; `graphs` are those which were read before. False after an error.
bool load(AnyTopology& params, FileGraphs& graphs, const Mark& named_at, Diagnostics& diagnostics);

std::optional<Fault> fault_of(const AnyTopology& params);
Extent extent_of(const AnyTopology& params);
GeometryPointer geometry_of(const AnyTopology& params);
Topology build(const AnyTopology& params);

/// Why the original simulator cannot reproduce it; nothing where it can. The key is empty where the whole entry is
/// unknown to it.
std::optional<Unlike> unlike_original(const AnyTopology& params);

}  // namespace fsin::topology

extern template class fsin::config::Choice<fsin::topology::Topologies>;
