// SPDX-License-Identifier: Apache-2.0
// <cluster> and <cabinet>: hosts that are alike, with the names that their numbers give.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/platform/zone_reader.hpp"
#include "fsin/platform/zones/dragonfly_cluster.hpp"
#include "fsin/platform/zones/fat_tree_cluster.hpp"
#include "fsin/platform/zones/torus_cluster.hpp"

namespace fsin::platform {
namespace {

constexpr std::array<std::string_view, 4> shapes{"FLAT", "TORUS", "FAT_TREE", "DRAGONFLY"};
constexpr std::uint32_t most_of_a_kind = 1U << 24U;

using Numbers = std::vector<std::uint32_t>;

/// Parses lists of numbers between semicolons.
std::optional<std::vector<Numbers>> lists_of(std::string_view text) {
  std::vector<Numbers> lists;
  while (true) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const auto numbers = numbers_of(text.substr(0, end), ',', most_of_a_kind);
    if (!numbers) return std::nullopt;
    lists.push_back(*numbers);
    if (end == text.size()) return lists;
    text.remove_prefix(end + 1);
  }
}

/// Product as a real number, which does not overflow.
double product(const Numbers& numbers) {
  double all = 1;
  for (const std::uint32_t each : numbers) all *= each;
  return all;
}

bool any_zero(const Numbers& numbers) { return std::find(numbers.begin(), numbers.end(), 0U) != numbers.end(); }

/// Context in which a cluster with a topology of its own is made.
struct Ground {
  const Element& element;
  std::size_t hosts;
  ClusterHosts known;
  const MakeLink& make_link;
  std::uint32_t fat_tree_hosts;  ///< of fat trees before

  bool has(double made) const {
    if (made == static_cast<double>(hosts)) return true;
    element.error(fmt::format("topo_parameters make a network of {:.0f} hosts, and radical names {}", made, hosts));
    return false;
  }
  bool can_have(double links) const {
    if (links <= most_of_a_kind) return true;
    element.error(
        fmt::format("topo_parameters make a network of {:.0f} links, and at most {} are read", links, most_of_a_kind));
    return false;
  }
};

std::unique_ptr<Zone> torus(const std::vector<Numbers>& lists, Ground& ground) {
  if (lists.size() != 1 || any_zero(lists[0])) {
    ground.element.error("topo_parameters of a torus are its dimensions: \"4,4,4\"");
    return nullptr;
  }
  if (!ground.has(product(lists[0])) || !ground.can_have(product(lists[0]) * static_cast<double>(lists[0].size())))
    return nullptr;
  return std::make_unique<TorusCluster>(std::move(ground.known), lists[0], ground.make_link);
}

std::unique_ptr<Zone> fat_tree(const std::vector<Numbers>& lists, Ground& ground) {
  const bool fits = lists.size() == 4 && lists[0].size() == 1 && lists[1].size() == lists[0][0] &&
                    lists[2].size() == lists[0][0] && lists[3].size() == lists[0][0];
  if (!fits || any_zero(lists[1]) || any_zero(lists[2]) || any_zero(lists[3])) {
    ground.element.error(
        "topo_parameters of a fat tree are its levels, then for each level the children of a switch, "
        "the parents of a child and their parallel links: \"2;4,4;1,2;1,2\"");
    return nullptr;
  }
  if (!ground.has(product(lists[1]))) return nullptr;
  for (std::size_t level = 0; level <= lists[1].size(); ++level) {
    double points = 1;
    for (std::size_t i = 0; i < lists[1].size(); ++i) points *= i < level ? lists[2][i] : lists[1][i];
    const double links = level < lists[2].size() ? points * lists[2][level] * lists[3][level] : points;
    if (!ground.can_have(links)) return nullptr;
  }
  return std::make_unique<FatTreeCluster>(
      std::move(ground.known), FatTreeShape{lists[1], lists[2], lists[3], ground.fat_tree_hosts}, ground.make_link);
}

std::unique_ptr<Zone> dragonfly(const std::vector<Numbers>& lists, Ground& ground) {
  const bool fits =
      lists.size() == 4 && lists[0].size() == 2 && lists[1].size() == 2 && lists[2].size() == 2 && lists[3].size() == 1;
  if (!fits || any_zero(lists[0]) || any_zero(lists[1]) || any_zero(lists[2]) || any_zero(lists[3])) {
    ground.element.error(
        "topo_parameters of a dragonfly are groups and links between two of them, chassis and links, "
        "routers and links, and hosts of a router: \"3,4;4,3;5,1;2\"");
    return nullptr;
  }
  const DragonflyShape shape{lists[0][0], lists[1][0], lists[2][0], lists[3][0], lists[0][1], lists[1][1], lists[2][1]};
  if (!ground.has(product({shape.groups, shape.chassis, shape.routers, shape.hosts}))) return nullptr;
  const double groups = shape.groups, chassis = shape.chassis, routers = shape.routers;
  if (!ground.can_have(groups * chassis * routers * routers + groups * routers * chassis * chassis + groups * groups))
    return nullptr;
  if (shape.groups > shape.routers && shape.groups > 1) {
    ground.element.error(fmt::format("{} groups need as many routers in a chassis, one for each group; there are {}",
                                     shape.groups, shape.routers));
    return nullptr;
  }
  return std::make_unique<DragonflyCluster>(std::move(ground.known), shape, ground.make_link);
}

}  // namespace

/// A <cluster> while it is read.
struct ZoneReader::Cluster {
  const Element& element;
  std::string id;
  std::size_t shape = 0;  ///< index of `shapes`
  PlatformLink link{};    ///< model of its links
  bool split = false;     ///< a link of its own in each direction
  std::uint32_t zone = 0;
  PointNumber first = 0;  ///< its first host
  Numbers numbers{};      ///< numbers of its hosts, of which their names are made
  std::vector<LinkNumber> limiters{};
  std::vector<LinkNumber> loopbacks{};
};

std::optional<Numbers> ZoneReader::radical_of(const Element& element) {
  const std::string radical = element.required("radical");
  Numbers numbers;
  std::string_view rest = radical;
  while (true) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto range = numbers_of(rest.substr(0, end), '-', 1'000'000'000);
    if (!range || range->size() > 2 || range->front() > range->back()) {
      if (!radical.empty()) {
        element.error(
            fmt::format("radical=\"{}\" is no list of numbers; write \"0-63\" or \"0-7,12\"", one_line(radical)));
      }
      return std::nullopt;
    }
    if (!fits(element, numbers.size() + range->back() - range->front() + 1)) return std::nullopt;
    for (std::uint32_t number = range->front(); number <= range->back(); ++number) numbers.push_back(number);
    if (end == rest.size()) return numbers;
    rest.remove_prefix(end + 1);
  }
}

void ZoneReader::read_cluster(const Element& element, std::uint32_t parent) {
  Cluster cluster{.element = element, .id = element.required("id")};
  const auto numbers = radical_of(element);
  const double speed = element.speed("speed");
  const std::uint32_t cores = element.count("core", 1);
  cluster.shape = element.choice("topology", shapes);
  const Policy policy = policy_of(element, "sharing_policy", Policy::split_duplex);
  // SimGrid knows two kinds of links in clusters: one in each direction, and one for both that messages share.
  cluster.link = link_of(element, cluster.id, "bw", "lat", Policy::shared);
  cluster.split = policy == Policy::split_duplex;
  if (policy == Policy::fat_pipe) {
    element.warning(
        "the links of a cluster of sharing_policy FATPIPE are shared, in both directions at once, as SimGrid 3.32 has "
        "them; only its backbone and links outside clusters can be FATPIPE");
  }
  for (const char* key : {"availability_file", "state_file"})
    element.refuse(key, "hosts that change with time are not modelled");
  states_ = states_ || element.text("speed").find(',') != std::string::npos;
  if (!numbers || !is_new(element, cluster.id)) return;

  cluster.zone = platform_.add_zone(cluster.id, parent);
  cluster.first = static_cast<PointNumber>(platform_.points());
  cluster.numbers = *numbers;
  if (!add_hosts(cluster, speed, cores)) return;
  if (cluster.shape == 0) {
    add_flat(cluster);
  } else {
    add_made(cluster);
  }
}

bool ZoneReader::add_hosts(Cluster& cluster, double speed, std::uint32_t cores) {
  const Element& element = cluster.element;
  for (const std::uint32_t number : cluster.numbers) {
    const std::string name = fmt::format("{}{}{}", element.text("prefix"), number, element.text("suffix"));
    if (!is_new(element, name)) return false;
    platform_.add_host(name, speed, cores, cluster.zone);
    if (element.has("limiter_link")) cluster.limiters.push_back(add_limiter(cluster, std::to_string(number)));
    if (element.has("loopback_bw")) {
      PlatformLink loopback = link_of(element, {}, "loopback_bw", "loopback_lat", Policy::fat_pipe);
      loopback.loopback = true;
      loopback.name = fmt::format("{}_link_{}_loopback", cluster.id, number);
      cluster.loopbacks.push_back(platform_.add_link(std::move(loopback)));
    }
  }
  return true;
}

LinkNumber ZoneReader::add_limiter(const Cluster& cluster, const std::string& name) {
  return platform_.add_link(
      {fmt::format("{}_limiter_{}", cluster.id, name), cluster.element.bandwidth("limiter_link"), 0, true});
}

Duplex ZoneReader::add_cluster_link(const Cluster& cluster, const std::string& name, double multiple) {
  PlatformLink each = cluster.link;
  each.name = fmt::format("{}_link_{}", cluster.id, name);
  each.bandwidth *= multiple;
  return platform_.add_duplex(each, cluster.split);
}

void ZoneReader::add_flat(const Cluster& cluster) {
  const Element& element = cluster.element;
  auto flat = std::make_unique<FlatCluster>();
  for (std::size_t i = 0; i < cluster.numbers.size(); ++i) {
    const Duplex own = add_cluster_link(cluster, std::to_string(cluster.numbers[i]), 1);
    flat->set_ends(cluster.first + static_cast<PointNumber>(i),
                   {own, cluster.limiters.empty() ? none : cluster.limiters[i],
                    cluster.loopbacks.empty() ? none : cluster.loopbacks[i]});
  }
  if (element.has("bb_bw")) {
    const Policy backbone = policy_of(element, "bb_sharing_policy", Policy::shared);
    flat->set_backbone(platform_.add_link(link_of(element, cluster.id + "_backbone", "bb_bw", "bb_lat", backbone)));
  }
  const std::string router = element.has("router_id") ? element.text("router_id")
                                                      : fmt::format("{}{}_router{}", element.text("prefix"), cluster.id,
                                                                    element.text("suffix"));
  if (is_new(element, router)) platform_.add_point(router, Point::Kind::router, cluster.zone);
  platform_.add_cluster({std::string(shapes[cluster.shape]), {}, cluster.link, cluster.numbers.size()});
  platform_.set_routing(cluster.zone, std::move(flat));
}

void ZoneReader::add_made(Cluster& cluster) {
  const Element& element = cluster.element;
  const auto lists = lists_of(element.required("topo_parameters"));
  if (!lists) {
    element.error(fmt::format("topo_parameters=\"{}\" are no lists of numbers, as \"4,4,4\" or \"2;4,4;1,2;1,2\"",
                              one_line(element.text("topo_parameters"))));
    return;
  }
  if (element.has("bb_bw")) element.error("a backbone belongs to flat clusters only; remove bb_bw");
  const MakeLink make = [&](const std::string& name, double multiple) {
    return add_cluster_link(cluster, name, multiple);
  };
  const bool limited = !cluster.limiters.empty();
  ClusterHosts hosts{cluster.first, std::move(cluster.limiters), std::move(cluster.loopbacks), {}};
  if (limited) hosts.make_limiter = [&](const std::string& name) { return add_limiter(cluster, name); };
  Ground ground{element, cluster.numbers.size(), std::move(hosts), make, fat_tree_hosts_};
  auto made = cluster.shape == 1   ? torus(*lists, ground)
              : cluster.shape == 2 ? fat_tree(*lists, ground)
                                   : dragonfly(*lists, ground);
  if (!made) return;
  if (cluster.shape == 2) fat_tree_hosts_ += static_cast<std::uint32_t>(cluster.numbers.size());
  platform_.set_routing(cluster.zone, std::move(made));
  platform_.add_cluster({std::string(shapes[cluster.shape]), *lists, cluster.link, cluster.numbers.size()});
}

void ZoneReader::read_cabinet(const Element& cabinet, std::uint32_t zone, FlatCluster& cluster) {
  const std::string id = cabinet.required("id");
  const auto numbers = radical_of(cabinet);
  const PlatformLink link = link_of(cabinet, id, "bw", "lat", Policy::split_duplex);
  const double speed = cabinet.speed("speed");
  if (!numbers) return;
  for (const std::uint32_t number : *numbers) {
    const std::string name = fmt::format("{}{}{}", cabinet.text("prefix"), number, cabinet.text("suffix"));
    if (!is_new(cabinet, name)) return;
    const PointNumber host = platform_.add_host(name, speed, cabinet.count("core", 1), zone);
    PlatformLink own = link;
    own.name = fmt::format("link_{}", name);
    cluster.set_ends(host, {platform_.add_duplex(own, true), none});
  }
}

}  // namespace fsin::platform
