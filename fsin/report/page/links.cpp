// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/report/page/coarse.hpp"
#include "fsin/report/page/drawing.hpp"
#include "fsin/report/page/networks.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

struct Load {
  std::uint64_t from = 0;
  std::uint64_t port = 0;
  std::uint64_t phits = 0;
  double utilisation = 0;
};

std::vector<Load> loads_of(const sweep::Run* run) {
  std::vector<Load> loads;
  if (run == nullptr) return loads;
  const double cycles = run->result.figure("measured_cycles").value_or(0);
  for (const result::KeptLink& link : run->result.links) {
    loads.push_back({link.from, link.port, link.phits, cycles > 0 ? static_cast<double>(link.phits) / cycles : 0});
  }
  return loads;
}

struct Network {
  topology::Drawing drawing;
  std::optional<CoarseDrawing> small;  ///< drawn in its place, where it has too many links
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> places;  ///< router and port -> number of the link
};

Network network_of(const topology::Topology& topology, std::size_t most_links) {
  Network network{draw(topology), {}, {}};
  if (network.drawing.links.size() > most_links) network.small = coarse(network.drawing);
  for (std::size_t i = 0; i < network.drawing.links.size(); ++i) {
    network.places[{network.drawing.links[i].from, network.drawing.links[i].port}] = i;
  }
  return network;
}

/// Length of the measured window in cycles, from the phits of the busiest link and its utilisation.
double window_of(const std::vector<Load>& loads) {
  Load most;
  for (const Load& load : loads) most = load.phits > most.phits ? load : most;
  return most.utilisation > 0 ? std::round(static_cast<double>(most.phits) / most.utilisation) : 0;
}

/// The phits of the links that each line stands for, on average.
std::vector<std::uint64_t> means(const CoarseDrawing& small, const std::vector<std::uint64_t>& phits) {
  const std::size_t lines = small.drawing.links.size();
  std::vector<std::uint64_t> sum(lines), count(lines);
  for (std::size_t link = 0; link < phits.size(); ++link) {
    if (!small.stands_for[link]) continue;
    sum[*small.stands_for[link]] += phits[link];
    ++count[*small.stands_for[link]];
  }
  for (std::size_t line = 0; line < lines; ++line) sum[line] = (sum[line] + count[line] / 2) / count[line];
  return sum;
}

Json point_json(std::size_t point, const Network& network, const std::vector<Load>& loads) {
  const std::size_t links = network.drawing.links.size();
  std::vector<std::uint64_t> phits(links);
  std::size_t found = 0;
  for (const Load& load : loads) {
    const auto place = network.places.find({load.from, load.port});
    if (place == network.places.end()) {
      throw sweep::SweepError(
          fmt::format("point {} has a link from router {} port {}, its network has not; "
                      "the folder is damaged, run the sweep again",
                      point, load.from, load.port));
    }
    phits[place->second] = load.phits;
    ++found;
  }
  if (found != links) {
    throw sweep::SweepError(fmt::format(
        "point {} has {} links, its network has {}; the folder is damaged, run the sweep again", point, found, links));
  }
  if (network.small) phits = means(*network.small, phits);
  return {{"point", point}, {"window", window_of(loads)}, {"phits", phits}};
}

std::string coarse_note(std::size_t point, const Network& network) {
  return fmt::format(
      "The network of point {} has {} links. It is drawn by its {} groups: a line stands for all links from a group to "
      "another, and has their mean load; links inside a group are left out. links.csv has all of them.",
      point, network.drawing.links.size(), network.drawing.groups.size());
}

}  // namespace

Json links_json(const sweep::Results& results, const Limits& limits, std::vector<std::string>& notes) {
  const auto rows = rows_by_point<Load>(results, limits.link_loads,
                                        [&](std::size_t point) { return loads_of(results.first_run(point)); });
  Json json{{"networks", Json::array()}, {"points", Json::array()}, {"note", ""}};
  std::map<std::string, std::pair<std::size_t, Network>> networks;
  for (const auto& [point, loads] : rows.points) {
    if (loads.size() > limits.link_loads) {
      notes.push_back(
          fmt::format("Point {} has {} links, more than a page can draw; see links.csv.", point, loads.size()));
      continue;
    }
    const Json shape = shape_of(results.plan.points[point]);
    const auto [known, fresh] = networks.try_emplace(json_text(shape));
    if (fresh) {
      known->second = {json["networks"].size(), network_of(build(shape), limits.links_drawn)};
      const Network& network = known->second.second;
      json["networks"].push_back(drawing_json(network.small ? network.small->drawing : network.drawing));
      if (network.small) notes.push_back(coarse_note(point, network));
    }
    Json entry = point_json(point, known->second.second, loads);
    entry["network"] = known->second.first;
    json["points"].push_back(std::move(entry));
  }
  if (json["points"].empty()) return nullptr;
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
