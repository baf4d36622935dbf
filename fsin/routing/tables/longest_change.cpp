// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/longest_change.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fsin::routing {
namespace {

constexpr std::uint32_t not_known = ~std::uint32_t{0};

/// A place is a switch in a phase: the number of the phase times the switches, plus the switch.
class Places {
 public:
  explicit Places(const ChangingTables& tables)
      : phases_(tables.phases), neighbours_(tables.neighbours), switches_(tables.phases[0].switches) {}

  std::size_t count() const { return phases_.size() * switches_; }
  std::size_t switches() const { return switches_; }
  std::uint32_t columns() const { return phases_[0].columns; }
  const RouteTables& tables_of(std::size_t place) const { return phases_[place / switches_]; }
  std::uint32_t switch_of(std::size_t place) const { return static_cast<std::uint32_t>(place % switches_); }
  /// True if the place has one of the same switch in the next phase, place + switches().
  bool has_later(std::size_t place) const { return place + switches_ < count(); }

  /// Calls use(place) for the next ones of a packet for a home; not for those behind links that never work in the
  /// phase, where it waits. Ends, and returns true, where use() does.
  template <class Use>
  bool any_next(std::size_t place, std::uint32_t column, Use use) const {
    const std::size_t phase = place / switches_, here = place % switches_;
    const RouteTables& tables = phases_[phase];
    const std::size_t ports = neighbours_[phase].size() / switches_;
    for (const std::uint8_t port : tables.next(here * tables.columns + column)) {
      if (port == leave) continue;
      const std::uint32_t next = neighbours_[phase][here * ports + port];
      if (next != Fabric::no_switch && use(phase * switches_ + next)) return true;
    }
    return false;
  }

 private:
  const std::vector<RouteTables>& phases_;
  const std::vector<std::vector<std::uint32_t>>& neighbours_;
  std::size_t switches_;
};

/// The search for one target after another. It keeps its way itself, which may be too long to call a function for each
/// link.
class LongestWays {
 public:
  explicit LongestWays(const Places& places) : places_(places) {}

  /// The way goes on where a packet has come to its target, or gives it up: by so many links, at most, from each place.
  void go_on(std::vector<std::uint32_t> onward) {
    onward_ = std::move(onward);
    column_ = not_known;
  }

  /// Links from a place on, at most, of a packet for `column`. Only places where a packet can be are looked at: tables
  /// mean nothing where there was no path even before faults.
  std::uint32_t from(std::size_t start, std::uint32_t column) {
    if (column != column_) begin(column);
    if (longest_[start] == not_known) way_.assign(1, start);
    while (!way_.empty()) {
      const std::size_t place = way_.back();
      if (const auto unknown = next_unknown(place)) {
        way_.push_back(*unknown);
      } else {
        longest_[place] = most_;
        way_.pop_back();
      }
    }
    return longest_[start];
  }
  /// What is known of all places for the last target; not_known where no packet has been.
  const std::vector<std::uint32_t>& known() const { return longest_; }

 private:
  void begin(std::uint32_t column) {
    longest_.assign(places_.count(), not_known);
    column_ = column;
    if (onward_.empty()) return;
    // A switch that has lost some destination may be left out, whatever the destination.
    gives_up_.clear();
    for (std::size_t place = column; place < places_.count(); place += places_.switches()) {
      const RouteTables& tables = places_.tables_of(place);
      bool loses = false;
      for (std::uint32_t to = 0; to < tables.columns && !loses; ++to) loses = tables.is_lost(column, to);
      gives_up_.push_back(loses);
    }
  }
  /// The least that a way has from a place on.
  std::uint32_t least(std::size_t place) const {
    if (onward_.empty()) return 0;
    const std::uint32_t here = places_.switch_of(place);
    const bool ends =
        here == column_ || gives_up_[place / places_.switches()] || places_.tables_of(place).is_lost(here, column_);
    return ends ? onward_[place] : 0;
  }
  /// A place that may follow `place` and has not been looked at; else most_ is the most links from `place` on.
  std::optional<std::size_t> next_unknown(std::size_t place) {
    most_ = least(place);
    if (places_.has_later(place)) {
      const std::size_t later = place + places_.switches();
      if (longest_[later] == not_known) return later;
      most_ = std::max(most_, longest_[later]);
    }
    std::size_t unknown = 0;
    const bool found = places_.any_next(place, column_, [&](std::size_t next) {
      unknown = next;
      if (longest_[next] != not_known) most_ = std::max(most_, 1 + longest_[next]);
      return longest_[next] == not_known;
    });
    return found ? std::optional(unknown) : std::nullopt;
  }

  const Places& places_;
  std::vector<std::uint32_t> onward_;  ///< empty: the way ends at its target
  std::vector<bool> gives_up_;         ///< by phase: the target may be given up at any switch
  std::uint32_t column_ = not_known;
  std::uint32_t most_ = 0;
  std::vector<std::uint32_t> longest_;  ///< by place
  std::vector<std::size_t> way_;
};

/// The switches where packets between homes can be, at any time.
std::vector<bool> reached_switches(const Places& places, LongestWays& ways) {
  std::vector<bool> reached(places.switches(), false);
  for (std::uint32_t column = 0; column < places.columns(); ++column) {
    for (std::uint32_t home = 0; home < places.columns(); ++home) ways.from(home, column);
    for (std::size_t place = 0; place < places.count(); ++place) {
      if (ways.known()[place] != not_known) reached[places.switch_of(place)] = true;
    }
  }
  return reached;
}

/// The most links from each place to any home, where packets can be.
std::vector<std::uint32_t> farthest_homes(const Places& places, LongestWays& ways) {
  const std::vector<bool> reached = reached_switches(places, ways);
  std::vector<std::uint32_t> farthest(places.count(), 0);
  for (std::uint32_t column = 0; column < places.columns(); ++column) {
    for (std::size_t here = 0; here < places.switches(); ++here) {
      if (reached[here]) ways.from(here, column);
    }
    for (std::size_t place = 0; place < places.count(); ++place) {
      if (ways.known()[place] != not_known) farthest[place] = std::max(farthest[place], ways.known()[place]);
    }
  }
  return farthest;
}

/// The most links that a packet has crossed on the way to its destination at each place where it may still begin a
/// detour; 0: nothing, except at homes, where all packets begin.
std::vector<std::uint32_t> crossed_undecided(const Places& places, unsigned decisions) {
  std::vector<std::uint32_t> crossed(places.count(), 0);
  std::vector<bool> at, next;
  for (std::uint32_t column = 0; column < places.columns() && decisions > 1; ++column) {
    at.assign(places.count(), false);
    for (std::size_t place = 0; place < places.count(); ++place) at[place] = places.switch_of(place) < places.columns();
    for (unsigned links = 1; links < decisions; ++links) {
      next.assign(places.count(), false);
      for (std::size_t place = 0; place < places.count(); ++place) {
        if (at[place] && places.has_later(place)) at[place + places.switches()] = true;
        if (!at[place] || places.switch_of(place) == column) continue;
        places.any_next(place, column, [&](std::size_t to) {
          if (places.switch_of(to) != column) next[to] = true;
          return false;
        });
      }
      for (std::size_t place = 0; place < places.count(); ++place) {
        if (next[place] && places.has_later(place)) next[place + places.switches()] = true;
        if (next[place]) crossed[place] = std::max(crossed[place], links);
      }
      at.swap(next);
    }
  }
  return crossed;
}

}  // namespace

unsigned longest_over_changes(const ChangingTables& tables) {
  const Places places(tables);
  unsigned longest = 0;
  LongestWays ways(places);
  for (std::uint32_t column = 0; column < places.columns(); ++column) {
    for (std::uint32_t home = 0; home < places.columns(); ++home) longest = std::max(longest, ways.from(home, column));
  }
  return longest;
}

unsigned longest_detour_over_changes(const ChangingTables& tables, unsigned decisions) {
  const Places places(tables);
  LongestWays ways(places);
  ways.go_on(farthest_homes(places, ways));
  const std::vector<std::uint32_t> crossed = crossed_undecided(places, decisions);
  unsigned longest = 0;
  for (std::uint32_t over = 0; over < places.columns(); ++over) {
    for (std::size_t place = 0; place < places.count(); ++place) {
      const bool enters = place < places.columns();  // in the first phase, from which it may go on in any
      if (enters || crossed[place] > 0) longest = std::max(longest, crossed[place] + ways.from(place, over));
    }
  }
  return longest;
}

}  // namespace fsin::routing
