// SPDX-License-Identifier: Apache-2.0
// The contract of a kind of workload: what an experiment has under `workload`, opened and checked against a network,
// from which each run gets a workload of its own.
//
// A kind is a struct of parameters (name, doc, cite, fields; trgen has those of most) and one file here with
//
//   SourcePointer open_source(const ItsParams& params, const Opening& opening);
//
// and a line in catalogue.hpp makes it known. Every source makes workloads, tells what they will demand and says in
// words what it is. What only some kinds have is an ability: null where a kind lacks it.
//
//   LoadSource    has a load that is asked for, and can be made at another one
//   RankSource    messages of ranks, which the models of messages carry whole
//   RoundSource   rounds of a main loop, of which the first alone can be run
//   JobSource     several jobs at once, with background, some of them perhaps by flow
//
// A source never changes once it is open: what runs at another load, with fewer rounds or with one job is another
// source. Several threads may ask the same source.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fsin/core/original_random.hpp"
#include "fsin/result/left_out.hpp"
#include "fsin/sources/kind.hpp"
#include "fsin/sources/pattern_demand.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/workload/load_in_time.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/rank_names.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/jobs/background.hpp"
#include "trgen/jobs/job_set.hpp"
#include "trgen/replay/ranks/round_marks.hpp"
#include "trgen/replay/sample.hpp"

namespace fsin::engine {
struct LinkRates;
}

namespace fsin::sources {

/// The demand of a workload on memory and on the network, as far as it can be told before a run.
struct Demand {
  double bytes = 0;    ///< of the workload in one run; a trace that was opened is not in it
  double senders = 0;  ///< nodes that send at all
  /// Phits a cycle that each of them wants to send. Nothing: they send as fast as they can.
  std::optional<double> load;
  double packets_in_row = 0;   ///< without a load: packets of a sender before it waits for others
  double messages_in_row = 0;  ///< the same in messages, of a load of ranks
  double messages = 0;         ///< messages of ranks: all of a short program, else those of its beginning
  double tasks = 0;            ///< ranks, and tasks that send for them; 0: a load of packets
  /// Packets or messages from node to node, some of many. None: uniform traffic.
  std::vector<trgen::replay::Trip> trips;
};

/// Traffic between pairs of nodes, where it is known in advance.
struct PatternShares {
  std::string pattern;   ///< its name; empty where the workload has none
  std::string left_out;  ///< why there is no demand; empty where there is
  std::optional<analysis::Demand> demand;
};

struct LoadRange {
  double least = 0;
  double most = 0;
};

/// Load in phits per node and cycle, which a search can change.
class LoadSource {
 public:
  virtual ~LoadSource() = default;

  /// Mean over all nodes (some may be silent). Nothing where the network decides.
  virtual std::optional<double> offered() const = 0;
  /// The same at another load of a node that sends, the mean over the phases; phases keep their proportions.
  virtual SourcePointer with_load(double load) const = 0;
  /// A source makes nothing while a packet of it waits for room. `original`: as the original simulator's do.
  virtual bool stalls(bool original) const = 0;
  /// Every node sends to all others alike: the closed-form capacity applies.
  virtual bool is_uniform() const = 0;
  /// The part of a range whose loads its sources can have: a burst cannot be above its peak. Empty (least > most) where
  /// they can have none of them.
  virtual LoadRange loads_within(LoadRange range) const = 0;
};

/// A load in time, which is judged by what waits (fsin/stats/balance.hpp).
struct JudgedLoad {
  bool memoryless = false;  ///< one packet a message, each as likely in every cycle
  workload::LoadInTime time{};
  double dispersion = 0;  ///< phits: variance of what a node generates in the long run over its mean, of the node with
                          ///< most; infinite where it has none, or where it follows from what the network does
};
/// Or the reason why it cannot be judged whether a load is carried.
using Judging = std::variant<JudgedLoad, std::string>;

class RankSource {
 public:
  virtual ~RankSource() = default;

  /// The streams of ranks among them.
  virtual std::size_t ranks() const = 0;
  /// Which of them are ranks, and which are streams.
  virtual workload::RankNames rank_names() const = 0;
  /// The workload of the run with this seed, before it is cut into packets. Throws record::TraceError when a trace
  /// cannot be read again.
  virtual std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const = 0;
  /// Receives may take messages from any source.
  virtual bool leaves_sources_open() const { return false; }
  /// Sends are complete at once: no rank waits for its own messages to leave.
  virtual bool buffers_sends() const { return false; }
  /// A run is not made again for what was not looked at the first time.
  virtual bool runs_once() const { return false; }
};

class RoundSource {
 public:
  virtual ~RoundSource() = default;

  virtual std::uint64_t rounds() const = 0;
  /// The first of the rounds only; `marks` is told when they begin.
  virtual SourcePointer with_rounds(std::uint64_t rounds, std::shared_ptr<trgen::replay::RoundMarks>& marks) const = 0;
};

class JobSource {
 public:
  virtual ~JobSource() = default;

  virtual std::vector<trgen::jobs::JobRanks> jobs() const = 0;
  /// Each job is to be simulated alone too.
  virtual bool wants_slowdown() const = 0;
  /// Some of the jobs replay traces.
  virtual bool has_traces() const = 0;
  /// One of the jobs alone, on the nodes that it has among the others, without background.
  virtual SourcePointer only(std::size_t job) const = 0;
  virtual bool has(trgen::jobs::JobModel model) const = 0;
  /// Null where background is in packets, and where there is none.
  virtual const trgen::jobs::Background* background_by_flow() const = 0;
  /// The jobs in cycles, beside which the others take links by these rates.
  virtual SourcePointer in_cycles(std::shared_ptr<const engine::LinkRates> rates) const = 0;
  /// Rates at which flows take links from the packets of this workload; null: no flows.
  virtual const engine::LinkRates* rates() const = 0;
  /// The node of each rank in a run with this seed.
  virtual std::vector<NodeId> nodes_of_ranks(std::uint64_t seed) const = 0;

  /// Jobs or background are by flow (fsin/run/flow_jobs.hpp).
  bool has_flows() const { return has(trgen::jobs::JobModel::flow) || background_by_flow() != nullptr; }
};

/// Files that a run of a source writes, each with its key.
class Writing {
 public:
  virtual ~Writing() = default;
  struct Written {
    std::string key;
    std::string file;
  };
  virtual std::vector<Written> written() const = 0;
};

/// Runs that can be told to end from outside, because what they wait for takes real time.
class Stoppable {
 public:
  virtual ~Stoppable() = default;
  /// Workloads made from now on end soon after this becomes true; null: never.
  virtual void stop_by(const std::atomic<bool>* interrupted) const = 0;
};

class Source {
 public:
  virtual ~Source() = default;

  /// The workload of the run with this seed; for several threads at once. Throws record::TraceError when a trace cannot
  /// be read again. `original` and `timeline`, which may be null, must outlive the workload.
  virtual std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                                   workload::Timeline* timeline) const = 0;

  /// The demand of a run with this seed in so many threads. Throws record::TraceError when a trace cannot be read
  /// again.
  virtual Demand demand(std::uint64_t seed, unsigned threads) const = 0;

  /// Lines for `fsin check`, each with its label.
  virtual std::string summary() const = 0;

  virtual std::vector<File> files() const { return {}; }
  /// Traffic that its programs leave out of their traces; that of traces replayed by their records is in files().
  virtual trgen::record::Omissions left_out_of_programs() const { return {}; }

  /// How the load of a run with this seed is judged. Every kind says so, or why it is not.
  virtual Judging judging(std::uint64_t seed) const = 0;

  /// The traffic of a run with this seed.
  virtual PatternShares shares(std::uint64_t seed) const;

  // Abilities; null where it has not.
  virtual const LoadSource* load_source() const { return nullptr; }
  virtual const RankSource* rank_source() const { return nullptr; }
  virtual const RoundSource* round_source() const { return nullptr; }
  virtual const JobSource* job_source() const { return nullptr; }
  virtual const Writing* writing() const { return nullptr; }
  virtual const Stoppable* stoppable() const { return nullptr; }
};

/// Phits per node and cycle that are asked for; nothing of a source without a load.
std::optional<double> offered_load(const Source& source);
/// 0 of a source without ranks.
std::size_t ranks_of(const Source& source);
/// Jobs or background are by flow.
bool has_flows(const Source& source);
/// The figures of each job of a run, in the order of jobs; none of any other workload.
std::vector<stats::JobFigures> figures_of_jobs(const Source& source, const stats::RunTotals& totals);
/// Records that are left out of all traces together.
result::LeftOut left_out_of(const Source& source);

}  // namespace fsin::sources
