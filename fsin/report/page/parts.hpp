// SPDX-License-Identifier: Apache-2.0
// The parts of the report data, one for each table of a sweep: arrays by column, compact, ready to draw. Each gives
// null when the folder has nothing for it, so that the page shows no empty figure.
//
// Tables of single runs (links, series, ranks, gantt, traffic) tell of the first seed of each point.
#pragma once

#include <string>
#include <vector>

#include "fsin/report/page/folder.hpp"
#include "fsin/report/page/json.hpp"
#include "fsin/report/page/limits.hpp"

namespace fsin::report::page {

/// points.csv: mean, half width, standard deviation and number of runs of every figure, by point.
Json figures_json(const SweepFolder& folder);
/// Every axis as columns: the main figures relative to the first step, paired by seed.
Json ratios_json(const SweepFolder& folder);
/// latency.csv: the buckets of each point.
Json latency_json(const SweepFolder& folder, const Limits& limits);
/// links.csv: the networks with their place on paper, the phits of every link of each point. A network that is too
/// large is named in `notes`.
Json links_json(const SweepFolder& folder, const Limits& limits, std::vector<std::string>& notes);
/// series.csv: load, latency and packets in the network over time.
Json series_json(const SweepFolder& folder, const Limits& limits);
/// ranks.csv: where the time of each rank went.
Json ranks_json(const SweepFolder& folder, const Limits& limits);
/// gantt.csv: what each rank did when.
Json gantt_json(const SweepFolder& folder, const Limits& limits);
/// traffic.csv: packets from block to block of nodes.
Json traffic_json(const SweepFolder& folder, const Limits& limits);
/// The resolved configurations: the first whole, of the others what differs.
Json configurations_json(const SweepFolder& folder);
/// Who made it, when, of what.
Json provenance_json(const SweepFolder& folder);
/// Names and steps of the axes; which one is the offered load.
Json axes_json(const sweep::Plan& plan);

}  // namespace fsin::report::page
