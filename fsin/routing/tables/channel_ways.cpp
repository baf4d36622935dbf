// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/channel_ways.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/routing/tables/lost_ways.hpp"

namespace fsin::routing {
namespace {

class Ways {
 public:
  Ways(ChannelTable& table, const Fabric& fabric, const topology::PortGraph& graph)
      : table_(table), fabric_(fabric), graph_(graph), lost_(fabric) {}

  /// Interfaces have one way, and the switch of an interface one to it.
  void fill_ends() {
    const std::uint32_t from_interface = table_.add_ports(std::array{std::uint8_t{0}});
    for (std::uint32_t node = 0; node < table_.nodes; ++node) {
      const std::uint32_t home = fabric_.router_of(fabric_.home_of_node()[node]);
      if (home == node) continue;
      fill(home, node, table_.add_ports(std::array{fabric_.exit_of_node()[node]}));
      for (std::uint32_t to = 0; to < table_.nodes; ++to) {
        if (to != node) fill(node, to, from_interface);
      }
    }
  }

  /// Follows packets for one node from all others. The text of a mistake, or nothing.
  std::optional<std::string> follow(std::uint32_t node) {
    if (fabric_.before_faults() != nullptr) fabric_.distances_to(fabric_.home_of_node()[node], distance_);
    seen_.assign(table_.router_of_row.size(), Seen::no);
    for (std::uint32_t source = 0; source < table_.nodes; ++source) {
      if (source == node || seen_[table_.first_row[source]] != Seen::no) continue;
      if (auto mistake = follow(source, node)) return mistake;
    }
    return {};
  }

 private:
  enum class Seen : std::uint8_t { no, on_way, done };
  struct Step {
    std::size_t row;
    std::size_t next;  ///< place in its list of the channel that is followed next
  };

  void fill(std::uint32_t router, std::uint32_t node, std::uint32_t list) {
    for (std::size_t row = table_.first_row[router]; row < table_.end_of(router); ++row) {
      std::uint32_t& empty = table_.lists[table_.cell(row, node)];
      if (empty == 0) empty = list;
    }
  }

  /// To the ends of all ways, depth first.
  std::optional<std::string> follow(std::uint32_t source, std::uint32_t node) {
    way_.assign(1, {table_.first_row[source], 0});
    seen_[way_.front().row] = Seen::on_way;
    while (!way_.empty()) {
      const std::size_t row = way_.back().row;
      if (way_.back().next == 0) lead_to_fault(row, node);
      const std::span<const std::uint16_t> list = table_.list_at(row, node);
      if (list.empty()) return text("finds no line at", source, node, row);
      if (way_.back().next == list.size()) {
        seen_[row] = Seen::done;
        way_.pop_back();
        continue;
      }
      const unsigned out = list[way_.back().next++];
      const topology::Link link = graph_.next(RouterId(table_.router_of_row[row]), out / table_.vcs);
      if (!link.exists() || link.router.value == node) continue;
      const std::size_t next =
          table_.first_row[link.router.index()] + ChannelTable::row_of(link.port, out % table_.vcs, table_.vcs);
      if (seen_[next] == Seen::on_way) return text("can go round for ever: it comes back to", source, node, next);
      if (seen_[next] == Seen::done) continue;
      seen_[next] = Seen::on_way;
      way_.push_back({next, 0});
    }
    return {};
  }

  /// Where faults have cut the node off from this queue, and no line tells, packets go as far as they would have.
  void lead_to_fault(std::size_t row, std::uint32_t node) {
    std::uint32_t& list = table_.lists[table_.cell(row, node)];
    if (list != 0 || fabric_.before_faults() == nullptr) return;
    const std::uint32_t here = fabric_.switch_of_router()[table_.router_of_row[row]];
    if (here == Fabric::no_switch || distance_[here] != Fabric::far) return;
    const std::vector<std::uint8_t> ports = lost_.ports(here, fabric_.home_of_node()[node]);
    if (!ports.empty()) list = table_.add_ports(ports);
  }

  std::string text(std::string_view what, std::uint32_t source, std::uint32_t node, std::size_t row) const {
    const std::uint32_t router = table_.router_of_row[row];
    const std::size_t input = row - table_.first_row[router];
    std::string place = "where it enters";
    if (input != 0) place = fmt::format("in queue {}:{}", (input - 1) / table_.vcs, (input - 1) % table_.vcs);
    return fmt::format("a packet from node {} to node {} {} router {}, {}", source, node, what, router, place);
  }

  ChannelTable& table_;
  const Fabric& fabric_;
  const topology::PortGraph& graph_;
  LostWays lost_;
  std::vector<std::uint16_t> distance_;  ///< of the switches to the home that is followed, if links have failed
  std::vector<Seen> seen_;               ///< by row
  std::vector<Step> way_;
};

}  // namespace

void complete_ways(ChannelTable& table, const Fabric& fabric, const topology::PortGraph& graph,
                   const std::function<void(std::string)>& complain) {
  Ways ways(table, fabric, graph);
  ways.fill_ends();
  for (std::uint32_t node = 0; node < table.nodes; ++node) {
    if (auto mistake = ways.follow(node)) return complain(std::move(*mistake));
  }
}

}  // namespace fsin::routing
