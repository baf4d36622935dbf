// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "fsin/core/text.hpp"

namespace fsin::graph_file {
namespace {

constexpr std::size_t most_alike = 2 * most_ports;  ///< edges between two switches; with more, ports run out anyway

constexpr std::size_t most_errors = 1000;

/// An edge identified by the two vertices that it joins, whatever its direction.
struct Joined {
  std::uint64_t ends;
  std::uint32_t edge;
  auto operator<=>(const Joined&) const = default;
};

class Pairing {
 public:
  Pairing(const Listing& listing, const Reading& reading, Diagnostics& diagnostics)
      : listing_(listing), reading_(reading), diagnostics_(diagnostics) {}

  Pairs pair() {
    for (const Edge& each : listing_.edges) back_weights_.push_back(each.weight);
    std::vector<Joined> all;
    all.reserve(listing_.edges.size());
    for (std::uint32_t i = 0; i < listing_.edges.size(); ++i) {
      const auto [low, high] = std::minmax(listing_.edges[i].from, listing_.edges[i].to);
      all.push_back({std::uint64_t{low} << 32U | high, i});
      roles_.push_back(one_way(i) ? Role::one_way : Role::both_ways);
    }
    std::sort(all.begin(), all.end());
    for (std::size_t first = 0, last = 0; first < all.size() && !enough(); first = last) {
      while (last < all.size() && all[last].ends == all[first].ends) ++last;
      group(std::span(all).subspan(first, std::min(last - first, most_alike)));
    }
    return {std::move(roles_), std::move(back_weights_)};
  }

 private:
  /// True when there are more mistakes than anybody reads.
  bool enough() const { return diagnostics_.error_count() > most_errors; }
  const Edge& edge(std::uint32_t number) const { return listing_.edges[number]; }
  bool one_way(std::uint32_t number) const {
    if (reading_.direction == Direction::both) return false;
    return reading_.direction == Direction::paired || edge(number).one_way;
  }

  /// Handles all edges between two vertices.
  void group(std::span<const Joined> alike) {
    if (!reading_.parallel_links && !listing_.multigraph && !check_once(alike)) return;
    for (std::size_t i = 0; i < alike.size(); ++i) {
      if (roles_[alike[i].edge] == Role::one_way) merge_opposite(alike.subspan(i));
    }
    if (reading_.direction != Direction::paired) return;
    for (const Joined& each : alike) {
      if (roles_[each.edge] == Role::one_way) report_single(each.edge);
    }
  }

  /// Merges the first of them and its opposite into one link, if there is an opposite.
  void merge_opposite(std::span<const Joined> alike) {
    const Edge& here = edge(alike.front().edge);
    for (const Joined& other : alike.subspan(1)) {
      const Edge& there = edge(other.edge);
      const bool opposite = there.from == here.to && there.data == here.data && there.count == here.count;
      if (roles_[other.edge] != Role::one_way || !opposite) continue;
      roles_[alike.front().edge] = Role::both_ways;
      back_weights_[alike.front().edge] = there.weight;
      roles_[other.edge] = Role::merged;
      return;
    }
  }

  /// False when two of them lead the same way, which is reported.
  bool check_once(std::span<const Joined> alike) {
    const Edge* forward = nullptr;   // in the direction of the first of them
    const Edge* backward = nullptr;  // in the opposite direction
    for (const Joined& each : alike) {
      const Edge& here = edge(each.edge);
      const bool both = roles_[each.edge] == Role::both_ways;
      const bool along = here.from == edge(alike.front().edge).from;
      const Edge*& mine = along ? forward : backward;
      const Edge*& opposite = along ? backward : forward;
      if (mine != nullptr || (both && opposite != nullptr)) {
        report_twice(here, mine != nullptr ? *mine : *opposite);
        return false;
      }
      mine = &here;
      if (both) opposite = &here;
    }
    return true;
  }

  std::string name(std::uint32_t vertex) const { return in_quotes(*listing_.vertices[vertex].name); }

  void report_twice(const Edge& again, const Edge& before) {
    const std::string where = before.place.line == 0 ? "" : fmt::format(" on line {}", before.place.line);
    const char* remedy = again.from == before.from
                             ? "remove one; for parallel links write count=2, or parallel_links: true in the experiment"
                             : "remove one; where a file lists each link in both directions, write direction: paired "
                               "in the experiment";
    diagnostics_.input_error(listing_.mark(again.place),
                             fmt::format("the link between {} and {} is there already{}; {}", name(again.from),
                                         name(again.to), where, remedy));
  }

  void report_single(std::uint32_t number) {
    const Edge& lone = edge(number);
    diagnostics_.input_error(
        listing_.mark(lone.place),
        fmt::format(
            "the link from {} to {} has no opposite of the same bandwidth and delay, and direction: paired says "
            "that all have; add it, or write direction: as-written",
            name(lone.from), name(lone.to)));
  }

  const Listing& listing_;
  const Reading& reading_;
  Diagnostics& diagnostics_;
  std::vector<Role> roles_;
  std::vector<std::uint32_t> back_weights_;
};

}  // namespace

Pairs roles_of(const Listing& listing, const Reading& reading, Diagnostics& diagnostics) {
  return Pairing(listing, reading, diagnostics).pair();
}

}  // namespace fsin::graph_file
