// SPDX-License-Identifier: Apache-2.0
// The part on networks at saturation: what they carry beside what their busiest links allow, and the latency of
// adaptive routings under adversarial load.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "tests/model/dragonfly_bounds.hpp"
#include "tests/oracles/parallel.hpp"
#include "tests/oracles/parts.hpp"

namespace oracles {
namespace {

using model::BoundCase;

constexpr std::string_view saturation_introduction =
    "## Dragonflies at saturation\n\n"
    "Balanced dragonflies (p = h, a = 2 h), queues of 32 packets of 4 phits, two sets of virtual channels. ADV+n is "
    "the\n"
    "pattern `group-shift`: every node sends to random nodes of the n-th next group. *Bound*: what the busiest link\n"
    "allows, enumerated over all draws of the routing by the test `routing_dragonfly_test`. *Carried*: the highest\n"
    "offered load, in steps of 1% of the bound, of which at least 98.5% is accepted. It must lie between 88% of the\n"
    "bound and the bound. One case as an experiment (load 0.2567 is 88% of the bound):\n\n"
    "    fsin run experiments/first.yaml topology='{type: dragonfly, p: 2, a: 4, h: 2}' \\\n"
    "      routing='{type: dragonfly-valiant, via: group}' network.router='{virtual_channels: 6, queue: 32}' \\\n"
    "      network.packet=16B pattern='{type: group-shift, group: 8, offset: 2}' load=0.2567\n";

struct SaturationRow {
  unsigned h;
  BoundCase what;
  double carried = 0;
};

std::vector<SaturationRow> saturation_rows() {
  std::vector<SaturationRow> all;
  for (BoundCase& each : model::oblivious_cases(2, 0.5547, 0.5379)) all.push_back({2, std::move(each)});
  for (BoundCase& each : model::oblivious_cases(3, 0.5262, 0.5190)) all.push_back({3, std::move(each)});
  return all;
}

std::string bounds_text(const Scope& scope, Part& part) {
  std::vector<SaturationRow> list = saturation_rows();
  for_all(list.size(), scope.threads, [&](std::size_t i) {
    list[i].carried =
        model::highest_carried(model::make_network(list[i].what.design), list[i].what.load, list[i].what.bound);
  });
  std::string text =
      "\n| dragonfly | routing | pattern | bound | carried | of the bound |\n|---|---|---|---|---|---|\n";
  std::size_t held = 0;
  for (const SaturationRow& row : list) {
    const double share = row.carried / row.what.bound;
    const std::string line =
        fmt::format("| ({}, {}, {}) | {} | {} | {:.4f} | {:.4f} | {:.0f}% |\n", row.h, 2 * row.h, row.h,
                    row.what.routing, row.what.pattern, row.what.bound, row.carried, 100 * share);
    const bool holds = share > 0.875 && share < 1.005;
    if (!holds) part.complaints.push_back("does not hold: " + line);
    held += holds ? 1 : 0;
    text += line;
  }
  part.summary = fmt::format("saturation: {} of {} within 12% below the bound", held, list.size());
  return text;
}

/// Mean latencies under ADV+1, and what is accepted.
std::string latencies_text(const Scope& scope) {
  using namespace fsin::routing;
  const std::array<std::pair<std::string_view, model::Design>, 4> routings{
      {{"minimal", model::deep_dragonfly(2, DragonflyMinimalParams{}, 4)},
       {"Valiant", model::deep_dragonfly(2, model::over<DragonflyValiantParams>(DragonflyVia::group), 6)},
       {"UGAL-L", model::deep_dragonfly(2, model::over<DragonflyUgalParams>(DragonflyVia::group), 6)},
       {"PAR", model::deep_dragonfly(2, model::over<DragonflyParParams>(DragonflyVia::group), 8)}}};
  constexpr std::array loads{0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4};
  std::array<std::string, routings.size() * loads.size()> cells;
  for_all(cells.size(), scope.threads, [&](std::size_t i) {
    const model::Network network = model::make_network(routings[i % routings.size()].second);
    model::Load load = model::group_shift(2, 1);
    load.load = loads[i / routings.size()];
    load.cycles = 20000;
    const fsin::stats::RunTotals totals = model::run_load(model::EngineKind::event, network, load);
    cells[i] = fmt::format("{:.4f} / {:.1f}", model::accepted(network, totals), totals.latency.mean());
  });
  std::string text = "\n### Accepted load / mean latency of (2, 4, 2) under ADV+1, detours via groups\n\n| offered |";
  for (const auto& routing : routings) text += fmt::format(" {} |", routing.first);
  text += "\n|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % routings.size() == 0) text += fmt::format("| {:.2f} |", loads[i / routings.size()]);
    text += fmt::format(" {} |", cells[i]);
    if ((i + 1) % routings.size() == 0) text += "\n";
  }
  return text +
         "\nUGAL-L learns of a full global link only from the queues that fill up before it, so that its latency at\n"
         "medium loads lies above that of Valiant (Kim et al., ISCA 2008, section 4). PAR asks at the link itself.\n";
}

}  // namespace

Part saturation_part(const Scope& scope) {
  Part part;
  const std::string bounds = bounds_text(scope, part);
  part.text = fmt::format("{}{}{}", saturation_introduction, bounds, latencies_text(scope));
  return part;
}

}  // namespace oracles
