// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fsin::engine {
namespace {

using Place = std::pair<std::uint32_t, unsigned>;  // router, input queue
using Waits = std::map<Place, const WaitingHeader*>;

std::string queue_name(const Rules& rules, const topology::Topology& topology, unsigned queue) {
  if (queue >= rules.transit_queues) return fmt::format("injection queue {}", queue - rules.transit_queues);
  return fmt::format("queue {} VC {}", topology.geometry->port_name(queue / rules.vcs), queue % rules.vcs);
}

/// Finds the queue whose lack of room holds this header up; false if there is none.
bool blocker(const WaitingHeader& header, const Rules& rules, const topology::Topology& topology, const Waits& waits,
             Place& place) {
  for (const Wanted& wanted : header.wanted) {
    if (wanted.obstacle == Obstacle::failed) continue;
    const unsigned port = wanted.out / rules.vcs;
    const topology::Link link = topology.graph.next(RouterId(header.router), port);
    place = wanted.obstacle == Obstacle::no_bubble
                ? Place{header.router, wanted.out}
                : Place{link.router.value, link.port * rules.vcs + wanted.out % rules.vcs};
    if (wanted.obstacle != Obstacle::none && waits.contains(place)) return true;
  }
  return false;
}

std::vector<Place> find_cycle(const Waits& waits, const Rules& rules, const topology::Topology& topology) {
  std::map<Place, std::size_t> seen;
  for (const auto& [start, first] : waits) {
    std::vector<Place> path;
    Place place = start;
    while (waits.contains(place) && !seen.contains(place)) {
      seen[place] = path.size();
      path.push_back(place);
      Place next;
      if (!blocker(*waits.at(place), rules, topology, waits, next)) break;
      place = next;
      if (const auto again = seen.find(place);
          again != seen.end() && again->second < path.size() && path[again->second] == place) {
        return {path.begin() + static_cast<std::ptrdiff_t>(again->second), path.end()};
      }
    }
  }
  return {};
}

std::string_view reason(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::no_room:
      return "no room for a packet in the next queue";
    case Obstacle::no_bubble:
      return "no bubble in the ring to be entered";
    case Obstacle::owned:
      return "the channel is owned by another packet";
    case Obstacle::failed:
      return "the link has failed";
    case Obstacle::none:
      break;
  }
  return "not granted yet";
}

std::string header_line(const WaitingHeader& header, const Rules& rules, const topology::Topology& topology) {
  std::string line = fmt::format("router {} {}: packet {} -> {}", header.router,
                                 queue_name(rules, topology, header.queue), header.source, header.destination);
  if (!header.wanted.empty()) {
    const Wanted& last = header.wanted.back();
    line += fmt::format(" wants output {} VC {}: {}", topology.geometry->port_name(last.out / rules.vcs),
                        last.out % rules.vcs, reason(last.obstacle));
  }
  return line;
}

/// "failed in cycle 100"
std::string outage_text(const topology::Outage& outage) {
  std::string text = outage.since == topology::first_cycle ? "has failed from the start"
                                                           : fmt::format("failed in cycle {}", outage.since);
  return outage.until == never ? text : text + fmt::format(" and comes back in cycle {}", outage.until);
}

/// "output X+ to router 5, which failed in cycle 100"
std::string failed_link_text(RouterId router, unsigned port, const topology::Topology& topology, Cycle now) {
  const topology::Geometry& geometry = *topology.geometry;
  std::string text = "output " + geometry.port_name(port);
  const topology::FailedLink* link = topology.failures.find(router, port, now);
  if (link == nullptr) return text;
  return text + fmt::format(" to {}, which {}", geometry.router_name(link->leads_to.router), outage_text(*link));
}

}  // namespace

std::vector<WaitingHeader> stranded(const std::vector<WaitingHeader>& headers) {
  std::vector<WaitingHeader> found;
  for (const WaitingHeader& header : headers) {
    const auto failed = [](const Wanted& wanted) { return wanted.obstacle == Obstacle::failed; };
    if (!header.wanted.empty() && std::all_of(header.wanted.begin(), header.wanted.end(), failed)) {
      found.push_back(header);
    }
  }
  return found;
}

std::vector<std::string> explain_stranded(const std::vector<WaitingHeader>& headers, const Rules& rules,
                                          const topology::Topology& topology, const std::vector<std::string>& silenced,
                                          Cycle now) {
  std::vector<std::string> lines;
  if (!headers.empty()) {
    lines.push_back(fmt::format("{} of the packets in the network can take failed links only:", headers.size()));
  }
  for (std::size_t i = 0; i < headers.size() && i < most_diagnosis_lines; ++i) {
    const WaitingHeader& header = headers[i];
    std::string ways;
    unsigned before = rules.ports;
    for (const Wanted& wanted : header.wanted) {
      const unsigned port = wanted.out / rules.vcs;
      if (port == before) continue;
      ways += (ways.empty() ? "" : "; ") + failed_link_text(RouterId(header.router), port, topology, now);
      before = port;
    }
    lines.push_back(fmt::format("  {} {}: packet {} -> {} can take {}",
                                topology.geometry->router_name(RouterId(header.router)),
                                queue_name(rules, topology, header.queue), header.source, header.destination, ways));
  }
  lines.insert(lines.end(), silenced.begin(), silenced.end());
  return lines;
}

std::string silenced_line(std::uint32_t node, const topology::Topology& topology, Cycle now) {
  for (const topology::FailedRouter& router : topology.failures.routers) {
    if (router.router.value != node || !router.lasts_in(now)) continue;
    return fmt::format("node {} has packets to send, and its router {}", node, outage_text(router));
  }
  return fmt::format("node {} has packets to send, and its router has failed", node);
}

std::vector<std::string> diagnose(const std::vector<WaitingHeader>& headers, const Rules& rules,
                                  const topology::Topology& topology, const std::vector<std::string>& explained) {
  constexpr std::size_t most = most_diagnosis_lines;
  std::vector<std::string> lines;
  Waits waits;
  for (const WaitingHeader& header : headers) waits[{header.router, header.queue}] = &header;
  if (!headers.empty()) {
    lines.push_back(fmt::format("{} packet headers wait in the network and none can move", headers.size()));
    const std::vector<Place> cycle = find_cycle(waits, rules, topology);
    if (!cycle.empty()) {
      lines.push_back(
          fmt::format("a cycle of {} queues, each waiting for the next and the last for the first:", cycle.size()));
      for (std::size_t i = 0; i < cycle.size() && i < most; ++i) {
        lines.push_back("  " + header_line(*waits.at(cycle[i]), rules, topology));
      }
      if (cycle.size() > most) lines.push_back(fmt::format("  ... and {} more", cycle.size() - most));
    } else {
      for (std::size_t i = 0; i < headers.size() && i < most; ++i) {
        lines.push_back("  " + header_line(headers[i], rules, topology));
      }
    }
  }
  lines.insert(lines.end(), explained.begin(), explained.end());
  return lines;
}

}  // namespace fsin::engine
