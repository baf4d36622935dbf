// SPDX-License-Identifier: Apache-2.0
// The result of one run as it is kept: in the journal, the cache and the folder of a sweep, and in the files of
// `fsin run`. Enough for every table and figure, and small: counters have become the figures of stats::metrics().
//
// kept_json.hpp writes and reads it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/result/kept_profile.hpp"
#include "fsin/result/run_result.hpp"

namespace fsin::result {

/// Packets by source and destination, in blocks of nodes. Cells without packets are left out.
struct KeptTraffic {
  struct Cell {
    std::uint64_t source = 0;  ///< block of nodes
    std::uint64_t destination = 0;
    std::uint64_t packets = 0;
  };

  std::uint64_t block_nodes = 1;
  std::vector<Cell> cells;
};

/// Cycles that a rank of a trace or program spent.
struct KeptRank {
  std::uint64_t rank = 0;
  std::uint64_t node = 0;
  Cycle compute = 0;
  Cycle wait_message = 0;
  Cycle wait_room = 0;
  Cycle send = 0;
  Cycle finished = 0;        ///< its last cycle
  std::uint64_t stream = 0;  ///< the row is of a further stream of the rank; 0: of the rank itself
};

/// What a rank can be doing: the states of an activity chart, and "wait" of folders that earlier versions wrote, which
/// did not say what a rank waited for.
inline constexpr std::array<std::string_view, 5> span_states{"compute", "wait_message", "wait_room", "send", "wait"};
static_assert(std::equal(stats::ActivityChart::states.begin(), stats::ActivityChart::states.end(),
                         span_states.begin()));

/// What a rank did from one cycle to another, both included.
struct KeptSpan {
  std::uint64_t rank = 0;
  std::size_t state = 0;  ///< index into span_states
  Cycle from = 0;
  Cycle to = 0;
  std::uint64_t stream = 0;  ///< of the rank, as KeptRank::stream
};

/// Of the first seed of a point, beyond the figures: load over time, who sent to whom, what each rank did.
struct KeptDetail {
  Cycle bin_cycles = 1;
  std::vector<stats::TimeSeries::Bin> bins;  ///< from cycle 0; without latency_from_generation_sum, which is 0
  KeptTraffic traffic;
  std::vector<KeptRank> ranks;
  std::vector<KeptSpan> spans;
};

struct KeptLink {
  std::uint32_t from = 0;  ///< router, or node interface
  std::uint32_t port = 0;
  std::uint32_t to = 0;
  std::uint64_t phits = 0;  ///< in the measured window
};

/// A bucket of the histogram of latencies.
struct KeptBucket {
  std::uint64_t low = 0;  ///< cycles, both included
  std::uint64_t high = 0;
  std::uint64_t packets = 0;
};

/// Of a run that replays part of a trace: messages that cross its ends.
struct KeptRegion {
  std::uint64_t sends_left_out = 0;
  std::uint64_t receives_left_out = 0;
};

struct KeptResult {
  std::optional<stats::Outcome> outcome = stats::Outcome::finished;  ///< nothing: a name this program does not know
  bool partial = false;
  std::string load = "not judged";  ///< the verdict on the load: carried, too much or not judged
  std::string load_reason;          ///< why it was not judged, or where it is too much
  std::vector<std::optional<stats::MetricValue>> figures =
      std::vector<std::optional<stats::MetricValue>>(stats::metrics().size());  ///< of stats::metrics()
  std::vector<Probe> probes;
  std::vector<ModelCheck> model_checks;              ///< of a model without routers
  std::optional<stats::MessageTimes> message_times;  ///< of a run whose messages were written
  std::optional<KeptRegion> region;
  std::vector<stats::JobFigures> jobs;             ///< that share the network; none of any other workload
  std::optional<Sampling> sampling;                ///< where measure.sample may have shortened the run
  double cycle_s = 0;                              ///< length of a cycle, for the times of jobs and samples
  std::optional<workload::Departures> any_source;  ///< of a replay that leaves receives from any source open
  std::vector<workload::ProgramSite> sites;        ///< of a live program that samples, marks or shares something
  std::uint32_t exit_code = 0;                     ///< of a live program that has come to its end
  HostUsage host;
  std::uint64_t packet_hops = 0;             ///< of the whole run, also outside the measured window
  std::optional<std::uint64_t> fingerprint;  ///< of all deliveries; nothing in folders that do not say
  std::vector<std::string> diagnosis;        ///< of a network that got stuck, line by line
  std::string failure;                       ///< why the workload broke down; empty: it did not
  RunOrigin origin;
  std::vector<KeptBucket> histogram;  ///< of latency
  std::optional<KeptDetail> detail;
  std::optional<KeptProfile> profile;  ///< of ranks, when asked for
  std::vector<KeptLink> links;         ///< empty where they are not kept

  /// By name; nothing where the run does not have the figure, or no figure is called so.
  std::optional<double> figure(std::string_view name) const;
};

/// What every result has. Without histogram, profile, detail and links.
KeptResult figures_of(const RunOrigin& origin, const RunResult& run);

/// Whole. `with_detail`, for the first seed of a point: also profile and detail, and links where there are no more than
/// 200,000.
KeptResult kept_result(const RunOrigin& origin, const RunResult& run, bool with_detail);

}  // namespace fsin::result
