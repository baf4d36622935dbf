// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/platform.hpp"

#include <fmt/format.h>

#include <utility>

namespace fsin::platform {

LinkNumber Platform::add_link(PlatformLink link) {
  const auto number = static_cast<LinkNumber>(links_.size());
  link_by_name_.emplace(link.name, number);
  links_.push_back(std::move(link));
  return number;
}

Duplex Platform::add_duplex(const PlatformLink& link, bool split) {
  Duplex both;
  if (split) {
    PlatformLink up = link, down = link;
    up.name += "_UP";
    down.name += "_DOWN";
    both.up = add_link(std::move(up));
    both.down = add_link(std::move(down));
  } else {
    both.up = both.down = add_link(link);
  }
  duplex_by_name_.emplace(link.name, both);
  return both;
}

LinkNumber Platform::common_loopback() {
  if (common_loopback_ == none) {
    common_loopback_ =
        add_link({.name = "__loopback__", .bandwidth = 10e9, .latency = 0, .shared = false, .loopback = true});
  }
  return common_loopback_;
}

PointNumber Platform::add_point(std::string name, Point::Kind kind, std::uint32_t zone) {
  const auto number = static_cast<PointNumber>(points_.size());
  point_by_name_.emplace(name, number);
  points_.push_back({std::move(name), kind, zone, none});
  return number;
}

PointNumber Platform::add_host(std::string name, double speed, unsigned cores, std::uint32_t zone) {
  const PointNumber point = add_point(name, Point::Kind::host, zone);
  hosts_.push_back({std::move(name), speed, cores, point});
  return point;
}

std::uint32_t Platform::add_zone(std::string name, std::uint32_t parent) {
  const auto number = static_cast<std::uint32_t>(zones_.size());
  const PointNumber point = add_point(std::move(name), Point::Kind::zone, parent);
  points_[point].inner = number;
  ZoneRecord zone;
  zone.point = point;
  zone.parent = parent;
  zone.depth = parent == none ? 0 : zones_[parent].depth + 1;
  zones_.push_back(std::move(zone));
  return number;
}

namespace {
template <class Map>
auto found_in(const Map& map, std::string_view name) -> std::optional<typename Map::mapped_type> {
  const auto found = map.find(std::string(name));
  if (found == map.end()) return std::nullopt;
  return found->second;
}
}  // namespace

std::optional<PointNumber> Platform::find_point(std::string_view name) const { return found_in(point_by_name_, name); }
std::optional<LinkNumber> Platform::find_link(std::string_view name) const { return found_in(link_by_name_, name); }
std::optional<Duplex> Platform::find_duplex(std::string_view name) const { return found_in(duplex_by_name_, name); }

bool Platform::is_inside(PointNumber point, std::uint32_t zone) const {
  for (std::uint32_t each = points_[point].zone; each != none; each = zones_[each].parent) {
    if (each == zone) return true;
  }
  return false;
}

PointNumber Platform::within(PointNumber point, std::uint32_t zone) const {
  while (points_[point].zone != zone) point = zones_[points_[point].zone].point;
  return point;
}

bool Platform::route(std::uint32_t from_host, std::uint32_t to_host, std::vector<LinkNumber>& links,
                     std::string& why_not) const {
  links.clear();
  const PointNumber from = hosts_[from_host].point, to = hosts_[to_host].point;
  if (from_host != to_host ? join(from, to, links, why_not) : loop(from, links, why_not)) return true;
  links.clear();
  return false;
}

/// The way of a host to itself, of which its zone alone decides.
bool Platform::loop(PointNumber host, std::vector<LinkNumber>& links, std::string& why_not) const {
  std::vector<Leg> legs;
  const ZoneRecord& zone = zones_[points_[host].zone];
  if (zone.routing->way(host, host, legs)) {
    for (const Leg& leg : legs) links.insert(links.end(), leg.links.begin(), leg.links.end());
  }
  if (!links.empty()) return true;
  why_not = fmt::format(
      "host {} has no loopback link for messages between its ranks; give it one (loopback_bw and "
      "loopback_lat of a <cluster>, a <route> from the host to itself)",
      points_[host].name);
  return false;
}

bool Platform::join(PointNumber from, PointNumber to, std::vector<LinkNumber>& links, std::string& why_not) const {
  if (from == to) return true;
  std::uint32_t a = points_[from].zone, b = points_[to].zone;
  while (a != b) {
    std::uint32_t& deeper = zones_[a].depth >= zones_[b].depth ? a : b;
    deeper = zones_[deeper].parent;
  }
  const PointNumber outer_from = within(from, a), outer_to = within(to, a);
  std::vector<Leg> legs;
  if (!zones_[a].routing->way(outer_from, outer_to, legs)) {
    why_not = fmt::format("zone {} has no route from {} to {}", points_[zones_[a].point].name, points_[outer_from].name,
                          points_[outer_to].name);
    return false;
  }
  return walk(legs, from, to, links, why_not);
}

/// Builds a route from legs: between two legs, and at both ends, it goes on within a zone from gateway to gateway.
bool Platform::walk(const std::vector<Leg>& legs, PointNumber from, PointNumber to, std::vector<LinkNumber>& links,
                    std::string& why_not) const {
  PointNumber at = from;
  for (const Leg& leg : legs) {
    if (leg.leaves != none && !join(at, leg.leaves, links, why_not)) return false;
    links.insert(links.end(), leg.links.begin(), leg.links.end());
    at = leg.enters;
  }
  return at == none || join(at, to, links, why_not);
}

}  // namespace fsin::platform
