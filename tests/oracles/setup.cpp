// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/setup.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>
#include <utility>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "trgen/synth/bit_reversal.hpp"
#include "trgen/synth/butterfly.hpp"
#include "trgen/synth/complement.hpp"
#include "trgen/synth/distribute.hpp"
#include "trgen/synth/hotregion.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/shuffle.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/tornado.hpp"
#include "trgen/synth/transpose.hpp"
#include "trgen/synth/uniform.hpp"

namespace oracles {
namespace {

using namespace fsin;

std::vector<unsigned> sizes(const std::string& text) {
  std::vector<unsigned> dims;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, 'x');) dims.push_back(static_cast<unsigned>(std::stoul(word)));
  return dims;
}

template <class Value>
Value one_of(const Row& row, std::string_view column,
             std::initializer_list<std::pair<std::string_view, Value>> meanings) {
  for (const auto& [word, value] : meanings) {
    if (row.text(column) == word) return value;
  }
  throw std::runtime_error(fmt::format("'{}' in column {} means nothing here", row.text(column), column));
}

topology::AnyTopology topology_of(const Row& row) {
  const std::vector<unsigned> dims = sizes(row.text("dims"));
  if (row.text("topology") == "k-ary-n-tree") {
    topology::FatTreeParams tree;
    tree.k = dims.at(0);
    tree.n = dims.at(1);
    return tree;
  }
  if (row.text("topology") == "mesh") return topology::MeshParams{dims};
  return topology::TorusParams{dims, true};
}

routing::AnyRouting routing_of(const Row& row) {
  using routing::Ascent;
  using routing::selection;
  const std::string& routing = row.text("routing");
  if (routing == "dor") return routing::DorParams{};
  if (routing == "adaptive") {
    return routing::AdaptiveParams{one_of<routing::Selection>(row, "select",
                                                              {{"smart", selection<routing::SmartSelection>},
                                                               {"random", selection<routing::RandomSelection>},
                                                               {"shortest", selection<routing::MostFreeSelection>}})};
  }
  return routing::UpDownParams{
      one_of<Ascent>(row, "routing", {{"up-adaptive", Ascent::adaptive}, {"up-source-digit", Ascent::arithmetic}})};
}

/// A tree, a mesh and an oblivious router have no rings to protect or no other choice: the design's own default.
std::optional<router::FlowControl> flow_control_of(const Row& row) {
  if (row.text("topology") != "torus") return std::nullopt;
  return one_of<router::FlowControl>(
      row, "flow_control",
      {{"bubble", router::flow_control<router::Bubble>}, {"vct", router::flow_control<router::NoFlowControl>}});
}

}  // namespace

Setup make_setup(const Row& row) {
  using router::Arbiter;
  using router::Consumption;
  Setup setup;
  engine::Design& design = setup.design;
  design.topology = topology_of(row);
  design.routing = routing_of(row);
  design.packet_phits = row.whole("packet_phits");
  design.router.virtual_channels = row.whole("vcs");
  design.router.queue.value = row.whole("queue_packets");
  design.router.injection_queue.value = row.whole("injection_queue_packets");
  design.router.flow_control = flow_control_of(row);
  design.router.arbiter = one_of<Arbiter>(row, "arbiter",
                                          {{"round-robin", router::arbiter<router::RoundRobin>},
                                           {"age", router::arbiter<router::Age>},
                                           {"fifo", router::arbiter<router::Oldest>},
                                           {"random", router::arbiter<router::Random>},
                                           {"longest", router::arbiter<router::Longest>}});
  design.router.consumption = one_of<Consumption>(row, "consumption",
                                                  {{"multiple", router::consumption<router::MultipleConsumption>},
                                                   {"single", router::consumption<router::SingleConsumption>}});
  Diagnostics diagnostics;
  engine::check(design, diagnostics);
  if (!diagnostics.ok()) throw std::runtime_error(describe(row) + ": " + diagnostics.text());

  setup.topology = topology::build(design.topology);
  setup.facts.nodes = static_cast<std::uint32_t>(setup.topology.graph.nodes());
  if (const auto* grid = topology::as<topology::Cartesian>(*setup.topology.geometry)) setup.facts.dims = grid->dims;
  setup.facts.packet_phits = design.packet_phits;
  setup.facts.bit_rate = 1'000'000'000;
  return setup;
}

trgen::synth::SyntheticParams make_load(const Row& row) {
  using namespace trgen::synth;
  using Pattern = AnyPattern;
  SyntheticParams params;
  params.pattern = one_of<Pattern>(row, "pattern",
                                   {{"uniform", UniformParams{}},
                                    {"transpose", TransposeParams{}},
                                    {"bit-reversal", BitReversalParams{}},
                                    {"complement", ComplementParams{}},
                                    {"shuffle", ShuffleParams{}},
                                    {"butterfly", ButterflyParams{}},
                                    {"tornado-linear", TornadoParams{true}},
                                    {"hotregion", HotregionParams{}},
                                    {"distribute", DistributeParams{}},
                                    {"shift-1", ShiftParams{1}},
                                    {"shift-2", ShiftParams{2}},
                                    {"shift-3", ShiftParams{3}}});
  params.load = row.number("load");
  return params;
}

std::string describe(const Row& row) {
  std::string text =
      fmt::format("{} {}, {} VC, {}", row.text("topology"), row.text("dims"), row.text("vcs"), row.text("routing"));
  if (row.text("routing") == "adaptive") text += " " + row.text("select");
  if (row.has("pattern")) text += fmt::format(", {} {}", row.text("pattern"), row.text("load"));
  const auto unusual = [&](std::string_view column, std::string_view usual, std::string_view label) {
    if (row.text(column) != usual) text += fmt::format(", {}{}", label, row.text(column));
  };
  unusual("packet_phits", "16", "L ");
  unusual("queue_packets", "4", "queue ");
  unusual("injection_queue_packets", "8", "injection queue ");
  unusual("arbiter", "round-robin", "arbiter ");
  unusual("consumption", "multiple", "consumption ");
  return text;
}

}  // namespace oracles
