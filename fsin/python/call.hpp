// SPDX-License-Identifier: Apache-2.0
// One call of fsin.run(), sweep() or check() of Python: what is asked for, how far it has come, and what it gave. It
// knows nothing of Python; module.cpp binds it. run() and sweep() block, and may be called from any thread; stop() and
// progress() from any other meanwhile.
//
// A design that cannot be run, and a folder that cannot be written, are no exceptions here: refusal() says so, and the
// Python side raises.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/api/ready.hpp"
#include "fsin/python/results.hpp"
#include "fsin/python/watched_progress.hpp"
#include "fsin/study/sweep_runner.hpp"
#include "fsin/sweep/cache.hpp"

namespace fsin::python {

/// How runs are made; nothing of it changes a result.
struct How {
  std::string engine = "event";
  unsigned threads = 1;                      ///< of a run, at most
  unsigned jobs = 0;                         ///< runs at a time; 0: all cores
  bool allow_deadlock = false;               ///< run a network that is shown to be unsafe
  std::optional<std::filesystem::path> out;  ///< folder of results, as `--out`
  bool resume = false;                       ///< of a sweep: go on with what is in the folder
  bool series = true;                        ///< of a sweep: write series.csv
  std::optional<std::string> cache;          ///< of a sweep: folder; "" for that of `fsin sweep`; nothing: none
  std::filesystem::path scratch;             ///< of a sweep without `out`: an empty folder, for its journal
};

/// A directed link: output port `port` of router `from` leads to input port `in_port` of router `to`.
struct WiredLink {
  std::uint32_t from = 0, port = 0, to = 0, in_port = 0;
};

/// A network as it is wired, without links that fail from the start. Node n is at router n.
struct Wiring {
  std::uint64_t nodes = 0, routers = 0;
  unsigned ports = 0;             ///< port numbers of a router, whether they lead somewhere or not
  unsigned virtual_channels = 0;  ///< of a link
  std::vector<WiredLink> links;
};

/// A mistake, or a warning, and where it was made.
struct Told {
  bool error = false;
  std::string place;         ///< "exp.yaml:4:12", "override 'load=2'"; empty where there is none
  std::string file;          ///< "exp.yaml"; the override, for one
  std::uint64_t line = 0;    ///< from 1; 0 where it is not known
  std::uint64_t column = 0;  ///< from 1; 0 where it is not known
  std::string message;
  std::string text;  ///< the whole line, as the commands print it
};

class Call {
 public:
  Call(api::Written written, How how) : written_(std::move(written)), how_(std::move(how)) {}

  /// What it gave; null after a refusal.
  std::shared_ptr<const Results> run();
  std::shared_ptr<const Results> sweep();
  /// What `fsin check --json` writes; empty after a refusal.
  std::string check();
  /// The network, which is built and not simulated; nothing after a refusal.
  std::optional<Wiring> wiring();

  /// Ends it soon: the runs under way end as interrupted, the rest is left out.
  void stop() { stop_ = true; }
  Progress progress() const { return progress_.now(); }

  /// Why there is no result: "configuration" of a design that is refused, "input" of a file that cannot be read or a
  /// faulty trace, "output" of results that cannot be written; empty where there is a result.
  const std::string& refusal() const { return refusal_; }
  /// All that was told, in order.
  std::vector<Told> told() const;

 private:
  template <class Body>
  void guarded(Body body);
  engine::EngineKind engine();
  std::optional<sweep::Cache> cache() const;
  void finish_run(const run::Prepared& prepared, const run::RunOptions& how, Results& results);
  void finish_sweep(const study::SweepPlan& plan, const study::SweepOptions& options, Results& results);

  api::Written written_;
  How how_;
  std::atomic<bool> stop_{false};
  Diagnostics diagnostics_;
  WatchedProgress progress_;
  std::string refusal_;
};

}  // namespace fsin::python
