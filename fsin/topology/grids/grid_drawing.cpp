// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/grid_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fsin/topology/grids/direct.hpp"

namespace fsin::topology {
namespace {

constexpr unsigned fold_at = 32;      ///< routers per line on paper, where one dimension is folded
constexpr double plane_gap = 2;       ///< between planes: room for stubs and the label
constexpr double planes_ratio = 1.7;  ///< width by height that the arrangement of planes should come near to

class GridDrawing {
 public:
  explicit GridDrawing(const std::vector<unsigned>& dims) : dims_(dims) {
    columns_ = dims[0];
    rows_ = dims.size() > 1 ? dims[1] : 1;
    if (dims.size() == 1 && columns_ > fold_at) {
      rows_ = (columns_ + fold_at - 1) / fold_at;
      columns_ = fold_at;
    }
    for (std::size_t d = 2; d < dims.size(); ++d) planes_ *= dims[d];
    const double wide = columns_ - 1 + plane_gap, high = rows_ - 1 + plane_gap;
    const double best = std::sqrt(planes_ratio * static_cast<double>(planes_) * high / wide);
    across_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(best)), 1, planes_);
    across_ = (planes_ + (planes_ + across_ - 1) / across_ - 1) / ((planes_ + across_ - 1) / across_);
  }

  void lay_out(Drawing& drawing) {
    drawing.kind = "grid";
    drawing.dims = dims_;
    for (std::size_t plane = 0; plane < planes_; ++plane) {
      drawing.planes.push_back({corner(plane), columns_ - 1.0, rows_ - 1.0, label(plane)});
      drawing.width = std::max(drawing.width, drawing.planes.back().corner.x + columns_ - 1.0);
      drawing.height = std::max(drawing.height, drawing.planes.back().corner.y + rows_ - 1.0);
    }
    for (std::size_t router = 0; router < drawing.all_routers; ++router) drawing.routers.push_back(spot(router));
    for (unsigned d = 0; d < dims_.size(); ++d) {
      const Spot up = direction(d);
      drawing.directions.push_back(up);
      drawing.directions.push_back({-up.x, -up.y});
    }
    drawing.has_stubs = true;
    drawing.drawn_ports = 4;  // those of dimensions X and Y
  }

 private:
  Spot corner(std::size_t plane) const {
    return {static_cast<double>(plane % across_) * (columns_ - 1 + plane_gap),
            static_cast<double>(plane / across_) * (rows_ - 1 + plane_gap)};
  }

  Spot spot(std::size_t router) const {
    if (dims_.size() == 1) return {static_cast<double>(router % columns_), static_cast<double>(router / columns_)};
    const std::size_t in_plane = std::size_t{columns_} * rows_;
    const Spot first = corner(router / in_plane);
    return {first.x + static_cast<double>(router % columns_),
            first.y + static_cast<double>(router % in_plane / columns_)};
  }

  std::string label(std::size_t plane) const {
    std::string text;
    for (std::size_t d = 2; d < dims_.size(); ++d) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis_names[d], plane % dims_[d]);
      plane /= dims_[d];
    }
    return text;
  }

  /// Direction of the stubs of a dimension. The dimensions beyond Y share the quarter between right and up.
  Spot direction(unsigned d) const {
    if (d == 0) return {1, 0};
    if (d == 1) return {0, 1};
    const double angle = std::numbers::pi / 2 * (d - 1) / (static_cast<double>(dims_.size()) - 1);
    return {std::cos(angle), -std::sin(angle)};
  }

  const std::vector<unsigned>& dims_;
  unsigned columns_ = 1;  ///< columns of a plane
  unsigned rows_ = 1;
  std::size_t planes_ = 1;
  std::size_t across_ = 1;  ///< planes in a row
};

}  // namespace

void lay_out_grid(const std::vector<unsigned>& dims, Drawing& drawing) { GridDrawing(dims).lay_out(drawing); }

}  // namespace fsin::topology
