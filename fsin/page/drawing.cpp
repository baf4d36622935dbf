// SPDX-License-Identifier: Apache-2.0
#include "fsin/page/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string_view>

namespace fsin::page {
namespace {

constexpr std::string_view letters = "XYZWVUTS";  // as many as topology::max_dimensions
constexpr unsigned fold_at = 32;                  ///< routers of a line on paper
constexpr double plane_gap = 2;                   ///< room for stubs and the label
constexpr double page_ratio = 1.7;                ///< width by height that a set of planes comes near to
constexpr double tree_ratio = 2.6;

class GridDrawing {
 public:
  explicit GridDrawing(const topology::Cartesian& grid) : grid_(grid) {
    columns_ = grid.dims[0];
    rows_ = grid.dims.size() > 1 ? grid.dims[1] : 1;
    if (grid.dims.size() == 1 && columns_ > fold_at) {
      rows_ = (columns_ + fold_at - 1) / fold_at;
      columns_ = fold_at;
    }
    for (std::size_t d = 2; d < grid.dims.size(); ++d) planes_ *= grid.dims[d];
    const double wide = columns_ - 1 + plane_gap, high = rows_ - 1 + plane_gap;
    const double best = std::sqrt(page_ratio * static_cast<double>(planes_) * high / wide);
    across_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(best)), 1, planes_);
    across_ = (planes_ + (planes_ + across_ - 1) / across_ - 1) / ((planes_ + across_ - 1) / across_);
  }

  Drawing draw(std::size_t routers) {
    Drawing drawing;
    drawing.kind = "grid";
    drawing.dims = grid_.dims;
    for (std::size_t plane = 0; plane < planes_; ++plane) {
      drawing.planes.push_back({corner(plane), columns_ - 1.0, rows_ - 1.0, label(plane)});
      drawing.width = std::max(drawing.width, drawing.planes.back().corner.x + columns_ - 1.0);
      drawing.height = std::max(drawing.height, drawing.planes.back().corner.y + rows_ - 1.0);
    }
    for (std::size_t router = 0; router < routers; ++router) drawing.routers.push_back(spot(router));
    for (unsigned d = 0; d < grid_.dimensions(); ++d) {
      const Spot up = direction(d);
      drawing.directions.push_back(up);
      drawing.directions.push_back({-up.x, -up.y});
      drawing.ports.push_back(fmt::format("{}+", letters[d]));
      drawing.ports.push_back(fmt::format("{}-", letters[d]));
    }
    return drawing;
  }

 private:
  Spot corner(std::size_t plane) const {
    return {static_cast<double>(plane % across_) * (columns_ - 1 + plane_gap),
            static_cast<double>(plane / across_) * (rows_ - 1 + plane_gap)};
  }

  Spot spot(std::size_t router) const {
    const std::uint16_t* at = grid_.at(router);
    if (grid_.dims.size() == 1) {
      return {static_cast<double>(at[0] % columns_), static_cast<double>(at[0] / columns_)};
    }
    std::size_t plane = 0, stride = 1;
    for (std::size_t d = 2; d < grid_.dims.size(); stride *= grid_.dims[d++]) plane += stride * at[d];
    const Spot first = corner(plane);
    return {first.x + at[0], first.y + at[1]};
  }

  std::string label(std::size_t plane) const {
    std::string text;
    for (std::size_t d = 2; d < grid_.dims.size(); ++d) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", letters[d], plane % grid_.dims[d]);
      plane /= grid_.dims[d];
    }
    return text;
  }

  /// Higher dimensions share the quarter between right and up.
  Spot direction(unsigned d) const {
    if (d == 0) return {1, 0};
    if (d == 1) return {0, 1};
    const double angle = std::numbers::pi / 2 * (d - 1) / (grid_.dimensions() - 1);
    return {std::cos(angle), -std::sin(angle)};
  }

  const topology::Cartesian& grid_;
  unsigned columns_ = 1;  ///< of a plane
  unsigned rows_ = 1;
  std::size_t planes_ = 1;
  std::size_t across_ = 1;  ///< planes side by side
};

Drawing draw_tree(const topology::Tree& tree, std::size_t nodes, std::size_t routers) {
  Drawing drawing;
  drawing.kind = "tree";
  drawing.width = static_cast<double>(nodes) - 1;
  const double step = std::max(1.5, drawing.width / tree_ratio / tree.stages);
  drawing.height = step * tree.stages;
  const std::size_t per_stage = nodes / tree.arity;
  for (std::size_t router = 0; router < routers; ++router) {
    if (router < nodes) {
      drawing.routers.push_back({static_cast<double>(router), drawing.height});
      continue;
    }
    const std::size_t stage = (router - nodes) / per_stage, index = (router - nodes) % per_stage;
    drawing.routers.push_back({(static_cast<double>(index) + 0.5) * tree.arity - 0.5,
                               drawing.height - step * static_cast<double>(stage + 1)});
    drawing.names.push_back(fmt::format("switch {} of stage {}", index, stage + 1));
  }
  for (unsigned port = 0; port < 2 * tree.arity; ++port) {
    const bool up = port < tree.arity;
    drawing.ports.push_back(fmt::format("{} {}", up ? "up" : "down", up ? port : port - tree.arity));
    drawing.directions.push_back({0, up ? -1.0 : 1.0});
  }
  drawing.planes.push_back({{0, 0}, drawing.width, drawing.height, ""});
  return drawing;
}

/// Does the port lead to the neighbour on paper?
bool is_stub(const Drawing& drawing, const DrawnLink& link) {
  if (drawing.kind == "tree") return false;
  const Spot from = drawing.routers[link.from], to = drawing.routers[link.to];
  const Spot way = drawing.directions[link.port];
  return link.port >= 4 || std::fabs(from.x + way.x - to.x) > 0.01 || std::fabs(from.y + way.y - to.y) > 0.01;
}

void add_links(const topology::PortGraph& graph, Drawing& drawing) {
  for (std::size_t router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link next = graph.next(RouterId(router), port);
      if (!next.exists()) continue;
      DrawnLink link{static_cast<std::uint32_t>(router), static_cast<std::uint32_t>(next.router.index()), port, false};
      link.stub = is_stub(drawing, link);
      drawing.links.push_back(link);
    }
  }
}

}  // namespace

Drawing draw(const topology::Topology& topology) {
  const std::size_t nodes = topology.graph.nodes(), routers = topology.graph.routers();
  const auto* grid = std::get_if<topology::Cartesian>(&topology.geometry);
  Drawing drawing = grid != nullptr ? GridDrawing(*grid).draw(routers)
                                    : draw_tree(std::get<topology::Tree>(topology.geometry), nodes, routers);
  drawing.nodes = nodes;
  add_links(topology.graph, drawing);
  return drawing;
}

Json drawing_json(const Drawing& drawing) {
  Json json{{"kind", drawing.kind},
            {"width", rounded(drawing.width)},
            {"height", rounded(drawing.height)},
            {"nodes", drawing.nodes},
            {"dims", drawing.dims},
            {"ports", drawing.ports},
            {"names", drawing.names}};
  for (const char* name : {"x", "y", "planes", "directions"}) json[name] = Json::array();
  for (const Spot& spot : drawing.routers) {
    json["x"].push_back(rounded(spot.x));
    json["y"].push_back(rounded(spot.y));
  }
  for (const Plane& plane : drawing.planes) {
    json["planes"].push_back(
        {rounded(plane.corner.x), rounded(plane.corner.y), plane.width, plane.height, plane.label});
  }
  for (const Spot& way : drawing.directions) json["directions"].push_back({rounded(way.x), rounded(way.y)});
  Json from = Json::array(), to = Json::array(), port = Json::array(), stubs = Json::array();
  for (std::size_t i = 0; i < drawing.links.size(); ++i) {
    const DrawnLink& link = drawing.links[i];
    from.push_back(link.from);
    to.push_back(link.to);
    port.push_back(link.port);
    if (link.stub) stubs.push_back(i);
  }
  json["links"] = {{"from", from}, {"to", to}, {"port", port}, {"stubs", stubs}};
  return json;
}

}  // namespace fsin::page
