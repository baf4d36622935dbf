// SPDX-License-Identifier: Apache-2.0
// A network as a stand-alone SVG file: links by the colour of their class, nodes round, switches square, groups with a
// disc behind them, and a legend. A pair of opposite links is one line, a link that has no opposite an arrow, and a
// link that leaves the drawing a short stub at both of its ends. Small networks have their numbers written into them.
#pragma once

#include <string>
#include <string_view>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::topology {

/// SVG text of a drawing; `title` stands above it: "torus 8x8".
std::string svg_of(const Drawing& drawing, std::string_view title);

}  // namespace fsin::topology
