// SPDX-License-Identifier: Apache-2.0
// fsin run: an experiment from file to result.
#include <fmt/format.h>

#include <algorithm>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/outcome_code.hpp"
#include "fsin/commands/processes_check.hpp"
#include "fsin/commands/run_request.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/host.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/say.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/thread_count.hpp"
#include "fsin/report/progress.hpp"
#include "fsin/report/run_folder.hpp"
#include "fsin/report/run_outputs.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/original_domain.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/sources/live.hpp"
#include "fsin/study/provenance.hpp"
#include "fsin/sweep/result_files.hpp"
#include "trgen/record/source.hpp"

namespace fsin::commands {
namespace {

/// A state belongs to a number of threads, and may be continued on a machine with fewer cores.
void choose_threads(RunRequest& request, const run::Prepared& prepared, Diagnostics& diagnostics) {
  if (request.force_threads) return;
  run::RunOptions& how = request.options;
  const forecast::ThreadChoice choice =
      forecast::useful_threads(how.threads, prepared, std::min(how.parallel, prepared.experiment().measure.seeds),
                               request.checkpoint ? 0 : forecast::usable_cores());
  how.threads = choice.threads;
  if (!choice.why.empty()) diagnostics.warning(Mark("fsin run"), choice.why);
}

/// Nothing that is read may be overwritten, nor one output by another.
void check_outputs(const RunRequest& request, const run::Prepared& prepared, Diagnostics& diagnostics) {
  OutputCheck check("fsin run");
  check.reads(prepared.inputs().names());
  if (request.json) check.writes("--json", *request.json);
  if (request.timeline) check.writes("--timeline", request.timeline->file);
  if (request.packet_log) check.writes("--packet-log", *request.packet_log);
  if (request.message_log) check.writes("--message-log", *request.message_log);
  if (request.out) check.writes_into("--out", *request.out, sweep::result_files(sweep::Folder::run));
  if (request.checkpoint) check.writes_into("--checkpoint", request.checkpoint->path, run::checkpoint_files());
  if (const sources::Writing* writing = prepared.source->writing()) {
    for (const auto& each : writing->written()) check.writes(each.key, each.file);
  }
  check.check(diagnostics);
}

report::WantedOutputs wanted_outputs(const RunRequest& request, const run::Prepared& prepared) {
  report::WantedOutputs wanted{request.words.source(), request.json, request.out, {}};
  for (const auto& file : prepared.source->files()) {
    if (prepared.experiment().has_ranks()) wanted.traces[file.path.filename().string()] = file.digest;
  }
  return wanted;
}

/// What the options ask for that this experiment, or this number of processes, cannot give.
void check_request(const RunRequest& request, const experiment::LoadedExperiment& loaded, engine::Processes* processes,
                   Diagnostics& diagnostics) {
  const experiment::Experiment& experiment = loaded.experiment;
  const bool checkpoint = request.checkpoint.has_value();
  if (experiment.measure.until.relative_error) {
    diagnostics.error(loaded.document.mark("measure.until.relative_error"),
                      "fsin run makes a fixed number of runs; use fsin sweep, or set measure.seeds instead");
  }
  if (request.timeline) check_timeline(loaded, diagnostics);
  if (request.packet_log) check_packet_log(experiment, request.options, checkpoint, diagnostics);
  if (request.message_log) check_message_log(experiment, checkpoint, diagnostics);
  if (checkpoint) check_checkpoint(experiment, request.options, request.timeline.has_value(), diagnostics);
  check_profile(experiment, request.options, checkpoint, diagnostics);
  if (processes != nullptr) {
    const bool files = request.timeline || request.packet_log || request.message_log || request.out;
    check_processes(request.options, files, experiment, diagnostics);
  }
  if (request.options.original_rng) run::check_original_domain(loaded, diagnostics);
}

/// Everything but the network is ready. Empty after an error; others are in `diagnostics`.
std::optional<run::Prepared> prepare(RunRequest& request, engine::Processes* processes, Diagnostics& diagnostics) {
  if (processes != nullptr && request.words.from_standard_input()) {
    diagnostics.error(Mark("fsin run"), "only one of several processes has standard input; give the name of a file");
    return std::nullopt;
  }
  auto loaded = experiment::load_experiment(request.words.file, request.words.overrides, diagnostics);
  if (!loaded) return std::nullopt;
  check_request(request, *loaded, processes, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  auto prepared = run::prepare(std::move(*loaded), request.options.original_rng, diagnostics);
  if (!prepared) return std::nullopt;
  run::tell_unheeded(*prepared, diagnostics);
  check_path(*prepared->source, request.options, diagnostics);
  if (request.message_log) check_messages_of(*prepared->source, diagnostics);
  check_outputs(request, *prepared, diagnostics);
  choose_threads(request, *prepared, diagnostics);
  return prepared;
}

forecast::Admission admission_of(const RunRequest& request, const run::Prepared& prepared, bool allow_deadlock,
                                 engine::Processes* processes) {
  const run::RunOptions& how = request.options;
  forecast::Admission admission{
      .shape = {how.engine, std::min(how.parallel, prepared.experiment().measure.seeds), how.threads},
      .allow_deadlock = allow_deadlock,
      .processes = processes};
  admission.shape.detail = how.detail;
  if (processes != nullptr) admission.shape.processes = processes->count();
  return admission;
}

/// The runs, and what is written of them. `reports`: this process does so, of several that find the same.
int run_prepared(const RunRequest& request, const run::Prepared& prepared, engine::Processes* processes, bool reports) {
  const experiment::Experiment& experiment = prepared.experiment();
  const report::WantedOutputs wanted = wanted_outputs(request, prepared);
  if (reports) report::prepare_outputs(wanted);
  run::RunOptions options = request.options;
  result::ExperimentResult result = run::described(
      experiment, study::origin_of(prepared, config::name_of(engine::engine_names, options.engine), request.rng));
  result.shows_profile = options.profile;
  if (wanted.json || wanted.out || request.checkpoint) result.inputs = prepared.inputs().list();
  std::unique_ptr<timeline::Recorder> timeline;
  if (request.timeline) timeline = open_timeline(*request.timeline, prepared);
  options.timeline = timeline.get();
  options.processes = processes;
  if (!reports) options.quiet = true;
  report::Progress progress(report::Progress::for_stderr(options.quiet, experiment.measure.seeds));
  options.progress = &progress;
  std::unique_ptr<run::CheckpointDirectory> checkpoint;
  if (request.checkpoint) {
    Diagnostics found;  // what there was before has been printed
    checkpoint = open_checkpoint(*request.checkpoint, options, result, found);
    if (reports) found.print(stderr);
    if (!checkpoint) return found.exit_code();
    options.checkpoint = checkpoint.get();
  }
  std::optional<report::RunOutputs> outputs;
  if (reports) outputs.emplace(wanted, result);
  try {
    const auto packet_log = open_packet_log(request.packet_log, prepared.facts);
    options.packet_log = packet_log.get();
    std::unique_ptr<run::MessageFile> messages;
    if (request.message_log) messages = std::make_unique<run::MessageFile>(*request.message_log);
    options.message_file = messages.get();
    run::run_replications(prepared, options, [&](const result::RunResult& run) {
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

}  // namespace

int run_experiment(const cli::Arguments& arguments, engine::Processes* processes, const ExperimentWords* words) {
  Diagnostics diagnostics;
  auto request = read_run_request(arguments, words, diagnostics);
  std::optional<run::Prepared> prepared;
  if (request) prepared = prepare(*request, processes, diagnostics);
  const bool admitted =
      prepared &&
      forecast::admit(*prepared, admission_of(*request, *prepared, allows_deadlock(arguments), processes), diagnostics);
  const bool reports = processes == nullptr || processes->self() == 0;  // what all processes find alike, one says
  if (reports) diagnostics.print(stderr);
  if (!admitted) return diagnostics.exit_code();
  return run_prepared(*request, *prepared, processes, reports);
}

const cli::Command run_command{
    .name = "run",
    .summary = "simulates an experiment and prints its figures",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "Simulates what the file describes. Any key can be changed on the command line, by its whole path or the\n"
        "end of it where that is unique. A preset given there beats what the file writes. With - in place of the "
        "file,\n"
        "the experiment is read from standard input. Ctrl-C stops and writes what there is, marked as partial. A\n"
        "network that can deadlock is not simulated unless --allow-deadlock is given.\n\n"
        "exit code: 0 done, 1 the outcome was not normal (deadlock, packets that can never\n"
        "arrive, saturated, cycle limit), 2 usage or\n"
        "configuration, 3 a file or a trace, 130 interrupted.",
    .examples =
        "  fsin run exp.yaml\n  fsin run exp.yaml workload.load=0.6 --seeds 10 -j 4\n"
        "  fsin run exp.yaml preset=adaptive-3vc --json result.json --out results/adaptive\n"
        "  fsin run exp.yaml --json - -q | jq .load.accepted\n"
        "  fsin run exp.yaml --timeline t.json --timeline-cycles 0-50000    # open in ui.perfetto.dev\n"
        "  fsin run exp.yaml --critical-path    # where the time goes\n"
        "  generate-experiment | fsin run - load=0.2    # read from standard input\n"
        "  fsin run long.yaml --checkpoint states    # after a kill, the same command continues\n",
    .options = run_options,
    .run = [](const cli::Arguments& arguments) { return run_experiment(arguments, nullptr); },
    .complete = complete_experiment};

}  // namespace fsin::commands
