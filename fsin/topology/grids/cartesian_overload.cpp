// SPDX-License-Identifier: Apache-2.0
// Overloaded tori and meshes: the load they carry, and how full their queues are. Measured, and interpolated between
// the sizes that were measured.
#include <algorithm>

#include "fsin/topology/grids/cartesian.hpp"
#include "fsin/topology/measured_fill.hpp"

namespace fsin::topology {
namespace {

// Fraction of the slots that is taken, by the number of nodes on the longest side.
constexpr MeasuredFill torus_adaptive[]{{8, 0.01}, {12, 0.06}, {16, 0.13}, {20, 0.23}, {32, 0.70}, {64, 0.77}};
constexpr MeasuredFill torus_one_channel[]{{8, 0.06}, {12, 0.11}, {16, 0.14}, {32, 0.18}, {64, 0.19}};
constexpr MeasuredFill torus_channels[]{{8, 0.02}, {12, 0.11}, {16, 0.13}, {20, 0.19}, {32, 0.27}};
constexpr MeasuredFill mesh_adaptive[]{{8, 0.23}, {12, 0.45}, {16, 0.56}, {20, 0.59}, {32, 0.61}};
constexpr MeasuredFill mesh_oblivious[]{{8, 0.23}, {12, 0.19}, {20, 0.16}, {32, 0.22}};

}  // namespace

Overload Cartesian::overload(bool adaptive, unsigned channels) const {
  const unsigned longest = dims.empty() ? 1 : *std::max_element(dims.begin(), dims.end());
  if (!wraps && adaptive) return {0.85, fill_between(mesh_adaptive, longest)};
  if (!wraps) return {0.70, fill_between(mesh_oblivious, longest)};
  if (adaptive) return {0.88, fill_between(torus_adaptive, longest)};
  if (channels > 1) return {0.80, fill_between(torus_channels, longest)};
  return {0.58, fill_between(torus_one_channel, longest)};
}

}  // namespace fsin::topology
