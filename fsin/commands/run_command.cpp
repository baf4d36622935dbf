// SPDX-License-Identifier: Apache-2.0
// fsin run: an experiment from file to result.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/allow_deadlock_option.hpp"
#include "fsin/commands/checkpoint_option.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/engine_option.hpp"
#include "fsin/commands/experiment_inputs.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/outcome_code.hpp"
#include "fsin/commands/output_check.hpp"
#include "fsin/commands/packet_log_option.hpp"
#include "fsin/commands/processes_check.hpp"
#include "fsin/commands/profile_option.hpp"
#include "fsin/commands/threads_option.hpp"
#include "fsin/commands/timeline_option.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/host.hpp"
#include "fsin/core/say.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/forecast/memory_estimate.hpp"
#include "fsin/forecast/thread_count.hpp"
#include "fsin/report/progress.hpp"
#include "fsin/report/run_folder.hpp"
#include "fsin/report/run_outputs.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/original_domain.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/study/provenance.hpp"
#include "trgen/record/source.hpp"

namespace fsin::commands {
namespace {

constexpr std::array run_options{
    cli::Option{"seed", "N", "seed of the first run (key measure.seed)"},
    cli::Option{"seeds", "N", "number of runs, each with the next seed (key measure.seeds)"},
    cli::Option{"jobs,j", "N", "number of runs at a time, each in a thread of its own (default 1)"},
    cli::Option{"json", "FILE", "write the result as JSON; - (or /dev/stdout) prints it instead of the text"},
    cli::Option{"out", "DIR",
                "write tables, JSON lines and the resolved configuration into DIR, which fsin report reads"},
    cli::Option{"timeline", "FILE",
                "write what each rank did and when each message travelled: .json for Perfetto, .paje for ViTE"},
    cli::Option{"timeline-cycles", "A-B", "with --timeline: only these cycles of the run"},
    cli::Option{"timeline-ranks", "A-B", "with --timeline: only these ranks and the messages between them"},
    cli::Option{"timeline-shortest", "N", "with --timeline: join spans of fewer than N cycles to the span before"},
    cli::Option{"timeline-every", "N", "with --timeline: only one message in N"},
    profile_option,
    critical_path_option,
    packet_log_option,
    cli::Option{"engine", "NAME", "event (default) or reference"},
    cli::Option{
        "rng", "NAME",
        "philox (default) or original: C rand() in the call order of the original simulator, reference engine only"},
    cli::Option{
        "threads", "N",
        "maximum number of threads of one run (default 1); the result is the same, and small networks use fewer"},
    force_threads_option,
    cli::Option{"checkpoint", "DIR",
                "save the state in DIR regularly; after a kill, the same command continues from there"},
    cli::Option{"checkpoint-every", "S", "seconds between two checkpoints (default 600)"},
    allow_deadlock_option,
    cli::Option{"check", "", "verify the simulator's invariants during the run; slower"},
    cli::Option{"quiet,q", "", "no progress on stderr"}};

constexpr std::array<std::string_view, 2> rng_words{"philox", "original"};
constexpr std::uint64_t most_jobs = 1024;

struct RunRequest {
  ExperimentWords words;
  run::RunOptions options;
  std::string rng;
  std::optional<std::string> json;
  std::optional<std::string> out;
  std::optional<TimelineRequest> timeline;
  std::optional<std::string> packet_log;
  std::optional<CheckpointRequest> checkpoint;
  bool force_threads = false;
};

void read_options(const cli::Arguments& arguments, RunRequest& request, Diagnostics& diagnostics) {
  const Mark mark("fsin run");
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  if (const auto seed = arguments.natural("seed", 0, any, diagnostics)) {
    request.words.overrides.push_back(fmt::format("measure.seed={}", *seed));
  }
  if (const auto seeds = arguments.natural("seeds", 1, 100000, diagnostics)) {
    request.words.overrides.push_back(fmt::format("measure.seeds={}", *seeds));
  }
  request.options.parallel = static_cast<unsigned>(arguments.natural("jobs", 1, most_jobs, diagnostics).value_or(1));
  request.options.engine = engine_option(arguments, diagnostics);
  const bool reference = request.options.engine == engine::EngineKind::reference;
  request.rng = arguments.word("rng", rng_words, "philox", diagnostics);
  request.options.threads = threads_option(arguments, diagnostics);
  request.force_threads = arguments.has("force-threads");
  if (request.options.threads > 1 && reference) {
    diagnostics.error(mark, "the reference engine has one thread; leave --threads out, or use --engine event");
  }
  if (request.rng == "original" && !reference) {
    diagnostics.error(mark,
                      "--rng original needs the call order of the original, which only the reference engine has; "
                      "add --engine reference");
  }
  request.options.original_rng = request.rng == "original";
  request.options.check = arguments.has("check");
  request.options.quiet = arguments.has("quiet");
  request.json = arguments.text("json");
  request.out = arguments.text("out");
  request.timeline = timeline_request(arguments, diagnostics);
  request.packet_log = arguments.text("packet-log");
  request.checkpoint = checkpoint_request(arguments, diagnostics);
  read_profile_options(arguments, request.options);
  request.options.detail = request.out.has_value();
}

/// Before the topology is built, with the trace open. Processes agree: none may wait for one that has given up.
void check_memory(const run::RunOptions& how, const experiment::LoadedExperiment& loaded,
                  const run::sources::WorkloadFactory& workloads, engine::Processes* processes,
                  Diagnostics& diagnostics) {
  forecast::RunShape shape{how.engine, std::min(how.parallel, loaded.experiment.measure.seeds), how.threads};
  shape.detail = how.detail;
  if (processes != nullptr) shape.processes = processes->count();
  try {
    const forecast::MemoryEstimate estimate =
        forecast::estimate_memory(loaded.experiment, workloads, shape, process_memory());
    forecast::check_fits(estimate, shape, memory_limit(), loaded.document.mark("network.topology"), diagnostics);
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
  }
  if (processes == nullptr) return;
  const unsigned against = engine::first_against(*processes, diagnostics.ok());
  if (!diagnostics.ok() || against == processes->count()) return;
  diagnostics.error(Mark("fsin run"),
                    fmt::format("process {} has no memory for its part of the run; start more of them, or one on a "
                                "machine with more",
                                against));
}

/// A state belongs to a number of threads, and may be continued on a machine with fewer cores.
void choose_threads(RunRequest& request, const experiment::Experiment& experiment,
                    const run::sources::WorkloadFactory& workloads, Diagnostics& diagnostics) {
  if (request.force_threads) return;
  run::RunOptions& how = request.options;
  const forecast::ThreadChoice choice =
      forecast::useful_threads(how.threads, experiment, workloads, std::min(how.parallel, experiment.measure.seeds),
                               request.checkpoint ? 0 : forecast::usable_cores());
  how.threads = choice.threads;
  if (!choice.why.empty()) diagnostics.warning(Mark("fsin run"), choice.why);
}

std::optional<RunRequest> read_run_request(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  RunRequest request;
  const auto words = experiment_words(arguments, "fsin run", diagnostics);
  if (words) request.words = *words;
  read_options(arguments, request, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return request;
}

/// Nothing that is read may be overwritten, nor one output by another.
void check_outputs(const RunRequest& request, const experiment::Experiment& experiment, Diagnostics& diagnostics) {
  OutputCheck check("fsin run");
  check.reads("the experiment", request.words.file);
  add_inputs(experiment, check);
  if (request.json) check.writes("--json", *request.json);
  if (request.timeline) check.writes("--timeline", request.timeline->file);
  if (request.packet_log) check.writes("--packet-log", *request.packet_log);
  if (request.out) check.writes_into("--out", *request.out, report::run_folder_files());
  if (request.checkpoint) check.writes_into("--checkpoint", request.checkpoint->path, run::checkpoint_files());
  check.check(diagnostics);
}

report::WantedOutputs wanted_outputs(const RunRequest& request, const experiment::Experiment& experiment,
                                     const run::sources::WorkloadFactory& workloads) {
  report::WantedOutputs wanted{request.words.file, request.json, request.out, {}};
  for (const auto& file : workloads.files()) {
    if (experiment.has_ranks()) wanted.traces[file.path.filename().string()] = file.digest;
  }
  return wanted;
}

}  // namespace

int run_experiment(const cli::Arguments& arguments, engine::Processes* processes) {
  Diagnostics diagnostics;
  auto request = read_run_request(arguments, diagnostics);
  std::optional<experiment::LoadedExperiment> loaded;
  if (request) loaded = experiment::load_experiment(request->words.file, request->words.overrides, diagnostics);
  if (loaded && loaded->experiment.measure.until.relative_error) {
    diagnostics.error(loaded->document.mark("measure.until.relative_error"),
                      "fsin run makes a fixed number of runs; use fsin sweep, or set measure.seeds instead");
  }
  if (loaded && request->timeline) check_timeline(*loaded, diagnostics);
  if (loaded && request->packet_log)
    check_packet_log(loaded->experiment, request->options, request->checkpoint.has_value(), diagnostics);
  if (loaded && request->checkpoint) {
    check_checkpoint(loaded->experiment, request->options, request->timeline.has_value(), diagnostics);
  }
  if (loaded) check_profile(loaded->experiment, request->options, request->checkpoint.has_value(), diagnostics);
  if (loaded && processes != nullptr) {
    const bool files = request->timeline || request->packet_log || request->out;
    check_processes(request->options, files, loaded->experiment, diagnostics);
  }
  if (loaded && request->options.original_rng) run::check_original_domain(*loaded, diagnostics);
  std::optional<run::sources::WorkloadFactory> workloads;
  if (loaded && diagnostics.ok())
    workloads = run::sources::WorkloadFactory::open(*loaded, request->options.original_rng, diagnostics);
  if (workloads) check_path(*workloads, request->options, diagnostics);
  if (workloads) check_outputs(*request, loaded->experiment, diagnostics);
  if (workloads) choose_threads(*request, loaded->experiment, *workloads, diagnostics);
  if (workloads) check_memory(request->options, *loaded, *workloads, processes, diagnostics);
  const bool reports = processes == nullptr || processes->self() == 0;  // what all processes find alike, one says
  if (reports) diagnostics.print(stderr);
  if (!diagnostics.ok() || !workloads) return diagnostics.exit_code();

  const experiment::Experiment& experiment = loaded->experiment;
  const topology::Topology topology = experiment::built_network(experiment.network);
  Diagnostics of_links;
  experiment::check_built(*loaded, topology, of_links);
  if (of_links.ok()) forecast::refuse_cut_off(*loaded, topology, of_links);
  if (of_links.ok() && !allows_deadlock(arguments)) forecast::refuse_deadlock(*loaded, topology, of_links);
  if (reports) of_links.print(stderr);
  if (!of_links.ok()) return of_links.exit_code();
  const report::WantedOutputs wanted = wanted_outputs(*request, experiment, *workloads);
  if (reports) report::prepare_outputs(wanted);
  run::RunOptions how = request->options;
  result::ExperimentResult result = run::described(
      experiment, study::origin_of(*workloads, config::name_of(engine::engine_names, how.engine), request->rng));
  result.shows_profile = how.profile;
  std::unique_ptr<timeline::Recorder> timeline;
  if (request->timeline) timeline = open_timeline(*request->timeline, experiment);
  how.timeline = timeline.get();
  how.processes = processes;
  if (!reports) how.quiet = true;
  report::Progress progress(report::Progress::for_stderr(how.quiet, experiment.measure.seeds));
  how.progress = &progress;
  std::unique_ptr<run::CheckpointDirectory> checkpoint;
  if (request->checkpoint) {
    Diagnostics found;  // what there was before has been printed
    checkpoint = open_checkpoint(*request->checkpoint, how, result, workloads->digest_of_files(), found);
    if (reports) found.print(stderr);
    if (!checkpoint) return found.exit_code();
    how.checkpoint = checkpoint.get();
  }
  std::optional<report::RunOutputs> outputs;
  if (reports) outputs.emplace(wanted, result);
  try {
    const auto packet_log = open_packet_log(request->packet_log, experiment);
    how.packet_log = packet_log.get();
    run::run_replications(experiment, topology, *workloads, how, [&](const result::RunResult& run) {
      result.runs.add(run);
      if (outputs) outputs->add(result, run);
    });
    if (packet_log) packet_log->finish();
  } catch (const trgen::record::TraceError& error) {
    say("fsin: {}\n", error.what());
    return cli::exit_input_output;
  }
  if (timeline && result.runs.first() != nullptr) timeline->finish(result.runs.first()->record.totals.cycles);
  if (outputs) outputs->finish(result);
  if (reports && checkpoint) close_checkpoint(*checkpoint, result);
  return outcome_code(result);
}

const cli::Command run_command{
    .name = "run",
    .summary = "simulates an experiment and prints its figures",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "Simulates what the file describes. Any key can be changed on the command line, by its whole path or the\n"
        "end of it where that is unique. A preset given there beats what the file writes. Ctrl-C stops and writes\n"
        "what there is, marked as partial. A network that can deadlock is not simulated unless --allow-deadlock is\n"
        "given.\n\n"
        "exit code: 0 done, 1 the outcome was not normal (deadlock, packets that can never\n"
        "arrive, saturated, cycle limit), 2 usage or\n"
        "configuration, 3 a file or a trace, 130 interrupted.",
    .examples =
        "  fsin run exp.yaml\n  fsin run exp.yaml workload.load=0.6 --seeds 10 -j 4\n"
        "  fsin run exp.yaml preset=adaptive-3vc --json result.json --out results/adaptive\n"
        "  fsin run exp.yaml --json - -q | jq .load.accepted\n"
        "  fsin run exp.yaml --timeline t.json --timeline-cycles 0-50000    # open in ui.perfetto.dev\n"
        "  fsin run exp.yaml --critical-path    # where the time goes\n"
        "  fsin run long.yaml --checkpoint states    # after a kill, the same command continues\n",
    .options = run_options,
    .run = [](const cli::Arguments& arguments) { return run_experiment(arguments, nullptr); }};

}  // namespace fsin::commands
