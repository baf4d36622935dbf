// SPDX-License-Identifier: Apache-2.0
// fsin sweep: many experiments from one file, with everything that is known already taken from where it is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <thread>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/allow_deadlock_option.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/engine_option.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/figure_names.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/sweep_outcomes.hpp"
#include "fsin/core/host.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/report/progress.hpp"
#include "fsin/report/sweep_task.hpp"
#include "fsin/report/sweep_text.hpp"
#include "fsin/study/sweep_checks.hpp"
#include "fsin/study/sweep_estimate.hpp"
#include "fsin/study/sweep_memory.hpp"
#include "fsin/study/sweep_runner.hpp"
#include "trgen/record/source.hpp"

namespace fsin::commands {
namespace {

constexpr std::array sweep_options{
    cli::Option{"jobs,j", "N", "number of runs at a time, each in a thread of its own (default: all cores)"},
    cli::Option{"out", "DIR", "folder of the results (default: results/NAME)"},
    cli::Option{"resume", "", "continue the unfinished sweep in the folder"},
    cli::Option{"shard", "I/N", "run only part I of N, for a cluster; fsin merge combines the parts"},
    cli::Option{"figure", "NAME",
                "figure to show in the table, may be repeated (default: the main ones); the folder has all of them",
                true},
    cli::Option{"list", "", "print the points and stop"},
    cli::Option{"dry-run", "", "print the number of runs, memory, estimated time and runs in the cache, and stop"},
    cli::Option{"cache", "DIR", "cache of results that all sweeps share (default: $FSIN_CACHE or ~/.cache/fsin)"},
    cli::Option{"no-cache", "", "neither use nor fill the cache"},
    cli::Option{"no-series", "", "write no series.csv, which is half of a folder of short runs"},
    cli::Option{"engine", "NAME", "event (default) or reference"},
    allow_deadlock_option,
    cli::Option{"quiet,q", "", "no progress on stderr"}};

struct SweepRequest {
  ExperimentWords words;
  study::SweepOptions options;
  std::optional<std::string> out;
  std::optional<sweep::Cache> cache;
  bool resume = false;
  bool series = true;                ///< series.csv is written
  bool quiet = false;                ///< no progress
  std::vector<std::string> figures;  ///< of the table; empty: the main ones
};

std::optional<study::Shard> parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto number = parse_natural(text.substr(0, slash));
  const auto of = parse_natural(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of || *of > 100000) return std::nullopt;
  return study::Shard{static_cast<unsigned>(*number), static_cast<unsigned>(*of)};
}

void choose_cache(const cli::Arguments& arguments, SweepRequest& request) {
  if (arguments.has("no-cache")) return;
  const std::filesystem::path folder = arguments.text("cache").value_or(sweep::Cache::default_folder().string());
  if (!folder.empty()) request.cache.emplace(folder);
}

std::optional<SweepRequest> read_sweep_request(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  SweepRequest request;
  if (const auto words = experiment_words(arguments, "fsin sweep", diagnostics)) request.words = *words;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  request.options.jobs = static_cast<unsigned>(arguments.natural("jobs", 1, 1024, diagnostics).value_or(cores));
  request.options.engine = engine_option(arguments, diagnostics);
  request.quiet = arguments.has("quiet");
  request.resume = arguments.has("resume");
  request.series = !arguments.has("no-series");
  request.out = arguments.text("out");
  if (const auto text = arguments.text("shard")) {
    const auto shard = parse_shard(*text);
    if (shard) {
      request.options.shard = *shard;
    } else {
      diagnostics.error(Mark("fsin sweep"),
                        fmt::format("--shard {} is not I/N with 1 <= I <= N, e.g. 2/8", in_quotes(*text)));
    }
  }
  request.figures = figure_names(arguments, "fsin sweep", diagnostics);
  choose_cache(arguments, request);
  if (!diagnostics.ok()) return std::nullopt;
  return request;
}

int print_points(const study::SweepPlan& plan) {
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    fmt::print("{:>5}  {}  ({})\n", i, plan.plan.points[i].name, plan.plan.points[i].headline);
  }
  return cli::exit_done;
}

/// "4 runs side by side", "1 run at a time".
std::string side_by_side_text(std::size_t runs) {
  return runs == 1 ? "1 run at a time" : fmt::format("{} runs side by side", runs);
}

int print_dry_run(const study::SweepPlan& plan, const SweepRequest& request) {
  std::size_t runs = 0, cached = 0;
  std::vector<double> to_do;
  const study::SweepMemory memory = study::sweep_memory(plan, request.options);
  const std::vector<double> run_seconds = study::estimated_run_seconds(plan, request.options.engine);
  const unsigned seeds = plan.until ? plan.until->min_runs : plan.plan.seeds;
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    for (std::size_t index = 0; index < seeds; ++index) {
      if (!study::in_shard(plan, request.options.shard, point, index)) continue;
      ++runs;
      const bool known = request.cache && request.cache->has(plan.key(point, plan.seed(index)));
      cached += known ? 1U : 0U;
      if (!known) to_do.push_back(run_seconds[point]);
    }
  }
  fmt::print("points   {}\n", plan.points.size());
  fmt::print("runs     {}{}\n", runs,
             plan.until ? fmt::format(" at least, {} at most", plan.points.size() * plan.plan.seeds) : "");
  fmt::print("cached   {}{}\n", cached, request.cache ? fmt::format(" in {}", request.cache->folder().string()) : "");
  fmt::print("memory   about {} for {}\n", bytes_text(static_cast<std::uint64_t>(memory.estimate.total)),
             side_by_side_text(memory.shape.runs));
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  fmt::print("time     about {} of CPU time, {} with {}{}\n",
             seconds_text(std::accumulate(to_do.begin(), to_do.end(), 0.0)),
             seconds_text(study::side_by_side(to_do, std::min(request.options.jobs, cores))),
             side_by_side_text(request.options.jobs), plan.until ? ", at least" : "");
  return cli::exit_done;
}

int report_outcome(const study::SweepPlan& plan, const study::SweepOutcome& outcome,
                   const std::filesystem::path& folder, const std::vector<std::string>& figures) {
  write_text(report::summary_text(plan.plan, sweep::summaries_of(plan.plan, outcome.runs), figures));
  say("{}: {} simulated, {} from the cache, {} from the folder; results in {}\n", counted(outcome.runs.size(), "run"),
      outcome.simulated, outcome.from_cache, outcome.from_journal, folder.string());
  if (outcome.from_others > 0) {
    say("{} runs in the folder were of another program or other files, and were made again\n", outcome.from_others);
  }
  if (outcome.damaged > 0) say("{} damaged entries of the cache were made again\n", outcome.damaged);
  const int code = code_of(outcome.runs);
  if (!outcome.complete) {
    say("interrupted; go on with the same command and --resume\n");
    return cli::exit_interrupted;
  }
  return code;
}

std::filesystem::path folder_of(const study::SweepPlan& plan, const SweepRequest& request) {
  return request.out.value_or("results/" + plan.plan.name);
}

int carry_out(const study::SweepPlan& plan, SweepRequest& request) {
  const std::filesystem::path folder = folder_of(plan, request);
  report::Progress progress(report::Progress::for_stderr(request.quiet, plan.points.size() * plan.plan.seeds));
  request.options.progress = &progress;
  const report::SweepDone done =
      report::carry_out({.plan = plan,
                         .options = request.options,
                         .cache = request.cache ? &*request.cache : nullptr,
                         .folder = folder,
                         .resume = request.resume,
                         .tables = {.series = request.series},
                         .tell = [](const std::string& line) { say("fsin sweep: {}\n", line); }});
  if (!done.was_complete) return report_outcome(plan, done.outcome, folder, request.figures);
  say("{}: complete; nothing to do\n", folder.string());
  if (!request.series && std::filesystem::exists(folder / "series.csv")) {
    say("fsin sweep: series.csv stays there; nothing needs it, and it may be deleted\n");
  }
  write_text(report::summary_text(plan.plan, sweep::summaries_of(plan.plan, done.outcome.runs), request.figures));
  return code_of(done.outcome.runs);
}

/// A live program has all cores for itself, and what it does depends on more than the files of which results are kept.
void run_alone(SweepRequest& request) {
  request.options.jobs = 1;
  request.cache.reset();
}

int run_sweep(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  auto request = read_sweep_request(arguments, diagnostics);
  std::optional<study::SweepPlan> plan;
  if (request) {
    const std::string engine(config::name_of(engine::engine_names, request->options.engine));
    plan = study::load_sweep(request->words.file, request->words.overrides, engine, diagnostics);
  }
  diagnostics.print(stderr);
  if (!plan) return diagnostics.exit_code();
  if (plan->live) run_alone(*request);
  if (arguments.has("list")) return print_points(*plan);
  try {
    Diagnostics found;  // what there was before has been printed
    report::check_outputs("fsin sweep", *plan, folder_of(*plan, *request), found);
    if (found.ok()) study::admit(*plan, request->options, allows_deadlock(arguments), found);
    found.print(stderr);
    if (!found.ok()) return found.exit_code();
    return arguments.has("dry-run") ? print_dry_run(*plan, *request) : carry_out(*plan, *request);
  } catch (const study::Refused& refused) {
    refused.diagnostics().print(stderr);
    return refused.diagnostics().exit_code();
  } catch (const sweep::SweepError& error) {
    say("fsin sweep: {}\n", error.what());
  } catch (const trgen::record::TraceError& error) {
    say("fsin sweep: {}\n", error.what());
  }
  return cli::exit_input_output;
}

}  // namespace

const cli::Command sweep_command{
    .name = "sweep",
    .summary = "runs many experiments from one file: every combination and seed, on all cores",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "The file is an experiment with a section `sweep`, which lists what varies:\n\n"
        "  sweep:\n"
        "    grid:                                        # every combination\n"
        "      workload.load: [0.1, 0.2, 0.3]             # or {from: 0.1, to: 0.9, step: 0.1}\n"
        "      router:                                    # or named points, each sets any keys\n"
        "        Oblivious 1 VC: {network.preset: oblivious-1vc}\n"
        "        Adaptive 3 VC: {network.preset: adaptive-3vc}\n"
        "    zip: {key: [a, b], other: [c, d]}            # side by side\n"
        "    seeds: 5\n\n"
        "On the command line sweep.grid.KEY=... replaces or adds an axis, sweep.grid.KEY=~ takes it away, and\n"
        "sweep.seeds=N sets the number of runs per point. A key that an axis sets cannot be set by another axis or\n"
        "on the command line.\n\n"
        "With measure.until.relative_error, a point is repeated until its confidence interval is narrow enough. Runs\n"
        "that were done before come from the cache. The folder can be read at any time. After a kill, the same\n"
        "command with --resume continues. Exit code 1 when a run ended in a deadlock, with packets\n"
        "that can never arrive, or at the cycle limit; saturated points are a normal part of a sweep.",
    .examples =
        "  fsin sweep experiments/paper-fig7/exp.yaml\n  fsin sweep exp.yaml measure.cycles=50000 -j 8 --out "
        "results/long\n"
        "  fsin sweep exp.yaml sweep.grid.load='{from: 0.1, to: 0.9, step: 0.1}'\n"
        "  fsin sweep exp.yaml --dry-run\n  fsin sweep exp.yaml --shard 3/16 --out part3 && fsin merge all part*\n",
    .options = sweep_options,
    .run = run_sweep,
    .complete = complete_experiment};

}  // namespace fsin::commands
