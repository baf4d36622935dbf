// SPDX-License-Identifier: Apache-2.0
// Reads the zones of a platform file into a Platform.
#pragma once

#include <string>

#include "fsin/platform/element.hpp"
#include "fsin/platform/platform.hpp"
#include "fsin/platform/zones/flat_cluster.hpp"
#include "fsin/platform/zones/table_zone.hpp"

namespace fsin::platform {

class ZoneReader {
 public:
  ZoneReader(Platform& platform, Diagnostics& diagnostics) : platform_(platform), diagnostics_(diagnostics) {}

  /// <zone> or <AS>, with all that is in it.
  void read_zone(const Element& zone, std::uint32_t parent, unsigned depth);
  /// <cluster>.
  void read_cluster(const Element& cluster, std::uint32_t parent);
  /// Warns, once all is read, of the parts that were left out.
  void tell_left_out(const Mark& source) const;

 private:
  static constexpr unsigned most_depth = 64;
  static constexpr std::size_t most_points = std::size_t{1} << 20U;

  enum class Policy : std::uint8_t { shared, split_duplex, fat_pipe };

  /// Reads hosts and links first, since routes name them.
  void read_parts(const Element& zone, std::uint32_t number, unsigned depth);
  void read_host(const Element& host, std::uint32_t zone);
  void read_link(const Element& link);
  void read_routes(const Element& zone, std::uint32_t number, TableZone& routes);
  void read_route(const Element& route, std::uint32_t zone, bool between_zones, TableZone& routes);
  bool read_links(const Element& route, Leg& forth, Leg& back);
  void read_flat_zone(const Element& zone, std::uint32_t number, FlatCluster& cluster);
  void read_cabinet(const Element& cabinet, std::uint32_t zone, FlatCluster& cluster);
  struct Cluster;
  /// Adds the hosts of a cluster, and their limiters. False after an error.
  bool add_hosts(Cluster& cluster, double speed, std::uint32_t cores);
  LinkNumber add_limiter(const Cluster& cluster, const std::string& name);
  Duplex add_cluster_link(const Cluster& cluster, const std::string& name, double multiple);
  void add_flat(const Cluster& cluster);
  /// Adds the links of a cluster with a topology of its own.
  void add_made(Cluster& cluster);
  bool fits(const Element& element, std::size_t more);
  bool is_new(const Element& element, const std::string& name);
  Policy policy_of(const Element& element, const char* key, Policy otherwise) const;
  PlatformLink link_of(const Element& element, std::string name, const char* bandwidth, const char* latency,
                       Policy policy) const;
  std::optional<std::vector<std::uint32_t>> radical_of(const Element& element);

  Platform& platform_;
  Diagnostics& diagnostics_;
  bool disks_ = false, states_ = false, costs_ = false;
  std::uint32_t fat_tree_hosts_ = 0;  ///< of all fat trees read so far
};

}  // namespace fsin::platform
