// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/sweep_task.hpp"

#include <fmt/format.h>

#include "fsin/core/folder_lock.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/report/sweep_folder.hpp"
#include "fsin/study/provenance.hpp"
#include "fsin/sweep/result_files.hpp"

namespace fsin::report {
namespace {

/// What keeps a folder that is marked complete from being what this program would make; empty when nothing does.
std::string fault_of(const std::filesystem::path& folder, const study::SweepPlan& plan,
                     const std::vector<sweep::Run>& runs) {
  for (const sweep::Run& run : runs) {
    if (run.point >= plan.points.size()) return fmt::format("{}: damaged", folder.string());
    if (run.key != plan.key(run.point, run.seed))
      return fmt::format("{}: made by another program or from other files", folder.string());
  }
  return {};
}

/// The folder must be free, or hold this very sweep. The runs, when it holds all of it.
std::optional<std::vector<sweep::Run>> claim_folder(const SweepTask& task) {
  prepare_directory(task.folder);
  if (!std::filesystem::exists(task.folder / "sweep.json")) {
    // The other way round: prepare_run_folder().
    if (std::filesystem::exists(task.folder / "run.json")) {
      throw sweep::SweepError(fmt::format(
          "{}: holds the results of fsin run, which would be mixed with those of this sweep; choose another "
          "folder with --out",
          task.folder.string()));
    }
    return std::nullopt;
  }
  const sweep::Description held = sweep::read_description(task.folder);
  if (held.digest != task.plan.plan.digest()) {
    throw sweep::SweepError(
        fmt::format("{}: holds the results of another sweep, or of another version of this one; choose "
                    "a new folder with --out, or remove it",
                    task.folder.string()));
  }
  if (!task.resume || !held.complete) return std::nullopt;
  std::string fault;
  try {
    fault = sweep::damage_of(task.folder);
    if (fault.empty()) {
      std::vector<sweep::Run> runs = sweep::read_runs(task.folder, task.wanted);
      fault = fault_of(task.folder, task.plan, runs);
      if (fault.empty()) return runs;
    }
  } catch (const sweep::SweepError& error) {
    fault = error.what();
  }
  task.tell(fmt::format("{}; what is missing is made again", fault));
  return std::nullopt;
}

}  // namespace

void check_outputs(std::string_view command, const study::SweepPlan& plan, const std::filesystem::path& folder,
                   Diagnostics& diagnostics) {
  OutputCheck check(command);
  check.reads(plan.inputs);
  check.writes_into("--out", folder, sweep::result_files(sweep::Folder::sweep));
  check.check(diagnostics);
}

SweepDone carry_out(const SweepTask& task) {
  SweepDone done;
  if (auto runs = claim_folder(task)) {
    done.outcome.runs = std::move(*runs);
    done.outcome.complete = true;
    done.was_complete = true;
    return done;
  }
  const FolderLock lock(task.folder);
  sweep::Journal journal(task.folder, task.resume);
  for (const std::string& line : journal.damaged()) {
    task.tell(fmt::format("{}: the line is damaged; its run is made again", line));
  }
  const study::Shard shard = task.options.shard;
  sweep::Provenance provenance = study::provenance_now();
  provenance.inputs = task.plan.inputs;
  if (shard.of > 1) provenance.shard = fmt::format("{}/{}", shard.number, shard.of);
  sweep::write_sweep_json(task.folder, task.plan.plan, journal.found().size(), false, provenance);
  const run::InterruptWatch interrupt(task.stop);
  done.outcome = study::run_sweep(task.plan, task.options, task.cache, journal, interrupt);
  provenance.finished = study::time_now();
  write_results(task.folder, task.plan.plan, done.outcome.runs, done.outcome.complete, provenance, task.tables);
  if (done.outcome.complete && shard.of == 1) journal.remove();
  return done;
}

}  // namespace fsin::report
