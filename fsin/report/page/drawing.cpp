// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/drawing.hpp"

#include <nlohmann/json.hpp>

namespace fsin::report::page {

Json drawing_json(const topology::Drawing& drawing) {
  Json json{{"kind", drawing.kind},
            {"width", rounded(drawing.width)},
            {"height", rounded(drawing.height)},
            {"nodes", drawing.nodes},
            {"dims", drawing.dims},
            {"ports", drawing.ports},
            {"names", drawing.names}};
  for (const char* name : {"x", "y", "planes", "groups", "directions"}) json[name] = Json::array();
  for (const topology::Spot& spot : drawing.routers) {
    json["x"].push_back(rounded(spot.x));
    json["y"].push_back(rounded(spot.y));
  }
  for (const topology::Plane& plane : drawing.planes) {
    json["planes"].push_back(
        {rounded(plane.corner.x), rounded(plane.corner.y), plane.width, plane.height, plane.label});
  }
  for (const topology::Disc& disc : drawing.groups) {
    json["groups"].push_back({rounded(disc.middle.x), rounded(disc.middle.y), rounded(disc.radius), disc.label});
  }
  for (const topology::Spot& way : drawing.directions) json["directions"].push_back({rounded(way.x), rounded(way.y)});
  Json from = Json::array(), to = Json::array(), port = Json::array(), stubs = Json::array();
  for (std::size_t i = 0; i < drawing.links.size(); ++i) {
    const topology::DrawnLink& link = drawing.links[i];
    from.push_back(link.from);
    to.push_back(link.to);
    port.push_back(link.port);
    if (link.stub) stubs.push_back(i);
  }
  json["links"] = {{"from", from}, {"to", to}, {"port", port}, {"stubs", stubs}};
  return json;
}

}  // namespace fsin::report::page
