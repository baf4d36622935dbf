// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/graph_files/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "fsin/core/decimal.hpp"

namespace fsin::topology {
namespace {

class EdgeListWriter {
 public:
  EdgeListWriter(const Topology& topology, const std::vector<std::string>& attributes, const TakeText& take)
      : graph_(topology.graph), geometry_(*topology.geometry), attributes_(attributes), take_(take) {
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) above_.push_back(switch_above(node));
  }

  void write(std::string_view name) {
    line(fmt::format("# {}: {} nodes", name, graph_.nodes()));
    declare();
    for (std::uint32_t router = 0; router < graph_.routers(); ++router) {
      if (!is_interface(router)) links_from(router);
    }
    if (parallel_) line("# links of different kinds between the same switches: read with parallel_links: true");
    if (renumbered_) line("# nodes of a switch did not have consecutive numbers: nodes are numbered anew, by switch");
  }

 private:
  void line(const std::string& text) { take_(text + "\n"); }

  /// Switch above a network interface, which is a router whose one link leads to a switch; any other router itself.
  std::uint32_t switch_above(std::uint32_t node) const {
    std::uint32_t above = node;
    unsigned links = 0;
    for (unsigned port = 0; port < graph_.ports(); ++port) {
      const Link next = graph_.next(RouterId(node), port);
      if (!next.exists()) continue;
      ++links;
      above = next.router.value;
    }
    return links == 1 && above >= graph_.nodes() ? above : node;
  }
  bool is_interface(std::uint32_t router) const { return router < above_.size() && above_[router] != router; }

  std::string name(std::uint32_t router) const {
    return router < graph_.nodes() ? fmt::format("n{}", router) : fmt::format("s{}", router - graph_.nodes());
  }
  std::string data(unsigned link_class) const { return attributes_.empty() ? "" : attributes_[link_class]; }
  std::string data_of_node(std::uint32_t node) const {
    return is_interface(node) ? data(geometry_.link_class(RouterId(node), 0)) : "";
  }

  void declare() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> nodes_of;
    for (std::uint32_t node = 0; node < above_.size(); ++node) nodes_of[above_[node]].push_back(node);
    std::uint32_t expected = 0;
    std::vector<bool> declared(graph_.routers());
    for (std::uint32_t node = 0; node < above_.size(); ++node) {
      if (declared[above_[node]]) continue;
      declared[above_[node]] = true;
      for (const std::uint32_t each : nodes_of[above_[node]]) renumbered_ = renumbered_ || each != expected++;
      declare_with_nodes(above_[node], nodes_of[above_[node]]);
    }
    for (std::uint32_t router = 0; router < declared.size(); ++router) {
      if (!declared[router] && !is_interface(router)) line("switch " + name(router));
    }
  }

  void declare_with_nodes(std::uint32_t router, const std::vector<std::uint32_t>& nodes) {
    const std::string first = data_of_node(nodes.front());
    const bool alike = std::all_of(nodes.begin(), nodes.end(), [&](auto each) { return data_of_node(each) == first; });
    if (alike) return line(fmt::format("switch {} terminals={}{}", name(router), nodes.size(), first));
    line(fmt::format("switch {}", name(router)));
    for (const std::uint32_t each : nodes) {
      line(fmt::format("terminal t{0}\nt{0} {1}{2}", each, name(router), data_of_node(each)));
    }
  }

  /// Number of links by the router at the other end, the class and the weight.
  using Counts = std::map<std::tuple<std::uint32_t, unsigned, std::uint32_t>, unsigned>;

  Counts counts_from(std::uint32_t router) const {
    Counts counts;
    for (unsigned port = 0; port < graph_.ports(); ++port) {
      const Link next = graph_.next(RouterId(router), port);
      if (next.exists() && !is_interface(next.router.value)) {
        ++counts[{next.router.value, geometry_.link_class(RouterId(router), port),
                  geometry_.link_weight(RouterId(router), port)}];
      }
    }
    return counts;
  }

  void links_from(std::uint32_t router) {
    std::uint32_t before = router;
    for (const auto& [end, forward] : counts_from(router)) {
      const auto [to, link_class, weight] = end;
      const Counts back = counts_from(to);
      const auto found = back.find({router, link_class, weight});
      const unsigned both = std::min(forward, found == back.end() ? 0 : found->second);
      const unsigned alone = forward - both;
      if (both > 0 && router < to) link(router, " ", to, both, data(link_class) + weight_text(weight));
      if (alone > 0) link(router, " -> ", to, alone, data(link_class) + weight_text(weight));
      parallel_ = parallel_ || before == to || (both > 0 && alone > 0);
      before = to;
    }
  }

  /// In thousandths; 0: none.
  static std::string weight_text(std::uint32_t weight) {
    return weight == 0 ? "" : " weight=" + print_decimal({weight, 3});
  }

  void link(std::uint32_t from, const char* between, std::uint32_t to, unsigned count, const std::string& attributes) {
    line(fmt::format("{}{}{}{}{}", name(from), between, name(to), count > 1 ? fmt::format(" count={}", count) : "",
                     attributes));
  }

  const PortGraph& graph_;
  const Geometry& geometry_;
  const std::vector<std::string>& attributes_;
  const TakeText& take_;
  std::vector<std::uint32_t> above_;  ///< by node: the switch whose terminal it becomes
  bool parallel_ = false;
  bool renumbered_ = false;
};

}  // namespace

void write_edge_list(const Topology& topology, const std::vector<std::string>& attributes, const TakeText& take) {
  EdgeListWriter(topology, attributes, take).write(topology.name);
}

}  // namespace fsin::topology
