// SPDX-License-Identifier: Apache-2.0
// InfraGraph, the schema of MLCommons and Keysight for the infrastructure of AI clusters: devices are graphs of
// components, instances of devices are joined by edges. Source: github.com/Keysight/infragraph, schema 2.4, and the
// older form of its examples, whose edges are texts such as `server.0.nic.0.eth.leaf.3.port.1`.
#pragma once

#include <string_view>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Infragraph {
  static constexpr std::string_view name = "infragraph";
  static constexpr std::string_view doc = "YAML or JSON of InfraGraph: instances, devices, components, links, edges";
  static bool sniff(std::string_view text);
  /// Writes an edge list whose terminals are the accelerators, or what `terminals=` behind the file names. Settings:
  /// `terminals=KIND or COMPONENT`, `bandwidth=RATE` of links that have none, `lanes=N` of links in transfers a second.
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
