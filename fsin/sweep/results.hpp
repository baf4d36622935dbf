// SPDX-License-Identifier: Apache-2.0
// The description in a results folder of a sweep or of `fsin run --out`: what was asked for, who ran it, and how far it
// has come. And the runs in it, from whichever file holds them.
//
//   sweep.json          axes, points with their resolved configurations, seeds; run.json in a folder of `fsin run`
//   results.jsonl       the runs with all they hold
//   runs.partial.jsonl  of a sweep under way, or a shard: the same
//   runs.jsonl          of a sweep: the runs without detail and links
//
// fsin/report writes the tables beside them. sweep.json has a digest of each of these, by which --resume sees that they
// are as they were written.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
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
  std::vector<Input> inputs{};  ///< all files that were read
};

/// sweep.json or run.json.
struct Description {
  bool of_run = false;  ///< of `fsin run --out`
  std::string digest;   ///< of the plan
  bool complete = false;
  std::size_t runs = 0;
  Provenance provenance;
  std::vector<std::pair<std::string, std::string>> files;  ///< name and digest of every other file of a complete sweep
  Plan plan;
};

/// Throws OutputError.
void write_sweep_json(const std::filesystem::path& folder, const Plan& plan, std::size_t runs, bool complete,
                      const Provenance& provenance, const std::vector<std::pair<std::string, std::string>>& files = {});
void write_run_json(const std::filesystem::path& folder, const Plan& plan, std::size_t runs, bool complete,
                    const Provenance& provenance);

/// Faults of the files of a folder that is marked complete: "results/links.csv: missing", "...: not as it was
/// written"; empty when nothing is. Throws SweepError as read_description() and read_runs() do.
std::string damage_of(const std::filesystem::path& folder);

nlohmann::ordered_json plan_json(const Plan& plan);

/// Reads sweep.json of a folder, or run.json of one that `fsin run --out` wrote. Throws SweepError when there is
/// neither, or it is damaged, or of another schema.
Description read_description(const std::filesystem::path& folder);

/// The part of a folder's runs that is read: with detail and links, or the figures alone, which is faster.
enum class Wanted : std::uint8_t { figures, everything };
/// The runs of a folder. Where the journal is (an unfinished sweep, or a shard) with all they hold; else from
/// results.jsonl, or what runs.jsonl has: figures, and of a sweep of an earlier version all that there is.
std::vector<Run> read_runs(const std::filesystem::path& folder, Wanted wanted = Wanted::figures);

}  // namespace fsin::sweep
