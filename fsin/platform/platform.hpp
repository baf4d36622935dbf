// SPDX-License-Identifier: Apache-2.0
// A platform of SimGrid: hosts, links with bandwidth and latency, and the routes between hosts, which its zones
// compute.
//
// Links are resources without a place: a route is the list of the links that a message crosses. Each direction of a
// duplex link is a link of its own here. Zones are nested; a route between points of different zones is made of the
// route in the innermost zone that contains both and, at each end, of that to the gateway.
//
// Source: SimGrid 3.32, "Describing your platform" (XML reference of platform files); H. Casanova et al., Versatile,
// Scalable, and Accurate Simulation of Distributed Applications and Platforms, JPDC 74(10), 2014; L. Bobelin et al.,
// Scalable Multi-purpose Network Representation for Large Scale Distributed System Simulation, CCGrid 2012.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fsin/platform/zones/zone.hpp"

namespace fsin::platform {

struct PlatformLink {
  std::string name;
  double bandwidth = 0;   ///< bytes a second, above 0
  double latency = 0;     ///< seconds
  bool shared = true;     ///< false: FATPIPE, every message has all of the bandwidth
  bool loopback = false;  ///< only for messages of hosts to themselves
};

struct Host {
  std::string name;
  double speed = 0;  ///< flop/s of a core
  unsigned cores = 1;
  PointNumber point = none;
};

struct Point {
  enum class Kind : std::uint8_t { host, router, zone };
  std::string name;
  Kind kind = Kind::host;
  std::uint32_t zone = none;   ///< zone that contains it; none: the point of the outermost zone
  std::uint32_t inner = none;  ///< for a zone: its number
};

/// A <cluster> with a topology of its own, as the file describes it.
struct ClusterShape {
  std::string topology;                                ///< FLAT, TORUS, FAT_TREE or DRAGONFLY
  std::vector<std::vector<std::uint32_t>> parameters;  ///< topo_parameters
  PlatformLink link;                                   ///< model of its links
  std::size_t hosts = 0;
};

class Platform {
 public:
  // Functions for readers.
  LinkNumber add_link(PlatformLink link);
  /// Adds a link. `split` (SPLITDUPLEX): two links, NAME_UP and NAME_DOWN; else one.
  Duplex add_duplex(const PlatformLink& link, bool split);
  PointNumber add_point(std::string name, Point::Kind kind, std::uint32_t zone);
  PointNumber add_host(std::string name, double speed, unsigned cores, std::uint32_t zone);
  std::uint32_t add_zone(std::string name, std::uint32_t parent);
  void set_routing(std::uint32_t zone, std::unique_ptr<Zone> routing) { zones_[zone].routing = std::move(routing); }

  /// The loopback link of all hosts that have none of their own: SimGrid's network/loopback-bw and -lat.
  LinkNumber common_loopback();

  void add_cluster(ClusterShape shape) { clusters_.push_back(std::move(shape)); }

  const std::vector<Host>& hosts() const { return hosts_; }
  const std::vector<PlatformLink>& links() const { return links_; }
  const Point& point(PointNumber number) const { return points_[number]; }
  std::size_t points() const { return points_.size(); }
  std::optional<PointNumber> find_point(std::string_view name) const;
  std::optional<LinkNumber> find_link(std::string_view name) const;
  /// The two directions of a link by the name that the file gives it.
  std::optional<Duplex> find_duplex(std::string_view name) const;
  /// The cluster that contains all hosts of the platform; null where there is none.
  const ClusterShape* only_cluster() const {
    return clusters_.size() == 1 && clusters_[0].hosts == hosts_.size() ? clusters_.data() : nullptr;
  }
  /// Whether a zone lies directly in this one.
  bool has_zones(std::uint32_t zone) const {
    return std::any_of(zones_.begin(), zones_.end(), [&](const ZoneRecord& each) { return each.parent == zone; });
  }
  bool is_inside(PointNumber point, std::uint32_t zone) const;

  /// The links from one host to another or to itself, in order. Empty and a reason in `why_not` where there is no
  /// route.
  bool route(std::uint32_t from_host, std::uint32_t to_host, std::vector<LinkNumber>& links,
             std::string& why_not) const;

 private:
  struct ZoneRecord {
    PointNumber point = none;
    std::uint32_t parent = none;
    unsigned depth = 0;
    std::unique_ptr<Zone> routing;
  };

  bool loop(PointNumber host, std::vector<LinkNumber>& links, std::string& why_not) const;
  bool join(PointNumber from, PointNumber to, std::vector<LinkNumber>& links, std::string& why_not) const;
  bool walk(const std::vector<Leg>& legs, PointNumber from, PointNumber to, std::vector<LinkNumber>& links,
            std::string& why_not) const;
  /// `point`, or the zone around it that lies directly in `zone`.
  PointNumber within(PointNumber point, std::uint32_t zone) const;

  std::vector<Host> hosts_;
  std::vector<PlatformLink> links_;
  std::vector<ClusterShape> clusters_;
  std::vector<Point> points_;
  std::vector<ZoneRecord> zones_;
  LinkNumber common_loopback_ = none;
  std::unordered_map<std::string, PointNumber> point_by_name_;
  std::unordered_map<std::string, LinkNumber> link_by_name_;
  std::unordered_map<std::string, Duplex> duplex_by_name_;
};

}  // namespace fsin::platform
