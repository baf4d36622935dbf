// SPDX-License-Identifier: Apache-2.0
#include "trgen/app/capture_runs.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "trgen/app/capture_summary.hpp"
#include "trgen/app/notes_report.hpp"
#include "trgen/formats/open.hpp"

namespace trgen::app {
namespace {

namespace fs = std::filesystem;
using Source = std::shared_ptr<const record::TraceSource>;

/// What the ranks of one run left.
Source open_run(const fs::path& folder, const CapturePlan& plan, const Ending& ending) {
  std::error_code error;
  if (fs::is_empty(folder, error)) {
    throw record::TraceError(fmt::format(
        "trgen capture: {} {} and no rank left a record: {}", plan.program.front(), ending_words(ending),
        ending.code == 0 ? "it does not call MPI_Init, or has an MPI other than MPICH or one linked in statically"
                         : "its ranks ended before MPI_Init was through"));
  }
  return formats::open_trace(folder.string());
}

/// Adds one more run. False: it did not go well, that was the last one.
bool add_run(Runs& runs, const fs::path& folder, const CapturePlan& plan) {
  const std::size_t number = runs.traces.size() + 1;
  if (runs.ending.interrupted && number > 1) {
    runs.left_out = true;
    return false;
  }
  runs.traces.push_back(open_run(folder, plan, runs.ending));
  if (!runs.whole() && number > 1) {
    runs.left_out = true;
    runs.traces.pop_back();
    say_capture("capture {} of {} is left out: its program {}, or left incomplete records", number, plan.repeats,
                ending_words(runs.ending));
  }
  if (!runs.whole()) return false;
  const std::string difference = number == 1 ? "" : first_difference(*runs.traces.front(), *runs.traces.back());
  if (difference.empty()) return true;
  say_capture("captures 1 and {} differ, {}", number, difference);
  runs.agree = false;
  return true;
}

std::uint64_t burst_total(const Source& trace) { return tally_of(*trace).bursts().total_ns; }

}  // namespace

RawFolder::RawFolder(const std::optional<std::string>& kept) : keep_(kept) {
  std::error_code error;
  if (kept) {
    path_ = fs::absolute(*kept, error);
    fs::create_directories(path_, error);
    if (error) throw record::TraceError(fmt::format("{}: cannot make this folder: {}", *kept, error.message()));
    return;
  }
  const char* const variable = std::getenv("TMPDIR");
  std::string name = (fs::path(variable == nullptr || *variable == '\0' ? "/tmp" : variable) / "trgen-capture-XXXXXX");
  if (::mkdtemp(name.data()) == nullptr) {
    throw record::TraceError(
        fmt::format("{}: cannot make a folder for the files of the ranks: {}; point TMPDIR to a "
                    "folder that can be written, or use --keep-raw DIR",
                    name, std::strerror(errno)));
  }
  path_ = name;
}

RawFolder::~RawFolder() {
  std::error_code ignored;
  if (!keep_) fs::remove_all(path_, ignored);
}

std::vector<fs::path> RawFolder::to_remove() const {
  return keep_ ? std::vector<fs::path>{} : std::vector<fs::path>{path_};
}

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
    const CleanUp cleanup(raw.to_remove(), runs.ending.interrupted);
    going = add_run(runs, folder, plan);
  }
  return runs;
}

Source combined(const Runs& runs, const CapturePlan& plan) {
  if (runs.traces.size() == 1) return runs.traces.front();
  std::vector<std::uint64_t> totals;
  for (const Source& each : runs.traces) totals.push_back(burst_total(each));
  const auto [least, most] = std::minmax_element(totals.begin(), totals.end());
  const auto span = [&](std::uint64_t value) { return span_text(runs.traces.front()->notes(), value); };
  const std::string spread = fmt::format("bursts of single captures {} to {}", span(*least), span(*most));
  if (!runs.agree) {
    const auto best = static_cast<std::size_t>(least - totals.begin());
    say_capture("the records of {} captures do not agree; the trace is capture {} alone, with the least bursts; {}",
                runs.traces.size(), best + 1, spread);
    return std::make_shared<RepeatTrace>(
        RepeatTrace::Captures{runs.traces[best]}, plan.keep,
        fmt::format("# capture {} of {}, whose records do not agree", best + 1, runs.traces.size()));
  }
  const std::string_view kept = plan.keep == Keep::least ? "least" : "median";
  auto trace = std::make_shared<RepeatTrace>(runs.traces, plan.keep,
                                             fmt::format("# {} of each time of {} captures", kept, runs.traces.size()));
  say_capture("the records of {} captures agree; {} of each burst: {} in all; {}", runs.traces.size(), kept,
              span(burst_total(trace)), spread);
  return trace;
}

}  // namespace trgen::app
