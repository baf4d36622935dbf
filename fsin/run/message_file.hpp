// SPDX-License-Identifier: Apache-2.0
// --message-log: every message of a run that has been delivered, one a line, as comma-separated values: who sent it,
// when it was handed to the network, when it was there, and how much longer that took than without any other message.
//
// The lines are in the order of their starts, and those of one start in that of their sources, whatever the order in
// which the messages are told: the file is the same with any number of threads. Memory does not grow with the run:
// what it does not hold waits in a temporary file (fsin/core/sorted_rows.hpp). Times alone are found at the end.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <vector>

#include "fsin/core/sorted_rows.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/stats/job_figures.hpp"
#include "fsin/stats/message_times.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/rank_names.hpp"
#include "fsin/workload/timeline.hpp"
#include "trgen/io/output.hpp"
#include "trgen/jobs/job_set.hpp"

namespace fsin::run {

class MessageFile final : public workload::Timeline {
 public:
  /// Starts the file, compressed as its name says. Throws trgen::record::TraceError.
  explicit MessageFile(const std::string& path);

  void span(std::uint32_t /*rank*/, workload::Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) override {}
  void message(const workload::MessageLife& message) override;

  /// The run whose messages these are.
  struct Run {
    const engine::Design& design;
    const topology::Topology& topology;
    const workload::NetworkFacts& facts;
    const stats::RunTotals& totals;
    double seconds_per_cycle = 0;
    bool has_ranks = false;                   ///< false: messages are packets of nodes
    workload::RankNames names;                ///< of ranks
    std::vector<trgen::jobs::JobRanks> jobs;  ///< empty: ranks are of one program
  };
  /// Writes the file and gives it its name. Throws trgen::record::TraceError, OutputError.
  stats::MessageTimes finish(const Run& run);

 private:
  struct Row {
    Cycle start = 0;
    Cycle end = 0;
    Cycle waited = 0;
    Cycle copies = 0;
    std::uint64_t bytes = 0;
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::int32_t tag = 0;
    std::uint32_t phits = 0;  ///< of a packet
    std::uint32_t hops = 0;
    std::uint32_t unused = 0;

    bool operator<(const Row& other) const;
  };

  void write(const Row& row, const Run& run, std::optional<double> alone);

  trgen::io::Output out_;
  SortedRows<Row> rows_;
  std::uint64_t requests_ = 0;
  std::exception_ptr failure_;
  std::string text_;
};

}  // namespace fsin::run
