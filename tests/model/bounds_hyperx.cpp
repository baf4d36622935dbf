// SPDX-License-Identifier: Apache-2.0
// Bounds of HyperX networks: dimension order and Valiant's routing, the loads by walking every way (hyperx_loads.hpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fsin/routing/hyperx_oblivious.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "tests/model/bounds.hpp"
#include "tests/model/hyperx_loads.hpp"
#include "trgen/synth/dimension_complement.hpp"
#include "trgen/synth/uniform.hpp"

namespace model {
namespace {

using namespace fsin;
using routing::HyperXPath;
using topology::HyperXParams;
using Point = HyperXLoads::Point;

enum class Pattern { uniform, complement, line, reverse };

struct HyperxCase {
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

trgen::synth::AnyPattern traffic(Pattern pattern) {
  if (pattern == Pattern::uniform) return trgen::synth::UniformParams{};
  trgen::synth::DimensionComplementParams params;
  if (pattern == Pattern::line) params.dimensions = {0};
  params.reverse = pattern == Pattern::reverse;
  return params;
}

Point target(const HyperxCase& c, const Point& from) {
  Point to = from;
  const std::size_t changed = c.pattern == Pattern::line ? 1 : from.size();
  for (std::size_t d = 0; d < changed; ++d) to[d] = c.network.dims[d] - 1 - from[d];
  if (c.pattern == Pattern::reverse) std::reverse(to.begin(), to.end());
  return to;
}

/// Of the links between switches; those of terminals carry 1.
double bound(const HyperxCase& c) {
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

std::vector<HyperxCase> hyperx_cases() {
  const HyperXParams square{{4, 4}, 4, {1}}, cube{{3, 3, 3}, 3, {1}}, deep{{4, 4, 4}, 2, {1}};
  return {
      {square, HyperXPath::dor, Pattern::uniform}, {square, HyperXPath::valiant, Pattern::uniform},
      {square, HyperXPath::dor, Pattern::line},    {square, HyperXPath::dor, Pattern::complement},
      {cube, HyperXPath::dor, Pattern::uniform},   {cube, HyperXPath::valiant, Pattern::uniform},
      {deep, HyperXPath::dor, Pattern::reverse},
  };
}

BoundCase bound_case(const HyperxCase& c) {
  BoundCase result;
  result.network = fmt::format("HyperX {}, {} terminals", fmt::join(c.network.dims, "x"), c.network.terminals);
  result.routing = config::name_of(routing::hyperx_path_names, c.path);
  result.pattern = name_of(c.pattern);
  result.design.topology = c.network;
  routing::HyperXObliviousParams oblivious;
  oblivious.path = c.path;
  result.design.routing = oblivious;
  result.design.router.virtual_channels = 8;
  result.design.router.queue.value = 8;
  result.design.packet_phits = 4;
  result.load = {traffic(c.pattern), 1, 1000, 4000, 1};
  result.bound = bound(c);
  return result;
}

}  // namespace

BoundCases hyperx_bounds() {
  BoundCases result;
  for (const HyperxCase& c : hyperx_cases()) result.push_back(bound_case(c));
  return result;
}

}  // namespace model
