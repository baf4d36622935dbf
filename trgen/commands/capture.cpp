// SPDX-License-Identifier: Apache-2.0
// trgen capture: runs an MPI program under the tracing library and makes one trace from the files that its ranks write.
// These files are removed only once the trace is safely written.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "trgen/commands/capture_runs.hpp"
#include "trgen/commands/capture_summary.hpp"
#include "trgen/commands/capture_words.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/linked_mpi.hpp"
#include "trgen/commands/meeting_place.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/work_clock.hpp"
#include "trgen/formats/capture/exit_words.hpp"

namespace trgen::commands {
namespace {

constexpr std::size_t most_problems = 20;

/// The first rank that called exit with another code than 0, or else the first that called it; empty if none did.
std::string exit_of_a_rank(const std::vector<record::Incomplete>& incomplete) {
  std::string words;
  for (const record::Incomplete& each : incomplete) {
    const auto code = formats::capture::exit_code_in(each.why);
    if (!code || (!words.empty() && *code == 0)) continue;
    words = fmt::format("rank {} called exit({}) before MPI_Finalize", each.rank, *code);
    if (*code != 0) return words;
  }
  return words;
}

/// How the program ended: mpiexec has a code of its own where ranks end in different ways.
std::string ending_of(const Runs& runs, const std::vector<record::Incomplete>& incomplete) {
  const std::string rank = exit_of_a_rank(incomplete);
  if (!runs.ending.interrupted && !rank.empty()) return fmt::format("{}; mpiexec {}", rank, ending_words(runs.ending));
  return fmt::format("the program {}", ending_words(runs.ending));
}

void say_what_was_missed(const Runs& runs, const CapturePlan& plan, const MpiInstall& mpi,
                         const record::TraceSource& trace) {
  const bool regular = std::any_of(trace.notes().comments.begin(), trace.notes().comments.end(),
                                   [](const std::string& each) { return each.starts_with("# regular trace"); });
  if (regular && mpi.patched) {
    say_capture(
        "the program did not load the patched library {}, so the messages inside collectives are missing; ldd shows "
        "whether another library is built into it",
        mpi.libraries.string());
  }
  if (trace.notes().clock != plan.clock)
    say_capture("the trace has the clock {}, not {}", trace.notes().clock, plan.clock);
  if (runs.ending.code != 0 || runs.ending.interrupted) {
    say_capture("{}; {}", ending_of(runs, trace.notes().incomplete),
                trace.notes().incomplete.empty() ? "the trace is complete" : "the trace is marked incomplete");
  } else if (!trace.notes().incomplete.empty() && raw_loss(runs.first, trace.ranks()).ranks == 0) {
    say_capture("{}, but {} of {} ranks left no whole record; the trace is marked incomplete",
                ending_of(runs, trace.notes().incomplete), grouped(trace.notes().incomplete.size()),
                grouped(trace.ranks()));
  }
}

/// Names the file systems that were full, quotas and limits included.
void say_what_had_no_room(const Runs& runs, const record::TraceSource& trace) {
  const RawLoss loss = raw_loss(runs.first, trace.ranks());
  if (loss.ranks == 0) return;
  const std::string cause = loss.error == EFBIG    ? "the limit on the size of a file (ulimit -f) was reached in"
                            : loss.error == EDQUOT ? "the disk quota was used up in"
                                                   : "there was no room left in";
  const std::string records = loss.records == 0 && !loss.counted
                                  ? "records"
                                  : fmt::format("{}{} records", loss.counted ? "" : "at least ", grouped(loss.records));
  say_capture(
      "{} {}: {} of {} ranks stopped recording; {} are missing, and the trace is marked incomplete; point "
      "TMPDIR to a folder with more room, or name one with --keep-raw DIR (40 bytes a record)",
      cause, runs.first.string(), grouped(loss.ranks), grouped(trace.ranks()), records);
}

/// Bytes of the trace, with the files that a list of files names.
std::uint64_t bytes_written(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::uint64_t bytes = fs::file_size(path, error);
  if (!is_ti_name(path)) return bytes;
  for (fs::directory_iterator each(path + "_files", error), end; !error && each != end; each.increment(error))
    bytes += each->file_size(error);
  return bytes;
}

/// Makes the trace and prints a summary of it. Once `safe` has been called, the trace no longer needs the files of the
/// ranks.
template <class Safe>
int make_trace(const Runs& runs, const CapturePlan& plan, const MpiInstall& mpi, Safe safe) {
  const auto trace = combined(runs, plan);
  print_warnings(trace->warnings());
  record::Losses losses;
  if (plan.time_independent) {
    formats::ti::write_calls(*trace, plan.output, work_of(trace->notes().clock, plan.rate, "capture"), losses);
  } else {
    losses = formats::write_trace(*trace, plan.output);
  }
  formats::settle(plan.output);
  safe();
  print_losses(plan.output, losses, lost_in_writing);
  const CheckResult check = CausalCheck(*trace, most_problems).run();
  print_capture(plan.output, bytes_written(plan.output), *trace, tally_of(*trace), check);
  say_what_was_missed(runs, plan, mpi, *trace);
  say_what_had_no_room(runs, *trace);
  if (runs.ending.interrupted) return exit_interrupted;
  if (!check.problems.empty()) return exit_input_output;
  return runs.whole() && runs.agree ? exit_done : exit_outcome;
}

/// Runs the program and makes the trace. If that fails, the message says where the records are.
int run_and_merge(const CapturePlan& plan, const MpiInstall& mpi, const Signals& signals, RawFolder& raw) {
  try {
    const Runs runs = run_all(plan, mpi, raw, signals);
    const CleanUp cleanup = guard(raw, plan, runs.ending.interrupted);
    return make_trace(runs, plan, mpi, [&] { raw.release(); });
  } catch (const record::TraceError& error) {
    const std::string kept = raw.disposable() ? "" : rescue_words(raw.path(), plan.output, merge_options(plan));
    if (kept.empty()) throw;
    throw record::TraceError(fmt::format("{}\ntrgen capture: {}", error.what(), kept));
  } catch (...) {
    const std::string kept = raw.disposable() ? "" : rescue_words(raw.path(), plan.output, merge_options(plan));
    if (!kept.empty()) say_capture("{}", kept);
    throw;
  }
}

int merge(CapturePlan plan) {
  const Signals signals;
  const CleanUp cleanup({plan.output + ".partial"}, "nothing was written", false);
  const Runs runs = runs_left_in(*plan.merge, plan);
  plan.clock = runs.traces.front()->notes().clock;
  const int code = make_trace(runs, plan, {}, [] {});
  say_capture("{} still has the files of the ranks; remove it when the trace is what you want", *plan.merge);
  return code;
}

int run_capture(const Arguments& arguments) {
  const CapturePlan plan = capture_plan(arguments);
  if (plan.merge) return merge(plan);
  const MpiInstall mpi = find_mpi(plan.mpi);
  if (!mpi.patched) {
    say_capture(
        "{} is not patched: this will be a regular trace, collectives without their messages; mpich-patches/build.sh "
        "makes a patched one",
        mpi.origin);
  }
  check_meeting_place(plan.meeting_place);
  check_linked_mpi(plan, mpi);
  const Signals signals;
  RawFolder raw(plan.raw, plan.ranks);
  return run_and_merge(plan, mpi, signals, raw);
}

constexpr std::array capture_options{
    Option{"ranks,n", "N", "number of ranks"},
    Option{"clock", "NAME", "clock of the records: cpu (CPU time of each process), wall or instructions (default cpu)"},
    Option{"output,o", "FILE", "trace to write; its name selects format and compression (default trace.txt.zst)"},
    Option{"time-independent", "",
           "write amounts of work and calls (.ti) in place of times and messages inside collectives"},
    Option{"rate", "SPEED",
           "with --time-independent: instructions a second of this machine, e.g. '2 Gips' (default: measured where "
           "instructions are not counted)"},
    Option{"repeat", "K", "run the program K times and keep the shortest of each CPU burst (default 1)"},
    Option{"keep", "WHICH", "with --repeat: keep the min or the median of each CPU burst (default min)"},
    Option{"keep-raw", "DIR", "record into this folder and keep the files of the ranks there"},
    Option{"merge", "DIR", "run no program; make the trace from the files of ranks in this folder"},
    Option{"mpi", "PREFIX", "prefix of the MPICH to run on (default $TRGEN_MPI, else build/mpich)"},
    Option{"env", "NAME=VALUE", "environment variable for the ranks; may be repeated", true}};

}  // namespace

const Command capture_command{
    .name = "capture",
    .summary = "runs an MPI program and writes the trace of its messages and CPU bursts",
    .usage =
        "-n N [options] -- PROGRAM ARGS\n       trgen capture --merge DIR [-o FILE] [--keep WHICH] [--time-independent "
        "[--rate SPEED]]",
    .description =
        "Runs the program on N ranks with the patched MPICH that mpich-patches/build.sh makes, under the tracing\n"
        "library, and merges the files that the ranks write into one checked and compressed trace, which includes\n"
        "the messages inside collectives. Programs linked with Debian's MPICH run without being rebuilt. On an\n"
        "MPICH without the patches, the trace lacks the messages inside collectives, and a warning says so.\n\n"
        "The default clock is the CPU time of each rank, so that many ranks can share few cores. Sharing disturbs\n"
        "single CPU bursts; --repeat checks that the records of K captures agree and keeps the shortest (or the\n"
        "median) of each burst. If the program dies or is stopped by Ctrl-C, the trace is written and marked\n"
        "incomplete.\n"
        "With --time-independent, the trace has amounts of work in place of CPU bursts: instructions where the "
        "machine\n"
        "counts them, else CPU time multiplied by a rate. Collectives are calls, also on an MPICH without the "
        "patches.\n"
        "The ranks write to $TMPDIR or /tmp, 40 bytes a record; these files are removed once the trace is safely\n"
        "written. If it cannot be written, they stay, and --merge DIR makes the trace from them later. A rank that\n"
        "has no room left stops recording and is marked incomplete; the program continues.\n"
        "Exit code 1: the program did not end well, or captures differ; the trace is written.",
    .examples =
        "  trgen capture -n 16 -- ./solver input.dat\n  trgen capture -n 64 --repeat 5 -o solver.txt.zst -- ./solver\n"
        "  trgen capture -n 4 --clock wall --env MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE=0 -- ./solver\n"
        "  trgen capture -n 64 --time-independent -o solver.ti -- ./solver\n"
        "  trgen capture --merge /tmp/trgen-capture-a1b2c3 -o solver.txt.zst\n",
    .options = capture_options,
    .run = run_capture};

}  // namespace trgen::commands
