// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zone_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::platform {
namespace {

enum class Routing : std::uint8_t { full, floyd, dijkstra, dijkstra_cache, cluster, nothing };
constexpr std::array<std::string_view, 6> routings{"Full", "Floyd", "Dijkstra", "DijkstraCache", "Cluster", "None"};
constexpr std::array<std::string_view, 4> policies{"SHARED", "SPLITDUPLEX", "FATPIPE", "FULLDUPLEX"};

}  // namespace

void ZoneReader::tell_left_out(const Mark& source) const {
  if (disks_) diagnostics_.warning(source, "disks and storage are left out: they play no part in messages");
  if (costs_) {
    diagnostics_.warning(source,
                         "what hosts say of SMPI (properties smpi/os, smpi/ois, smpi/or and the like) is not read; "
                         "workload.mpi.buffered_send_costs, started_send_costs and receive_costs say it for all ranks");
  }
  if (states_) diagnostics_.warning(source, "of hosts with several speeds the first is taken");
}

bool ZoneReader::fits(const Element& element, std::size_t more) {
  if (platform_.points() + more <= most_points) return true;
  element.error(fmt::format("more than {} hosts, routers and zones; make the platform smaller", most_points));
  return false;
}

bool ZoneReader::is_new(const Element& element, const std::string& name) {
  if (name.empty()) return false;  // reported by required()
  if (!platform_.find_point(name)) return true;
  element.error(fmt::format("there is another host, router or zone of the name {}; choose another", one_line(name)));
  return false;
}

ZoneReader::Policy ZoneReader::policy_of(const Element& element, const char* key, Policy otherwise) const {
  if (!element.has(key)) return otherwise;
  constexpr std::array meanings{Policy::shared, Policy::split_duplex, Policy::fat_pipe, Policy::split_duplex};
  return meanings[element.choice(key, policies)];
}

PlatformLink ZoneReader::link_of(const Element& element, std::string name, const char* bandwidth, const char* latency,
                                 Policy policy) const {
  return {std::move(name), element.bandwidth(bandwidth), element.has(latency) ? element.time(latency) : 0.0,
          policy != Policy::fat_pipe};
}

void ZoneReader::read_zone(const Element& zone, std::uint32_t parent, unsigned depth) {
  const std::string name = zone.required("id");
  if (!is_new(zone, name) || !fits(zone, 1)) return;
  if (depth >= most_depth) return zone.error(fmt::format("zones within zones, more than {} deep", most_depth));
  const auto routing = static_cast<Routing>(zone.choice("routing", routings));
  const std::uint32_t number = platform_.add_zone(name, parent);
  read_parts(zone, number, depth);
  if (routing == Routing::cluster) {
    auto cluster = std::make_unique<FlatCluster>();
    read_flat_zone(zone, number, *cluster);
    platform_.set_routing(number, std::move(cluster));
    return;
  }
  auto routes = std::make_unique<TableZone>(routing != Routing::full && routing != Routing::nothing);
  read_routes(zone, number, *routes);
  if (routing != Routing::nothing && !platform_.has_zones(number)) routes->set_loopback(platform_.common_loopback());
  platform_.set_routing(number, std::move(routes));
}

void ZoneReader::read_parts(const Element& zone, std::uint32_t number, unsigned depth) {
  constexpr std::array<std::string_view, 7> later{"route",   "zoneRoute", "ASroute", "backbone",
                                                  "cabinet", "host_link", "prop"};
  for (const Element& each : zone.children()) {
    const std::string_view name = each.name();
    if (name == "zone" || name == "AS") {
      read_zone(each, number, depth + 1);
    } else if (name == "cluster") {
      read_cluster(each, number);
    } else if (name == "host") {
      read_host(each, number);
    } else if (name == "router") {
      const std::string id = each.required("id");
      if (is_new(each, id) && fits(each, 1)) platform_.add_point(id, Point::Kind::router, number);
    } else if (name == "link") {
      read_link(each);
    } else if (name == "storage" || name == "storage_type" || name == "disk") {
      disks_ = true;
    } else if (name == "peer") {
      each.error("<peer> belongs to Vivaldi zones, in which latencies follow from coordinates; they are not modelled");
    } else if (name == "bypassRoute" || name == "bypassZoneRoute" || name == "bypassASroute") {
      each.error("routes that bypass others are not read; write them as routes of the zone");
    } else if (name == "trace" || name == "trace_connect") {
      each.error("availability that changes with time is not modelled; remove it");
    } else if (std::find(later.begin(), later.end(), name) == later.end()) {
      each.error(fmt::format("<{}> is not read in a zone", one_line(name)));
    }
  }
}

void ZoneReader::read_host(const Element& host, std::uint32_t zone) {
  const std::string name = host.required("id");
  host.refuse("availability_file", "a speed that changes with time is not modelled");
  host.refuse("state_file", "hosts that fail are not modelled");
  if (!is_new(host, name) || !fits(host, 1)) return;
  states_ = states_ || host.text("speed").find(',') != std::string::npos;
  for (const Element& each : host.children()) {
    disks_ = disks_ || each.name() == "disk" || each.name() == "mount";
    costs_ = costs_ || (each.name() == "prop" && each.text("id").starts_with("smpi/"));
  }
  platform_.add_host(name, host.speed("speed"), host.count("core", 1), zone);
}

void ZoneReader::read_link(const Element& link) {
  const std::string name = link.required("id");
  for (const char* key : {"bandwidth_file", "latency_file", "state_file"})
    link.refuse(key, "links that change with time are not modelled");
  if (name.empty()) return;
  if (platform_.find_link(name) || platform_.find_duplex(name))
    return link.error(fmt::format("there is another link of the name {}; choose another", one_line(name)));
  const Policy policy = policy_of(link, "sharing_policy", Policy::shared);
  platform_.add_duplex(link_of(link, name, "bandwidth", "latency", policy), policy == Policy::split_duplex);
}

void ZoneReader::read_routes(const Element& zone, std::uint32_t number, TableZone& routes) {
  for (const Element& each : zone.children()) {
    const std::string_view name = each.name();
    if (name == "route") read_route(each, number, false, routes);
    if (name == "zoneRoute" || name == "ASroute") read_route(each, number, true, routes);
    if (name == "backbone" || name == "cabinet" || name == "host_link")
      each.error(fmt::format("<{}> belongs into a zone with routing=\"Cluster\"", name));
  }
}

void ZoneReader::read_route(const Element& route, std::uint32_t zone, bool between_zones, TableZone& routes) {
  const auto point = [&](const char* key, bool gateway) -> PointNumber {
    const std::string name = route.required(key);
    const auto found = platform_.find_point(name);
    if (!found) {
      if (!name.empty()) route.error(fmt::format("{}=\"{}\" names no host, router or zone", key, one_line(name)));
      return none;
    }
    if (!gateway && platform_.point(*found).zone != zone) {
      route.error(fmt::format("{}=\"{}\" is not in the zone of this route", key, one_line(name)));
      return none;
    }
    return *found;
  };
  const PointNumber from = point("src", false), to = point("dst", false);
  Leg forth, back;
  if (between_zones) {
    forth.leaves = back.enters = point("gw_src", true);
    forth.enters = back.leaves = point("gw_dst", true);
    const auto inside = [&](PointNumber gateway, PointNumber outer) {
      return gateway == outer || platform_.is_inside(gateway, platform_.point(outer).inner);
    };
    if (forth.leaves == none || forth.enters == none || from == none || to == none) return;
    if (!inside(forth.leaves, from) || !inside(forth.enters, to))
      return route.error("a gateway is not in the zone that it leads out of: gw_src lies in src, gw_dst in dst");
  }
  if (!read_links(route, forth, back) || from == none || to == none) return;
  constexpr std::array<std::string_view, 4> answers{"YES", "NO", "true", "false"};
  const bool symmetrical = route.choice("symmetrical", answers) % 2 == 0;
  if (!routes.add(from, to, std::move(forth)))
    return route.error(
        fmt::format("another route leads from {} to {}; remove one, or write symmetrical=\"NO\" in the "
                    "one that leads back",
                    one_line(platform_.point(from).name), one_line(platform_.point(to).name)));
  if (symmetrical && !routes.has(to, from)) routes.add(to, from, std::move(back));
}

bool ZoneReader::read_links(const Element& route, Leg& forth, Leg& back) {
  constexpr std::array<std::string_view, 3> directions{"NONE", "UP", "DOWN"};
  bool all = true;
  for (const Element& each : route.children()) {
    if (each.name() != "link_ctn") {
      each.error(fmt::format("<{}> is not read in a route", one_line(each.name())));
      continue;
    }
    const std::string name = each.required("id");
    const std::size_t direction = each.choice("direction", directions);
    if (const auto duplex = platform_.find_duplex(name)) {
      if (direction == 0 && duplex->up != duplex->down) {
        each.error(fmt::format("link {} has two directions; write direction=\"UP\" or \"DOWN\"", one_line(name)));
        all = false;
      }
      forth.links.push_back(direction == 2 ? duplex->down : duplex->up);
      back.links.push_back(direction == 2 ? duplex->up : duplex->down);
    } else if (const auto link = platform_.find_link(name)) {
      forth.links.push_back(*link);
      back.links.push_back(*link);
    } else {
      if (!name.empty()) each.error(fmt::format("no link has the name {}", one_line(name)));
      all = false;
    }
  }
  std::reverse(back.links.begin(), back.links.end());
  return all;
}

void ZoneReader::read_flat_zone(const Element& zone, std::uint32_t number, FlatCluster& cluster) {
  for (const Element& each : zone.children()) {
    const std::string_view name = each.name();
    if (name == "cabinet") read_cabinet(each, number, cluster);
    if (name == "backbone") {
      if (cluster.backbone() != none) each.error("a zone has one backbone");
      const Policy policy = policy_of(each, "sharing_policy", Policy::shared);
      cluster.set_backbone(platform_.add_link(link_of(each, each.required("id"), "bandwidth", "latency", policy)));
    }
    if (name == "host_link") {
      const std::string host = each.required("id");
      const auto point = platform_.find_point(host);
      const auto up = platform_.find_link(each.required("up")), down = platform_.find_link(each.required("down"));
      if (!point || platform_.point(*point).zone != number) {
        each.error(fmt::format("id=\"{}\" names no host of this zone", one_line(host)));
      } else if (!up || !down) {
        each.error("up and down name links; of a duplex link L they are L_UP and L_DOWN");
      } else {
        cluster.set_ends(*point, {{*up, *down}, none});
      }
    }
    if (name == "route" || name == "zoneRoute" || name == "ASroute")
      each.error("a zone with routing=\"Cluster\" has no routes: hosts have a <host_link>, and a <backbone>");
  }
}

}  // namespace fsin::platform
