// SPDX-License-Identifier: Apache-2.0
// The parts of the report data: arrays by column, compact, ready to draw. Each gives null when the results have nothing
// for it, so that the page shows no empty figure.
//
// What is told of single runs (links, series, ranks, gantt, traffic) is of the first seed of each point.
#pragma once

#include <string>
#include <vector>

#include "fsin/report/page/json.hpp"
#include "fsin/report/page/limits.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::report::page {

/// Mean, half width, standard deviation and number of runs of every figure, by point.
Json figures_json(const sweep::Results& results);
/// Every axis as columns: the main figures relative to the first step, paired by seed.
Json ratios_json(const sweep::Results& results);
/// The buckets of each point.
Json latency_json(const sweep::Results& results, const Limits& limits);
/// The networks with their place on paper, the phits of every link of each point. A network that is too
/// large is named in `notes`.
Json links_json(const sweep::Results& results, const Limits& limits, std::vector<std::string>& notes);
/// Load, latency and packets in the network over time.
Json series_json(const sweep::Results& results, const Limits& limits);
/// Where the time of each rank went.
Json ranks_json(const sweep::Results& results, const Limits& limits);
/// What each rank did when.
Json gantt_json(const sweep::Results& results, const Limits& limits);
/// Packets from block to block of nodes.
Json traffic_json(const sweep::Results& results, const Limits& limits);
/// The resolved configurations: the first whole, of the others what differs.
Json configurations_json(const sweep::Results& results);
/// Who made it, when, of what.
Json provenance_json(const sweep::Results& results);
/// Names and steps of the axes; which one is the offered load.
Json axes_json(const sweep::Plan& plan);

}  // namespace fsin::report::page
