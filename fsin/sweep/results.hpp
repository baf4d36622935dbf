// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep: what was asked for, and the tables of what came out.
//
//   sweep.json     what was asked: axes, points with their resolved configurations, seeds; who ran it; complete or not
//   runs.jsonl     one object a run: point, its place on each axis, seed, every figure, latency histogram
//   runs.csv       the same figures, one row a run (tidy: one column a figure)
//   points.csv     one row a point and figure: mean, standard deviation, half width of the interval, number of runs
//   links.csv      phits and utilisation of every link, for the first seed of each point
//   latency.csv    latency histogram of each point, all its runs together
//   series.csv, ranks.csv, gantt.csv, traffic.csv: see detail.hpp
//   columns.yaml   meaning and unit of every column
//
// sweep.json has a digest of each of the others, by which --resume sees that they are as they were written.
//
// Rows are in order of point and seed, whatever the order in which the runs ended.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/sweep/run.hpp"

namespace fsin::sweep {

struct PlannedPoint {
  std::string name;
  std::vector<std::string> labels;  ///< by axis
  std::string headline;             ///< network and workload in one line
  nlohmann::ordered_json config;    ///< resolved
};

struct Plan {
  std::string name;
  std::string description;
  std::string source;  ///< the file
  std::vector<std::string> axes;
  std::vector<PlannedPoint> points;
  std::uint64_t first_seed = 1;
  unsigned seeds = 1;  ///< a point, or at most when `until` decides
  double confidence = 0.99;
  nlohmann::ordered_json until;   ///< rule that ends the runs of a point; null: all seeds
  nlohmann::ordered_json traces;  ///< file -> digest
  std::string engine;

  /// Equal for sweeps whose results may stand in one folder.
  std::string digest() const;
};

struct Provenance {
  std::string version;
  std::string program;  ///< digest of the simulating code; empty when it is not known, or not of one program
  std::string compiler;
  std::string host;   ///< operating system and processor
  std::string shard;  ///< "2/4"; empty for the whole
  std::string started;
  std::string finished;
};

/// The names of these files, and of the journal of a sweep under way.
std::span<const std::string_view> result_files();

/// Writes sweep.json alone.
void write_sweep_json(const std::filesystem::path& folder, const Plan& plan, std::size_t runs, bool complete,
                      const Provenance& provenance);

/// Writes everything above; each file appears whole. `complete`: no run is missing. Throws OutputError.
void write_results(const std::filesystem::path& folder, const Plan& plan, const std::vector<Run>& runs, bool complete,
                   const Provenance& provenance);

/// What is wrong with the files of a folder that is marked complete: "results/links.csv: missing", "...: not as it was
/// written"; empty when nothing is. Throws SweepError as read_sweep_json() and read_runs() do.
std::string damage_of(const std::filesystem::path& folder);

/// The folder of `fsin run --out`: run.json says what was asked, as sweep.json does for a sweep of one point;
/// results.jsonl beside it has the runs with all they hold, a journal_line() each. Throws OutputError.
void write_run_json(const std::filesystem::path& folder, const Plan& plan, std::size_t runs, bool complete,
                    const Provenance& provenance);

nlohmann::ordered_json plan_json(const Plan& plan);

/// Reads sweep.json of a folder, or run.json of one that `fsin run --out` wrote. Throws SweepError when there is
/// neither, or it is damaged, or of another schema.
nlohmann::ordered_json read_sweep_json(const std::filesystem::path& folder);
/// The plan in such an object.
Plan plan_of(const nlohmann::ordered_json& sweep);
/// The runs of a folder. Where the journal is (an unfinished sweep, or a shard) with all they hold, else what
/// runs.jsonl has, which is without links.
std::vector<Run> read_runs(const std::filesystem::path& folder);

}  // namespace fsin::sweep
