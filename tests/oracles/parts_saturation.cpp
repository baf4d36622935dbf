// SPDX-License-Identifier: Apache-2.0
// The part on networks at saturation: what they carry beside what their busiest links allow; adaptive routings of a
// dragonfly beside minimal and Valiant's.
#include <fmt/format.h>

#include <array>

#include "tests/model/bounds.hpp"
#include "tests/model/dragonfly_loads.hpp"
#include "tests/oracles/parallel.hpp"
#include "tests/oracles/parts.hpp"

namespace oracles {
namespace {

using model::BoundCase;
using model::BoundCases;
using model::DragonflyRouting;

constexpr std::string_view bounds_introduction =
    "## Networks at saturation\n\n"
    "*Bound*: the load at which the busiest link is full, enumerated over every way of a packet. *Accepted*: when 1.3\n"
    "times that is offered, or as much as a node can send. It must lie between 88% of the bound and the bound, or 1%\n"
    "above it: packets that do not cross the busiest link get through a little more often. ADV+n is the pattern\n"
    "`group-shift`: every node sends to random nodes of the n-th next group. Packets of 4 phits; queues of 32 packets\n"
    "and 12 virtual channels (dragonfly), 32 and 8 (Slim Fly, PolarFly), 8 and 8 (HyperX). One case by hand:\n\n"
    "```sh\n"
    "fsin run experiments/first.yaml 'network={topology: {type: dragonfly, p: 2, a: 4, h: 2}, packet: 16 B,\n"
    "  router: {virtual_channels: 12, queue: 32 packets}, routing: {type: dragonfly-valiant, via: group}}' \\\n"
    "  'pattern={type: group-shift, group: 8, offset: 2}' load=0.38 || test $? -eq 1\n"
    "```\n";

struct BoundRow {
  BoundCase what;
  double carried = 0;
};

std::vector<BoundRow> bound_rows() {
  std::vector<BoundRow> rows;
  for (BoundCases (*cases)() :
       {model::dragonfly_bounds, model::hyperx_bounds, model::slim_fly_bounds, model::polar_fly_bounds}) {
    for (BoundCase& each : cases()) rows.push_back({std::move(each)});
  }
  return rows;
}

std::string bounds_text(const Scope& scope, Part& part) {
  std::vector<BoundRow> rows = bound_rows();
  for_all(rows.size(), scope.threads, [&](std::size_t i) { rows[i].carried = model::carried(rows[i].what); });
  std::string text = "\n| network | routing | pattern | bound | accepted | of the bound |\n|---|---|---|---|---|---|\n";
  std::size_t held = 0;
  for (const auto& [what, carried] : rows) {
    const std::string line = fmt::format("| {} | {} | {} | {:.4f} | {:.4f} | {:.1f}% |\n", what.network, what.routing,
                                         what.pattern, what.bound, carried, 100 * carried / what.bound);
    const bool holds = model::within_bound(what, carried);
    if (!holds) part.complaints.push_back("does not hold: " + line);
    held += holds ? 1 : 0;
    text += line;
  }
  part.summary = fmt::format("saturation: {} of {} within 12% below the bound", held, rows.size());
  return text;
}

struct LoadPoint {
  double accepted = 0;
  double latency = 0;
};

using Points = std::vector<std::vector<LoadPoint>>;  ///< by load and routing

Points points_of(const Scope& scope, const std::vector<DragonflyRouting>& routings, const std::vector<double>& loads,
                 unsigned shift) {
  Points points(loads.size(), std::vector<LoadPoint>(routings.size()));
  for_all(loads.size() * routings.size(), scope.threads, [&](std::size_t i) {
    const std::size_t load = i / routings.size(), routing = i % routings.size();
    const auto [network, totals] = model::run_dragonfly(routings[routing].design, shift, loads[load]);
    points[load][routing] = {model::accepted(network, totals), totals.latency.mean()};
  });
  return points;
}

std::string points_text(std::string_view title, const std::vector<DragonflyRouting>& routings,
                        const std::vector<double>& loads, const Points& points) {
  std::string text = fmt::format("\n### Accepted load / mean latency of dragonfly (2, 4, 2), {}\n\n| offered |", title);
  for (const DragonflyRouting& routing : routings) text += fmt::format(" {} |", routing.name);
  text += "\n|---|";
  for (std::size_t i = 0; i < routings.size(); ++i) text += "---|";
  for (std::size_t load = 0; load < loads.size(); ++load) {
    text += fmt::format("\n| {:.2f} |", loads[load]);
    for (const LoadPoint& point : points[load])
      text += fmt::format(" {:.3f} / {:.1f} |", point.accepted, point.latency);
  }
  return text + "\n";
}

std::string adaptive_text(const Scope& scope) {
  const std::vector<DragonflyRouting> routings = model::dragonfly_routings();
  const std::vector<double> adversarial{0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5};
  const std::vector<double> uniform{0.1, 0.3, 0.5, 0.7, 0.9};
  return points_text("ADV+1, detours via groups", routings, adversarial, points_of(scope, routings, adversarial, 1)) +
         "\nUGAL-L learns of a full global link only from the queues that fill up before it: at medium loads its\n"
         "latency lies above that of Valiant (Kim et al., ISCA 2008, section 4). UGAL-G sees the link itself, and PAR\n"
         "asks again at the link. They carry more than Valiant, as the link to the group of the destination, which no\n"
         "detour uses, carries minimal packets; with that link the bound is 0.5625.\n" +
         points_text("uniform load", routings, uniform, points_of(scope, routings, uniform, 0));
}

}  // namespace

Part saturation_part(const Scope& scope) {
  Part part;
  const std::string bounds = bounds_text(scope, part);
  part.text = fmt::format("{}{}{}", bounds_introduction, bounds, adaptive_text(scope));
  return part;
}

}  // namespace oracles
