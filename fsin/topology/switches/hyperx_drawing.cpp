// SPDX-License-Identifier: Apache-2.0
// A HyperX on paper: dimensions X and Y form a grid of switches, Z a row of such grids, the fourth dimension a column
// of these rows, and so on. Every row is bent a little, so that the links between all its switches lie beside each
// other. Terminals stand on a circle around their switch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/switches/hyperx.hpp"

namespace fsin::topology {
namespace {

constexpr double margin = 0.1;
constexpr double bend = 0.3;  ///< height of the middle of a row, in distances to the neighbouring rows

/// A dimension on paper.
struct Row {
  unsigned side = 1;
  double pitch = 0;   ///< distance of two neighbours
  double height = 0;  ///< height of the middle
};

class HyperXDrawing {
 public:
  explicit HyperXDrawing(const HyperX& network) : network_(network) {
    around_ = network.terminals() == 1 ? 0.7 : std::max(0.7, 0.4 * network.terminals() / std::numbers::pi);
    double wide = 2 * around_, high = 2 * around_;  // extent of the rows joined so far
    for (unsigned d = 0; d < network.dimensions(); ++d) {
      double& along = d % 2 == 0 ? wide : high;
      double& across = d % 2 == 0 ? high : wide;
      Row row{network.dimension(d).side, along + 1.5, 0};
      row.height = row.side > 2 ? bend * (across + 1.5) : 0;
      along += (row.side - 1) * row.pitch;
      across += row.height;
      rows_.push_back(row);
    }
    width_ = wide + 2 * margin;
    height_ = high + 2 * margin;
  }

  void lay_out(Drawing& drawing) const {
    drawing.kind = "groups";
    drawing.width = width_;
    drawing.height = height_;
    for (std::uint32_t node = 0; node < network_.nodes(); ++node) {
      const unsigned p = network_.terminals();
      const Spot middle = spot(node / p);
      const double angle = 2 * std::numbers::pi * (node % p + 0.5) / p;
      drawing.routers.push_back({middle.x + around_ * std::sin(angle), middle.y - around_ * std::cos(angle)});
    }
    for (std::uint32_t number = 0; number < network_.switches(); ++number) {
      drawing.routers.push_back(spot(number));
      drawing.names.push_back(name(number));
    }
    drawing.directions.assign(network_.ports(), {});
    drawing.planes.push_back({{0, 0}, width_, height_, ""});
  }

 private:
  Spot spot(std::uint32_t number) const {
    Spot spot{margin + around_, margin + around_};
    for (std::size_t d = 0; d < rows_.size(); ++d) {
      const Row& row = rows_[d];
      const double at = number % row.side, last = row.side - 1.0;
      const double out = row.height * 4 * at * (last - at) / (last * last);
      spot.x += d % 2 == 0 ? at * row.pitch : out;
      spot.y += d % 2 == 0 ? out : at * row.pitch;
      number /= row.side;
    }
    return spot;
  }

  std::string name(std::uint32_t number) const {
    std::string text = "switch";
    for (const Row& row : rows_) {
      text += fmt::format("{}{}", &row == rows_.data() ? " " : ",", number % row.side);
      number /= row.side;
    }
    return text;
  }

  const HyperX& network_;
  std::vector<Row> rows_;
  double around_ = 0;  ///< radius of the circle of terminals
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

void HyperX::lay_out(Drawing& drawing) const { HyperXDrawing(*this).lay_out(drawing); }

}  // namespace fsin::topology
