// SPDX-License-Identifier: Apache-2.0
// HyperX networks that are offered more than their links carry. The bound of a pattern is 1 over the load of the most
// loaded link when every node sends a phit a cycle, enumerated over all ways (hyperx_loads.hpp). Queues are deep and
// channels many, so that little is lost to headers that wait behind others: at least 88% of the bound is accepted.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/model/checks.hpp"
#include "tests/model/hyperx_loads.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/dimension_complement.hpp"

namespace model {
namespace {

using namespace fsin;
using routing::HyperXPath;
using topology::HyperXParams;
using Point = HyperXLoads::Point;

constexpr double least_part = 0.88;
constexpr double most_part = 1.001;  ///< what queues held when the measurement began is consumed besides
constexpr unsigned channels = 8;

enum class Pattern { uniform, complement, line, reverse };

struct Case {
  HyperXParams network;
  HyperXPath path;
  Pattern pattern;
};

std::string_view name_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::uniform:
      return "uniform";
    case Pattern::complement:
      return "complement";
    case Pattern::line:
      return "complement of X";
    case Pattern::reverse:
      break;
  }
  return "complement reversed";
}

trgen::synth::Patterns::variant traffic(Pattern pattern) {
  if (pattern == Pattern::uniform) return trgen::synth::UniformParams{};
  trgen::synth::DimensionComplementParams params;
  if (pattern == Pattern::line) params.dimensions = {0};
  params.reverse = pattern == Pattern::reverse;
  return params;
}

Point target(const Case& c, const Point& from) {
  Point to = from;
  const std::size_t changed = c.pattern == Pattern::line ? 1 : from.size();
  for (std::size_t d = 0; d < changed; ++d) to[d] = c.network.dims[d] - 1 - from[d];
  if (c.pattern == Pattern::reverse) std::reverse(to.begin(), to.end());
  return to;
}

/// Of the links between switches; those of terminals carry 1.
double bound(const Case& c) {
  HyperXLoads loads(c.network);
  const auto to = [&](const Point& from) { return target(c, from); };
  if (c.pattern == Pattern::uniform) {
    const double share = 1 / (c.network.extent().nodes - 1);
    if (c.path == HyperXPath::dor) {
      loads.all_pairs(share);
    } else {
      loads.all_pairs_by_any_switch(share);
    }
  } else if (c.path == HyperXPath::dor) {
    loads.pattern(to);
  } else {
    loads.pattern_by_any_switch(to);
  }
  return 1 / loads.most();
}

std::vector<Case> cases() {
  const HyperXParams square{{4, 4}, 4, {1}}, cube{{3, 3, 3}, 3, {1}}, deep{{4, 4, 4}, 2, {1}};
  return {
      {square, HyperXPath::dor, Pattern::uniform}, {square, HyperXPath::valiant, Pattern::uniform},
      {square, HyperXPath::dor, Pattern::line},    {square, HyperXPath::dor, Pattern::complement},
      {cube, HyperXPath::dor, Pattern::uniform},   {cube, HyperXPath::valiant, Pattern::uniform},
      {deep, HyperXPath::dor, Pattern::reverse},
  };
}

Check check(EngineKind kind, const Case& c) {
  Design design;
  design.topology = c.network;
  routing::HyperXObliviousParams oblivious;
  oblivious.path = c.path;
  design.routing = oblivious;
  design.router.virtual_channels = channels;
  design.router.queue.value = 8;
  design.packet_phits = 4;
  const Network network = make_network(design);
  const double most = bound(c);
  const Load load{traffic(c.pattern), std::min(1.0, 1.3 * most), 1000, 4000, 1};
  const double rate = accepted(network, run_load(kind, network, load));
  return {fmt::format("{}, {} terminals a switch, {}, {}, {} VC", fmt::join(c.network.dims, "x"), c.network.terminals,
                      config::name_of(routing::hyperx_path_names, c.path), name_of(c.pattern), channels),
          fmt::format("{:.4f} .. {:.4f}", least_part * most, most), fmt::format("{:.4f}", rate),
          rate >= least_part * most && rate <= most_part * most};
}

}  // namespace

Checks hyperx_bounds(EngineKind kind) {
  Checks checks;
  for (const Case& c : cases()) checks.push_back(check(kind, c));
  return checks;
}

}  // namespace model
