// SPDX-License-Identifier: Apache-2.0
// A run of the event engine: starts the threads, merges their statistics, saves and loads their state. Only the threads
// know the routing algorithm (algorithm_worker.hpp), so that this is compiled once.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/event/worker.hpp"
#include "fsin/engine/run_parts.hpp"

namespace fsin::engine::event {

/// The routing algorithm of a run, compiled into the engine.
struct CompiledAlgorithm {
  /// Makes the thread of a part.
  using MakeWorker = std::function<std::unique_ptr<Worker>(Shared& shared, RunContext& context, unsigned part,
                                                           workload::Share& share, const DeliveryLog& on_delivery)>;

  const routing::Walker& walker;
  bool looks_around = false;  ///< routing::LookingAround
  MakeWorker worker;
};

class Run {
 public:
  /// Sets up the run; `algorithm` and `parts` outlive it.
  Run(const CompiledAlgorithm& algorithm, const RunParts& parts, Division division);

  stats::RunTotals run();

 private:
  void save(Cycle now);
  void save_to(ByteWriter& out) const;
  void load(ByteReader& in);
  stats::RunTotals close();
  /// Lines about packets that can never arrive because of a failure; empty without failures.
  std::vector<std::string> unreachable(const Ending& ending);
  /// Lines about a deadlock, in which these headers of this process wait.
  std::vector<std::string> diagnosis(std::vector<WaitingHeader> headers);

  Shared shared_;
  Processes* processes_ = nullptr;
  std::optional<ProcessExchange> exchange_;
  std::mutex turn_;
  DeliveryLog log_;
  RunContext context_;
  const topology::Topology& topology_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace fsin::engine::event
