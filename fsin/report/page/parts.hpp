// SPDX-License-Identifier: Apache-2.0
// The parts of the report data: arrays by column, compact, ready to draw. A part is null when the results have no data
// for it, so that the page shows no empty figure.
//
// Parts of single runs (links, series, ranks, phases, gantt, path, traffic) describe the first seed of each point.
#pragma once

#include <string>
#include <vector>

#include "fsin/report/page/json.hpp"
#include "fsin/report/page/limits.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::report::page {

/// Mean, half width, standard deviation and number of runs of every figure, by point.
Json figures_json(const sweep::Results& results);
/// For every axis, the main figures relative to its first step, paired by seed.
Json ratios_json(const sweep::Results& results);
/// The buckets of each point.
Json latency_json(const sweep::Results& results, const Limits& limits);
/// The networks and where they are drawn, and the phits of every link of each point. Networks that are too large are
/// named in `notes`.
Json links_json(const sweep::Results& results, const Limits& limits, std::vector<std::string>& notes);
/// Load, latency and packets in the network over time.
Json series_json(const sweep::Results& results, const Limits& limits);
/// How each rank spent its time.
Json ranks_json(const sweep::Results& results, const Limits& limits);
/// What each rank did over time.
Json gantt_json(const sweep::Results& results, const Limits& limits);
/// Times and slowdowns of messages by size, where they were written.
Json messages_json(const sweep::Results& results);
/// Places of live programs that are sampled, given a time, marked or share memory.
Json sites_json(const sweep::Results& results);
/// Cycles of ranks by MPI call.
Json phases_json(const sweep::Results& results);
/// The critical paths, where they were asked for.
Json path_json(const sweep::Results& results);
/// Messages and bytes from block to block of ranks.
Json rank_traffic_json(const sweep::Results& results, const Limits& limits);
/// Packets from block to block of nodes.
Json traffic_json(const sweep::Results& results, const Limits& limits);
/// The resolved configurations: the first one as a whole, of each other the keys that differ.
Json configurations_json(const sweep::Results& results);
/// Runs with their fingerprints, for the page that simulates, or why it cannot. `simulator`, where that page lies, is
/// null until it is told.
Json again_json(const sweep::Results& results);
/// Provenance: which program made the results, when, and from what.
Json provenance_json(const sweep::Results& results);
/// Names and steps of the axes, and which of them is the offered load.
Json axes_json(const sweep::Plan& plan);

}  // namespace fsin::report::page
