// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/faults/fault_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/core/text.hpp"
#include "fsin/topology/faults/fault_names.hpp"

namespace fsin::topology {
namespace {

using Place = std::pair<std::uint32_t, unsigned>;  ///< router and output port

class Failing {
 public:
  Failing(const FaultPlan& params, Topology& topology)
      : params_(params), topology_(topology), graph_(topology.graph), names_(topology) {}

  void run() {
    for (const std::string& text : params_.links) fail_link_named(text);
    for (const std::string& text : params_.routers) fail_router_named(text);
    if (params_.random_links > 0) draw_links();
    if (params_.random_routers > 0) draw_routers();
    if (!routers_.empty()) fail_links_of_routers();
    note();
    if (params_.reroute_after) note_reroutes(params_.reroute_after->value);
  }

 private:
  /// Streams of random draws.
  enum Stream : std::uint32_t { of_links, of_routers };

  void mistake(std::string_view key, std::string text) {
    topology_.failures.mistakes.push_back(fmt::format("network.faults.{}: {}", key, std::move(text)));
  }
  /// The time of a fault, with what is written of it, `text`; nothing, and a mistake, if it ends before it begins.
  std::optional<Outage> outage(std::string_view key, const Timed& timed, std::string_view text) {
    const Cycle since = std::clamp(timed.at.value_or(params_.at.value), first_cycle, FaultPlan::last_cycle);
    const Cycle until = std::min(timed.until.value_or(params_.until.value), FaultPlan::last_cycle);
    if (until == 0) return Outage{since, never};
    if (until > since) return Outage{since, until};
    mistake(key, fmt::format("{} is over in cycle {}, and begins in cycle {}; write a later cycle after until",
                             text.empty() ? "a fault that is drawn" : in_quotes(text), until, since));
    return std::nullopt;
  }
  void fail_port(Place place, const Outage& outage) { add(links_[place], outage); }
  void fail_router(RouterId router, const Outage& outage) { add(routers_[router.value], outage); }
  /// Outages that meet or overlap become one.
  static void add(std::vector<Outage>& known, Outage added) {
    std::erase_if(known, [&added](const Outage& other) {
      if (other.until < added.since || added.until < other.since) return false;
      added = {std::min(added.since, other.since), std::max(added.until, other.until)};
      return true;
    });
    known.push_back(added);
  }

  /// Fails all links from one router to another; returns their number.
  unsigned fail_between(RouterId from, RouterId to, const Outage& since) {
    unsigned found = 0;
    for (unsigned port = 0; port < graph_.ports(); ++port) {
      if (graph_.next(from, port).router != to) continue;
      fail_port({from.value, port}, since);
      ++found;
    }
    return found;
  }

  void fail_link_named(const std::string& text) {
    const Timed timed = split_time(text);
    const auto ends = names_.find_pair(timed.what);
    if (!ends) {
      return mistake("links", fmt::format("{} does not name two routers; write their numbers, as in 0-1, or their "
                                          "names in fsin topology --edges, as in n0-n1 or s3-s7",
                                          in_quotes(text)));
    }
    const auto [from, to] = *ends;
    const auto time = outage("links", timed, text);
    if (!time) return;
    unsigned found = fail_between(from, to, *time);
    if (!params_.one_way) found += fail_between(to, from, *time);
    if (found > 0) return;
    mistake("links", fmt::format("{}: there is no link from {} to {}; fsin topology --csv lists all links by the "
                                 "numbers of routers",
                                 in_quotes(text), name(from), name(to)));
  }
  std::string name(RouterId router) const { return topology_.geometry->router_name(router); }

  void fail_router_named(const std::string& text) {
    const Timed timed = split_time(text);
    const auto router = names_.find(timed.what);
    if (router) {
      if (const auto time = outage("routers", timed, text)) fail_router(*router, *time);
      return;
    }
    mistake("routers", fmt::format("{} is no router of this network; write a number below {}, a node as n0 or a switch "
                                   "as s0",
                                   in_quotes(text), graph_.routers()));
  }

  /// Links among which failures are drawn; a pair of opposite directions is one link, named by the end that comes
  /// first.
  std::vector<Place> whole_links() const {
    const std::size_t first = graph_.routers() > graph_.nodes() ? graph_.nodes() : 0;
    std::vector<Place> links;
    for (std::size_t r = first; r < graph_.routers(); ++r) {
      for (unsigned port = 0; port < graph_.ports(); ++port) {
        const Link next = graph_.next(RouterId(r), port);
        if (!next.exists() || next.router.index() < first) continue;
        const auto place = Place(static_cast<std::uint32_t>(r), port);
        if (next.router.index() > r || !opposite(place)) links.push_back(place);
      }
    }
    return links;
  }
  /// The opposite direction of a link. The links of opposite directions between two routers are paired in the order of
  /// their ports.
  std::optional<Place> opposite(Place place) const {
    const RouterId from(place.first), to = graph_.next(from, place.second).router;
    unsigned rank = 0;
    for (unsigned port = 0; port < place.second; ++port) rank += graph_.next(from, port).router == to ? 1U : 0U;
    for (unsigned port = 0; port < graph_.ports(); ++port) {
      if (graph_.next(to, port).router == from && rank-- == 0) return Place(to.value, port);
    }
    return std::nullopt;
  }

  void draw_links() {
    std::vector<Place> links = whole_links();
    if (!shuffle(links, params_.random_links, of_links, "random_links", "links")) return;
    const auto time = outage("random_links", {}, {});
    if (!time) return;
    for (std::size_t i = 0; i < params_.random_links; ++i) {
      fail_port(links[i], *time);
      const auto back = opposite(links[i]);
      if (back && !params_.one_way) fail_port(*back, *time);
    }
  }
  void draw_routers() {
    const std::size_t first = graph_.routers() > graph_.nodes() ? graph_.nodes() : 0;
    std::vector<std::uint32_t> routers(graph_.routers() - first);
    std::iota(routers.begin(), routers.end(), static_cast<std::uint32_t>(first));
    if (!shuffle(routers, params_.random_routers, of_routers, "random_routers", "routers")) return;
    const auto time = outage("random_routers", {}, {});
    if (!time) return;
    for (std::size_t i = 0; i < params_.random_routers; ++i) fail_router(RouterId(routers[i]), *time);
  }
  /// Draws `count` items into the first places.
  template <class Item>
  bool shuffle(std::vector<Item>& items, std::uint32_t count, Stream stream, std::string_view key,
               std::string_view what) {
    if (count > items.size()) {
      mistake(key, fmt::format("{} cannot fail, for there are {} {} to draw from; write at most that", count,
                               items.size(), what));
      return false;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t word = philox({params_.seed, Purpose::failure}, i, stream)[0];
      std::swap(items[i], items[i + scale_draw(word, static_cast<std::uint32_t>(items.size() - i))]);
    }
    return true;
  }

  void fail_links_of_routers() {
    for (std::size_t r = 0; r < graph_.routers(); ++r) {
      for (unsigned port = 0; port < graph_.ports(); ++port) {
        const Link next = graph_.next(RouterId(r), port);
        if (!next.exists()) continue;
        for (const std::uint32_t end : {static_cast<std::uint32_t>(r), next.router.value}) {
          const auto down = routers_.find(end);
          if (down == routers_.end()) continue;
          for (const Outage& outage : down->second) fail_port({static_cast<std::uint32_t>(r), port}, outage);
        }
      }
    }
  }

  void note() {
    Failures& failures = topology_.failures;
    for (const auto& [place, outages] : links_) {
      const RouterId router(place.first);
      const Link leads_to = graph_.next(router, place.second);
      for (const Outage& outage : outages) {
        failures.links.emplace_back(router, place.second, leads_to, outage);
        if (outage.from_the_start()) graph_.disconnect(router, place.second);
      }
    }
    for (const auto& [router, outages] : routers_) {
      for (const Outage& outage : outages) failures.routers.emplace_back(RouterId(router), outage);
    }
    const auto earlier = [](const auto& a, const auto& b) { return a.since < b.since; };
    std::stable_sort(failures.links.begin(), failures.links.end(), earlier);
    std::stable_sort(failures.routers.begin(), failures.routers.end(), earlier);
  }

  /// Tables for each cycle in which a link fails or comes back, beyond what has failed from the start for ever.
  void note_reroutes(Cycle after) {
    std::set<Cycle> changes;
    for (const FailedLink& link : topology_.failures.links) {
      if (link.from_the_start()) continue;
      changes.insert(link.since);
      if (link.until != never) changes.insert(link.until);
    }
    if (changes.size() > FaultPlan::most_reroutes) {
      return mistake("reroute_after",
                     fmt::format("links fail or come back in {} different cycles, and tables are made for at most {}",
                                 changes.size(), FaultPlan::most_reroutes));
    }
    for (const Cycle change : changes) topology_.failures.reroutes.push_back({change + after, change});
  }

  const FaultPlan& params_;
  Topology& topology_;
  PortGraph& graph_;
  RouterNames names_;
  std::map<Place, std::vector<Outage>> links_;
  std::map<std::uint32_t, std::vector<Outage>> routers_;
};

}  // namespace

bool FaultPlan::any_in_the_run() const {
  const auto timed = [](const std::string& text) {
    const Timed time = split_time(text);
    return time.until.has_value() || time.at.value_or(0) > first_cycle;
  };
  return any() && (at.value > first_cycle || until.value > 0 || std::any_of(links.begin(), links.end(), timed) ||
                   std::any_of(routers.begin(), routers.end(), timed));
}

unsigned FaultPlan::most_reroutes_planned() const {
  if (!reroute_after || !any_in_the_run()) return 0;
  const std::size_t drawn = (random_links > 0 ? 1U : 0U) + (random_routers > 0 ? 1U : 0U);
  return static_cast<unsigned>(std::min<std::size_t>(most_reroutes, 2 * (links.size() + routers.size() + drawn)));
}

void fail(const FaultPlan& params, Topology& topology) {
  if (!params.any()) return;
  topology.kept = std::make_shared<Kept>();
  Failing(params, topology).run();
}

}  // namespace fsin::topology
