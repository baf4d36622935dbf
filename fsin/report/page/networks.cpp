// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/networks.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fsin/config/read.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/topology/any_topology.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace fsin::report::page {
namespace {

struct Shape {
  topology::AnyTopology topology;
  topology::FaultPlan faults;

  template <class F>
  void fields(F& f) {
    f.choice("topology", topology, "shape of the network");
    f.group("faults", faults, "links and routers that fail");
  }
};

/// Since JSON is YAML, the reader of experiments reads and checks the topology.
Shape read_shape(const Json& network) {
  Diagnostics diagnostics;
  config::Document document = config::load_text("sweep.json", json_text(network), diagnostics);
  Shape shape;
  topology::FileGraphs graphs;
  if (!config::read(document, shape, diagnostics) ||
      !topology::load(shape.topology, graphs, Mark("sweep.json"), diagnostics)) {
    throw sweep::SweepError(
        fmt::format("sweep.json: a point has a topology that cannot be read: {}; use the version "
                    "that wrote it, or run the sweep again",
                    diagnostics.entries().front().message));
  }
  return shape;
}

}  // namespace

const Json& topology_of(const sweep::PlannedPoint& point) {
  const Json& topology = sweep::value_at(point.config, "network.topology");
  if (topology.is_object()) return topology;
  throw sweep::SweepError(fmt::format(
      "sweep.json: point '{}' has no network.topology; the file is damaged, run the sweep again", point.name));
}

Json shape_of(const sweep::PlannedPoint& point) {
  Json shape{{"topology", topology_of(point)}};
  const Json& faults = sweep::value_at(point.config, "network.faults");
  if (faults.is_object()) shape["faults"] = faults;
  return shape;
}

topology::Topology build(const Json& shape) {
  const Shape network = read_shape(shape);
  topology::Topology topology = topology::build(network.topology);
  topology::fail(network.faults, topology);
  return topology;
}

std::size_t nodes_of(const Json& topology) {
  return static_cast<std::size_t>(topology::extent_of(read_shape({{"topology", topology}}).topology).nodes);
}

double routers_of(const Json& topology) {
  return topology::extent_of(read_shape({{"topology", topology}}).topology).routers;
}

}  // namespace fsin::report::page
