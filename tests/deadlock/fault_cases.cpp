// SPDX-License-Identifier: Apache-2.0
// Networks with failed links: ways that go round a fault, and escape channels that are gone.
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "tests/deadlock/cases.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

engine::Design mesh(routing::AnyRouting routing, unsigned vcs) {
  engine::Design design;
  design.topology = topology::MeshParams{{4, 4}};
  design.routing = std::move(routing);
  design.router.virtual_channels = vcs;
  design.router.queue = PacketCount{2};
  return design;
}

topology::FaultPlan faults_of(std::vector<std::string> links, std::uint64_t at = 0) {
  topology::FaultPlan faults;
  faults.links = std::move(links);
  faults.at = CycleCount{at};
  return faults;
}

engine::Design hyperx(routing::HyperXAlgorithm algorithm, unsigned vcs) {
  engine::Design design = mesh(routing::DorParams{}, vcs);
  design.topology = topology::HyperXParams{{3, 3}, 2, {1}};
  routing::HyperXAdaptiveParams params;
  params.algorithm = algorithm;
  design.routing = params;
  return design;
}

engine::Design dragonfly(routing::AnyRouting routing, unsigned vcs) {
  engine::Design design = mesh(std::move(routing), vcs);
  design.topology = topology::DragonflyParams{.p = 2, .a = 4, .h = 1};
  return design;
}

}  // namespace

std::vector<Case> fault_cases() {
  routing::ShortestParams first;  // of a mesh without faults, X before Y
  first.choice = routing::PortChoice::first;
  const routing::DorParams dor;
  engine::Design torus = mesh(dor, 1);
  torus.topology = topology::TorusParams{{4, 4}, true};
  torus.router.flow_control = router::flow_control<router::Bubble>;
  engine::Design torus_escape = mesh(routing::EscapeTreeParams{}, 2);
  torus_escape.topology = topology::TorusParams{{4, 4}, true};
  const auto middle = faults_of({"5-6"});
  return {
      design_case("mesh 4x4, shortest by the first port, 1 VC: that is dimension order", true, mesh(first, 1)),
      design_case("the same with a failed link, round which ways turn back to X", false, mesh(first, 1), middle),
      design_case("the same with a link that fails later, which changes no way", true, mesh(first, 1),
                  faults_of({"5-6"}, 1000)),
      design_case("the same with a failed link and a ladder of 7 channels", true, mesh(first, 7), middle),
      design_case("mesh 4x4 with a failed link, spanning tree, 1 VC", true, mesh(routing::SpanningTreeParams{}, 1),
                  middle),
      design_case("torus 4x4 with 3 failed links, escape tree, 2 VCs", true, torus_escape,
                  faults_of({"5-6", "0-4", "10-11"})),
      design_case("torus 4x4, dor, bubble, with a failed link: packets that need it are left out", true, torus, middle),
      design_case("HyperX 3x3 with 2 failed links, DimWAR round them, 2 VCs", true,
                  hyperx(routing::HyperXAlgorithm::dimwar, 2), faults_of({"s0-s1", "s4-s7"})),
      design_case("the same with 1 VC", false, hyperx(routing::HyperXAlgorithm::dimwar, 1),
                  faults_of({"s0-s1", "s4-s7"})),
      design_case("HyperX 3x3 with 2 failed links, OmniWAR round them, 3 VCs", true,
                  hyperx(routing::HyperXAlgorithm::omniwar, 3), faults_of({"s0-s1", "s4-s7"})),
      design_case("HyperX 3x3 with 2 failed links, UGAL round them, 2 VCs", true,
                  hyperx(routing::HyperXAlgorithm::ugal, 2), faults_of({"s0-s1", "s4-s7"})),
      design_case("dragonfly with failed links within groups, minimal over third switches, 2 VCs", true,
                  dragonfly(routing::DragonflyMinimalParams{}, 2), faults_of({"s0-s1", "s5-s7"})),
      design_case("dragonfly with failed local and global links, UGAL round them, 3 VCs", true,
                  dragonfly(routing::DragonflyUgalParams{}, 3), faults_of({"s0-s1", "s3-s16"})),
      design_case("mesh 4x4 with failed links, UGAL-G round them and a level for each hop", true,
                  mesh(routing::GraphUgalGParams{}, 12), faults_of({"5-6", "9-10"})),
      design_case("mesh 4x4 with failed links, PAR round them and a level for each hop", true,
                  mesh(routing::GraphParParams{}, 13), faults_of({"5-6", "9-10"})),
      design_case("torus 4x4, dor, bubble, with two links that fail later", true, torus,
                  faults_of({"5-6 at 200", "9-10 at 400"})),
      design_case("the same with links that come back", true, torus,
                  faults_of({"5-6 at 200 until 300", "9-10 at 400 until 500"})),
  };
}

}  // namespace deadlock_test
