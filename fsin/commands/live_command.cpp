// SPDX-License-Identifier: Apache-2.0
// fsin live: an MPI program run here and now over the network of an experiment. It writes the keys of `workload: {type:
// live}` and is fsin run from there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/commands/command.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/run_request.hpp"
#include "fsin/core/text.hpp"

namespace fsin::commands {
namespace {

/// The options of fsin run that have a meaning for a program that runs but once.
constexpr std::array options_of_run{"seed",     "seeds",           "json",           "out",
                                    "timeline", "timeline-cycles", "timeline-ranks", "timeline-every",
                                    "profile",  "critical-path",   "engine",         "allow-deadlock",
                                    "check",    "quiet,q",         "packet-log"};

constexpr cli::Option option_of_run(std::string_view name) {
  for (const cli::Option& option : run_options) {
    if (option.name == name) return option;
  }
  throw std::logic_error("no such option of fsin run");
}

constexpr std::array live_options = [] {
  std::array<cli::Option, options_of_run.size() + 3> options{
      cli::Option{"ranks,n", "N", "number of processes of the program (key workload.ranks)"},
      cli::Option{"repeat", "N",
                  "run the program N times with one seed, and tell how far the runs differ (keys measure.seeds and "
                  "workload.same_seed)"},
      cli::Option{"trace", "FILE",
                  "write a trace of the run, in the format of the name, with the messages of collectives (key "
                  "workload.trace)"}};
  for (std::size_t i = 0; i < options_of_run.size(); ++i) options[i + 3] = option_of_run(options_of_run[i]);
  return options;
}();

std::string list_text(const std::vector<std::string>& words) { return nlohmann::json(words).dump(); }

/// EXP.yaml [key=value ...] [mpirun options --] PROGRAM [arguments]: options of mpirun begin with a dash, a program
/// does not, and the words of either are not looked at.
std::optional<ExperimentWords> live_words(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const std::vector<std::string>& words = arguments.positional();
  const auto is_override = [](const std::string& word) {
    return word.find('=') != std::string::npos && !word.starts_with('-') && word.find('/') > word.find('=');
  };
  if (words.empty()) {
    arguments.error("no experiment given; write fsin live -n 16 EXP.yaml -- ./program", diagnostics);
    return std::nullopt;
  }
  ExperimentWords found{words.front(), {}};
  auto next = words.begin() + 1;
  while (next != words.end() && is_override(*next)) found.overrides.push_back(*next++);
  found.overrides.emplace_back("workload.type=live");
  if (const auto ranks = arguments.natural("ranks", 1, 65536, diagnostics)) {
    found.overrides.push_back(fmt::format("workload.ranks={}", *ranks));
  }
  if (const auto runs = arguments.natural("repeat", 2, 100000, diagnostics)) {
    found.overrides.push_back(fmt::format("measure.seeds={}", *runs));
    found.overrides.emplace_back("workload.same_seed=true");
    if (arguments.has("seeds")) {
      arguments.error("--repeat is of one seed, and --seeds of several; leave one of the two out", diagnostics);
    }
  }
  if (const auto trace = arguments.text("trace")) {
    found.overrides.push_back("workload.trace=" + nlohmann::json(*trace).dump());
  }
  if (next != words.end() && next->starts_with('-')) {
    const auto end = std::find(next, words.end(), "--");
    if (end == words.end()) {
      arguments.error(fmt::format("{} is an option of mpirun, which ends with --; write -- {} -- ./program",
                                  in_quotes(*next), *next),
                      diagnostics);
      return std::nullopt;
    }
    found.overrides.push_back("workload.mpi_options=" + list_text({next, end}));
    next = end + 1;
  }
  if (next != words.end()) found.overrides.push_back("workload.command=" + list_text({next, words.end()}));
  return diagnostics.ok() ? std::optional(found) : std::nullopt;
}

int run_live(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  const auto words = live_words(arguments, diagnostics);
  if (!words) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  return run_experiment(arguments, nullptr, &*words);
}

}  // namespace

const cli::Command live_command{
    .name = "live",
    .summary = "runs an MPI program here and now, its messages timed by the simulated network",
    .usage = "-n N EXP.yaml [key=value ...] [options] [-- mpirun options] -- PROGRAM [arguments]",
    .description =
        "Starts the program, as it is, by Open MPI or MPICH. It computes really; its messages take the time that\n"
        "the network of the experiment says, and everything in it that depends on time sees simulated time: the\n"
        "order of messages from any source, MPI_Test, MPI_Wtime, the clocks and sleeps of the C library. The\n"
        "result is that of fsin run. What the program prints goes to stderr.\n\n"
        "Keys of workload: cpu (what computing costs: measured, fixed, none, or the times of another run, which\n"
        "cpu.record writes and cpu.replay takes), mpi (what calls cost), placement, trace, time_limit (of real\n"
        "time); fsin help workload.live has them all. The experiment may have a workload of type live that gives\n"
        "them, or none at all.\n\n"
        "Needs Debian's openmpi-bin, or mpich with the library of mpich-patches/build-ofi.sh, by the library of the\n"
        "program; and libfabric-dev when fsin is built.\n\n"
        "exit code: as fsin run; 1 also when the program returned another code than 0 after MPI_Finalize, 3 when it "
        "ended\n"
        "without.",
    .examples =
        "  fsin live -n 16 exp.yaml -- ./program 1000\n"
        "  fsin live -n 16 exp.yaml network.model=loggp workload.cpu.model=none -- ./program\n"
        "  fsin live -n 16 exp.yaml workload.cpu.record=cpu.zst --trace trace.txt.zst -- ./program\n"
        "  fsin live -n 16 exp.yaml workload.cpu.replay=cpu.zst -- ./program\n"
        "  fsin live -n 64 exp.yaml workload.cpu.scale=0.5 --json result.json -- --mca coll_tuned_use_dynamic_rules 1 "
        "-- "
        "./program\n",
    .options = live_options,
    .run = run_live,
    .complete = complete_experiment};

}  // namespace fsin::commands
