// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/capture_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "trgen/commands/capture_summary.hpp"
#include "trgen/commands/capture_words.hpp"
#include "trgen/commands/notes_report.hpp"
#include "trgen/formats/open.hpp"

namespace trgen::commands {
namespace {

namespace fs = std::filesystem;
using Source = std::shared_ptr<const record::TraceSource>;

/// Opens the files that the ranks of one run left.
Source open_run(const fs::path& folder, const CapturePlan& plan, const Ending& ending) {
  const RawContent content = raw_content(folder);
  if (content.started == 0 && content.stopped > 0) {
    throw record::TraceError(
        fmt::format("trgen capture: {} is full: no rank had room for a record; point TMPDIR to a folder with room, or "
                    "name one with --keep-raw DIR",
                    folder.string()));
  }
  if (content.started == 0) {
    const bool silent = content.files == 0 && ending.code == 0;
    throw record::TraceError(fmt::format(
        "trgen capture: {} {} and no rank left a record: {}", plan.program.front(), ending_words(ending),
        silent ? "it does not call MPI_Init, uses an MPI other than MPICH, or has its MPI linked in statically"
               : "its ranks ended before MPI_Init returned"));
  }
  return formats::open_trace(folder.string());
}

/// The reason why a later run is not combined with the others.
std::string why_left_out(const Runs& runs) {
  if (runs.ending.code != 0 || runs.ending.interrupted) {
    return fmt::format("its program {}", ending_words(runs.ending));
  }
  const auto lines = incomplete_lines(runs.traces.back()->notes(), 1);
  return lines.empty() ? "its records are incomplete" : fmt::format("its records are incomplete: {}", lines.front());
}

bool leave_out(Runs& runs, std::size_t number, const CapturePlan& plan, const std::string& why) {
  runs.left_out = true;
  say_capture("capture {} of {} is left out: {}", number, plan.repeats, why);
  return false;
}

/// Opens the next run. The first one must exist; a later one without records counts as one that ended badly.
bool open_next(Runs& runs, const fs::path& folder, const CapturePlan& plan) {
  const std::size_t number = runs.traces.size() + 1;
  if (number == 1) {
    runs.first = folder;
    runs.traces.push_back(open_run(folder, plan, runs.ending));
    return true;
  }
  if (runs.ending.interrupted) return leave_out(runs, number, plan, "it was interrupted");
  try {
    runs.traces.push_back(open_run(folder, plan, runs.ending));
  } catch (const record::TraceError& error) {
    return leave_out(runs, number, plan, error.what());
  }
  return true;
}

/// Adds a run. False when it ended badly, so that it was the last one.
bool add_run(Runs& runs, const fs::path& folder, const CapturePlan& plan) {
  if (!open_next(runs, folder, plan)) return false;
  const std::size_t number = runs.traces.size();
  if (!runs.whole()) {
    if (number == 1) return false;
    const std::string why = why_left_out(runs);
    runs.traces.pop_back();
    return leave_out(runs, number, plan, why);
  }
  const std::string difference = number == 1 ? "" : first_difference(*runs.traces.front(), *runs.traces.back());
  if (difference.empty()) return true;
  say_capture("captures 1 and {} differ: {}", number, difference);
  runs.agree = false;
  return true;
}

std::uint64_t burst_total(const Source& trace) { return tally_of(*trace).bursts().total_ns; }

}  // namespace

bool Runs::whole() const {
  return ending.code == 0 && !ending.interrupted && !left_out && traces.back()->notes().incomplete.empty();
}

std::string ending_words(const Ending& ending) {
  if (ending.interrupted) return "was interrupted";
  if (ending.signal != 0) return fmt::format("mpiexec was killed by signal {}", ending.signal);
  return fmt::format("ended with exit code {}", ending.code);
}

Runs run_all(const CapturePlan& plan, const MpiInstall& mpi, const RawFolder& raw, const Signals& signals) {
  Runs runs;
  bool going = true;
  for (std::uint64_t number = 1; going && number <= plan.repeats; ++number) {
    const fs::path folder = plan.repeats == 1 ? raw.path() : raw.path() / fmt::format("{}", number);
    std::error_code error;
    fs::create_directories(folder, error);
    if (plan.repeats > 1) say_capture("capture {} of {}", number, plan.repeats);
    runs.ending = signals.run(launch_words(plan, mpi, folder.string()));
    const CleanUp cleanup = guard(raw, plan, runs.ending.interrupted);
    going = add_run(runs, folder, plan);
  }
  return runs;
}

Runs runs_left_in(const fs::path& folder, CapturePlan& plan) {
  const std::vector<fs::path> captures = raw_captures(folder);
  if (captures.empty()) {
    throw record::TraceError(
        fmt::format("trgen capture: {}: this folder has no files of ranks (rank-000000.raw, ...)", folder.string()));
  }
  plan.repeats = captures.size();
  plan.program = {folder.string()};
  Runs runs;
  for (const fs::path& each : captures) {
    if (!add_run(runs, each, plan)) break;
  }
  return runs;
}

CleanUp guard(const RawFolder& raw, const CapturePlan& plan, bool again) {
  std::vector<fs::path> to_remove{plan.output + ".partial"};
  if (raw.disposable()) to_remove.push_back(raw.path());
  const std::string kept = rescue_words(raw.path(), plan.output, merge_options(plan));
  return CleanUp(std::move(to_remove), kept.empty() ? "nothing was written" : "no trace was written; " + kept, again);
}

Source combined(const Runs& runs, const CapturePlan& plan) {
  if (runs.traces.size() == 1) return runs.traces.front();
  std::vector<std::uint64_t> totals;
  for (const Source& each : runs.traces) totals.push_back(burst_total(each));
  const auto [least, most] = std::minmax_element(totals.begin(), totals.end());
  const auto span = [&](std::uint64_t value) { return span_text(runs.traces.front()->notes(), value); };
  const std::string spread = fmt::format("single captures have {} to {}", span(*least), span(*most));
  if (!runs.agree) {
    const auto best = static_cast<std::size_t>(least - totals.begin());
    say_capture(
        "the records of {} captures differ; the trace is capture {} alone, which has the shortest CPU bursts; {}",
        runs.traces.size(), best + 1, spread);
    return std::make_shared<RepeatTrace>(
        RepeatTrace::Captures{runs.traces[best]}, plan.keep,
        fmt::format("# capture {} of {}, whose records do not agree", best + 1, runs.traces.size()));
  }
  const std::string_view kept = plan.keep == Keep::least ? "least" : "median";
  auto trace = std::make_shared<RepeatTrace>(runs.traces, plan.keep,
                                             fmt::format("# {} of each time of {} captures", kept, runs.traces.size()));
  say_capture("the records of {} captures agree; CPU bursts, {} of each: {} in all; {}", runs.traces.size(), kept,
              span(burst_total(trace)), spread);
  return trace;
}

}  // namespace trgen::commands
