// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/twisted_torus.hpp"

namespace fsin::topology {

std::optional<Fault> TwistedTorusParams::fault() const {
  if (dims.size() > 2 || (skew_zx == 0 && skew_zy == 0)) return std::nullopt;
  return Fault{skew_zx != 0 ? "skew_zx" : "skew_zy", "a twisted torus of two dimensions has no Z to go round; write 0"};
}

CayleyShape TwistedTorusParams::cayley() const {
  CayleyShape shape{dims, {{1, 0, skew_yx.value_or(dims[0] / 2)}}, {}, {}, Paper::grid};
  if (dims.size() > 2) {
    shape.twists.push_back({2, 0, skew_zx});
    shape.twists.push_back({2, 1, skew_zy});
  }
  add_unit_steps(shape);
  return shape;
}

}  // namespace fsin::topology
