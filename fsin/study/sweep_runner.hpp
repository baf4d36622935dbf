// SPDX-License-Identifier: Apache-2.0
// Carries out the runs of a sweep on all cores: takes what the journal and the cache have, simulates the rest.
//
// The runs of which a result consists do not depend on the number of threads, on the order in which they end, or on
// where a run came from. With a stopping rule, a point keeps its first n seeds, n the smallest number that meets the
// rule; what threads simulated beyond that stays in the cache and out of the results.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "fsin/run/interrupt.hpp"
#include "fsin/run/progress_sink.hpp"
#include "fsin/study/sweep_plan.hpp"
#include "fsin/sweep/cache.hpp"
#include "fsin/sweep/journal.hpp"

namespace fsin::study {

/// Part `number` (from 1) of `of`.
struct Shard {
  unsigned number = 1;
  unsigned of = 1;
};

struct SweepOptions {
  unsigned jobs = 1;
  Shard shard;
  run::ProgressSink* progress = nullptr;  ///< told of run `seed index` of a point as point * seeds + index; not null
  engine::EngineKind engine = engine::EngineKind::event;
};

struct SweepOutcome {
  std::vector<sweep::Run> runs;  ///< in order of point and seed
  bool complete = false;
  std::size_t simulated = 0;
  std::size_t from_cache = 0;
  std::size_t from_journal = 0;
  std::size_t from_others = 0;  ///< runs of the journal that do not count: the program or a file was another
  std::size_t damaged = 0;      ///< entries of the cache
};

/// True where a run belongs to the shard: by run, or by point where a stopping rule needs all runs of a point.
bool in_shard(const SweepPlan& plan, Shard shard, std::size_t point, std::size_t index);

/// `cache` may be null; a damaged entry is made again with a warning, and one that cannot be written is done without.
/// Throws what a run or the journal throws, after the other threads have finished the
/// runs they were at; these are in the journal.
SweepOutcome run_sweep(const SweepPlan& plan, const SweepOptions& options, const sweep::Cache* cache,
                       sweep::Journal& journal, const run::InterruptWatch& interrupt);

}  // namespace fsin::study
