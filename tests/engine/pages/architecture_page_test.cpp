// SPDX-License-Identifier: Apache-2.0
// docs/architecture.md against the layout of a router's block.
#include <doctest/doctest.h>

#include <map>

#include "fsin/engine/footprint.hpp"
#include "fsin/network/layout.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/engine/pages/page_table.hpp"

namespace architecture_page_test {

using namespace fsin;

TEST_CASE("The table of bytes per node is what the layout gives") {
  const std::vector<pages::Row> rows = pages::table("docs/architecture.md", "| part | bytes each");
  REQUIRE(rows.size() == 9);
  engine::Design design;
  design.topology = topology::TorusParams{{40, 40, 40}};
  design.router.virtual_channels = 3;
  design.routing = routing::AdaptiveParams{};
  const network::Layout layout(6, 3, 1, true);
  const engine::Footprint print = engine::footprint(design, engine::EngineKind::event, {}, 1);
  const std::vector<double> each{layout.node_offset * 1.0,
                                 layout.port_offset * 1.0 - layout.node_offset,
                                 layout.port_stride * 1.0,
                                 layout.in_port_stride * 1.0,
                                 layout.stride * 1.0,
                                 topology::PortGraph::bytes_per_port * 1.0,
                                 3 * sizeof(std::uint16_t) + 1.0,
                                 (print.topology + print.routers) / 64000,
                                 layout.record.stride * 1.0};
  double block = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i][0]);
    const double bytes = std::stod(rows[i][3]);
    CHECK(std::stod(rows[i][1]) == each[i]);
    CHECK(bytes == each[i] * std::stod(rows[i][2]));
    if (i < 4) block += bytes;
  }
  CHECK(network::round_up(static_cast<std::size_t>(block), 64) == layout.stride);
  CHECK(layout.stride + std::stod(rows[5][3]) + std::stod(rows[6][3]) == each[7]);
}

}  // namespace architecture_page_test
