// SPDX-License-Identifier: Apache-2.0
// trgen capture: runs an MPI program under the tracing library and makes one trace of what its ranks leave.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "trgen/app/capture_runs.hpp"
#include "trgen/app/capture_summary.hpp"
#include "trgen/app/command.hpp"
#include "trgen/app/meeting_place.hpp"
#include "trgen/app/report.hpp"

namespace trgen::app {
namespace {

constexpr std::size_t most_problems = 20;

void say_what_was_missed(const Runs& runs, const CapturePlan& plan, const MpiInstall& mpi,
                         const record::TraceSource& trace) {
  const bool regular = std::any_of(trace.notes().comments.begin(), trace.notes().comments.end(),
                                   [](const std::string& each) { return each.starts_with("# regular trace"); });
  if (regular && mpi.patched) {
    say_capture(
        "the program did not use the patched library {} (is its path built in? see ldd), so collectives are without "
        "their messages",
        mpi.libraries.string());
  }
  if (trace.notes().clock != plan.clock) say_capture("the clock is {}, not {}", trace.notes().clock, plan.clock);
  if (runs.ending.code != 0 || runs.ending.interrupted) {
    say_capture("the program {}; {}", ending_words(runs.ending),
                trace.notes().incomplete.empty() ? "the trace is complete" : "the trace is marked incomplete");
  }
}

int run(const Arguments& arguments) {
  const CapturePlan plan = capture_plan(arguments);
  const MpiInstall mpi = find_mpi(plan.mpi);
  if (!mpi.patched) {
    say_capture(
        "{} is not patched: this will be a regular trace, collectives without their messages; mpich-patches/build.sh "
        "makes a patched one",
        mpi.origin);
  }
  check_meeting_place(plan.meeting_place);
  const Signals signals;
  const RawFolder raw(plan.raw);
  const Runs runs = run_all(plan, mpi, raw, signals);

  std::vector<std::filesystem::path> to_remove = raw.to_remove();
  to_remove.emplace_back(plan.output + ".partial");
  const CleanUp cleanup(to_remove, runs.ending.interrupted);
  const auto trace = combined(runs, plan);
  print_warnings(trace->warnings());
  print_losses(plan.output, formats::write_trace(*trace, plan.output), lost_in_writing);
  const CheckResult check = CausalCheck(*trace, most_problems).run();
  std::error_code error;
  print_capture(plan.output, std::filesystem::file_size(plan.output, error), *trace, tally_of(*trace), check);
  say_what_was_missed(runs, plan, mpi, *trace);
  if (runs.ending.interrupted) return exit_interrupted;
  if (!check.problems.empty()) return exit_trace;
  return runs.whole() && runs.agree ? exit_done : exit_outcome;
}

constexpr std::array options{
    Option{"ranks,n", "N", "ranks of the program"},
    Option{"clock", "NAME", "cpu (process CPU time), wall or instructions (cpu)"},
    Option{"output,o", "FILE", "the trace; format and compression by its name (trace.txt.zst)"},
    Option{"repeat", "K", "capture K times and keep the least of each burst (1)"},
    Option{"keep", "WHICH", "of --repeat: min or median of each burst (min)"},
    Option{"keep-raw", "DIR", "keep the files of the ranks in this folder"},
    Option{"mpi", "PREFIX", "the MPICH to run on (TRGEN_MPI, else build/mpich)"},
    Option{"env", "NAME=VALUE", "set for the ranks; may be given several times", true}};

}  // namespace

const Command capture_command{
    .name = "capture",
    .summary = "runs an MPI program and writes the trace of its messages and CPU bursts",
    .usage = "-n N [options] -- PROGRAM ARGS",
    .description =
        "Runs the program on N ranks with the patched MPICH that mpich-patches/build.sh makes, under the tracing\n"
        "library, and merges what the ranks leave into one checked and compressed trace; the messages inside\n"
        "collectives are in it. Programs linked with Debian's MPICH run as they are. On an MPICH without the patches\n"
        "the trace is a regular one, collectives without their messages, and a line says so.\n\n"
        "The default clock is the CPU time of each rank, so that many ranks can share few cores. What that costs in\n"
        "precision --repeat takes away: it checks that the records of K captures agree and keeps the least (or the\n"
        "median) of each time. A program that dies, or Ctrl-C, leaves a trace that is marked incomplete.\n"
        "Files of the ranks: $TMPDIR or /tmp, 40 bytes a record, removed in the end.\n"
        "Exit code 1: the program did not end well, or captures differ; the trace is written.",
    .examples =
        "  trgen capture -n 16 -- ./solver input.dat\n  trgen capture -n 64 --repeat 5 -o solver.txt.zst -- ./solver\n"
        "  trgen capture -n 4 --clock wall --env MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE=0 -- ./solver\n",
    .options = options,
    .run = run};

}  // namespace trgen::app
