// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/capture_plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "fsin/core/programs.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/meeting_place.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/work_clock.hpp"
#include "trgen/formats/capture/format.hpp"

namespace trgen::commands {
namespace {

namespace fs = std::filesystem;
using Variables = std::vector<std::pair<std::string, std::string>>;

constexpr std::array<std::string_view, 3> clocks{"cpu", "wall", "instructions"};
constexpr std::array<std::string_view, 2> keeps{"min", "median"};
constexpr std::string_view raw_folder = "TRGEN_TRACE_DIR";
constexpr std::string_view raw_clock = "TRGEN_TRACE_CLOCK";
constexpr std::string_view preload = "LD_PRELOAD";
constexpr std::string_view library_path = "LD_LIBRARY_PATH";

/// One rank per node, wherever the ranks run, and no dependence on the name of the machine: see
/// mpich-patches/README.md.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> settings{
    {{"MPIR_CVAR_NOLOCAL", "1"}, {"MPIR_CVAR_ENABLE_SMP_COLLECTIVES", "0"}, {meeting_variable, meeting_default}}};

Keep kept(const Arguments& arguments, Diagnostics& diagnostics) {
  return arguments.word("keep", keeps, keeps.front(), diagnostics) == "median" ? Keep::median : Keep::least;
}

Variables environment(const Arguments& arguments, Diagnostics& diagnostics) {
  Variables all;
  for (const std::string& word : arguments.texts("env")) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      arguments.error(fmt::format("--env {} must be NAME=VALUE", fsin::in_quotes(word)), diagnostics);
      continue;
    }
    const std::string name = word.substr(0, equals);
    if (name == raw_folder) arguments.error(fmt::format("--env {}: use --keep-raw DIR", raw_folder), diagnostics);
    if (name == raw_clock) arguments.error(fmt::format("--env {}: use --clock", raw_clock), diagnostics);
    all.emplace_back(name, word.substr(equals + 1));
  }
  return all;
}

void check_output(const Arguments& arguments, const std::string& path, Diagnostics& diagnostics) {
  if (path == "-") {
    arguments.error("-o - would mix the trace with what the program prints; name a file", diagnostics);
    return;
  }
  check_output_name(arguments, path, diagnostics);
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    arguments.error(fmt::format("-o {}: there is no folder {}", path, folder.string()), diagnostics);
  } else if (fs::is_directory(path, error)) {
    arguments.error(fmt::format("-o {}: is a folder", path), diagnostics);
  } else if (::access(folder.c_str(), W_OK) != 0) {
    arguments.error(fmt::format("-o {}: the folder {} cannot be written to", path, folder.string()), diagnostics);
  }
}

void check_raw(const Arguments& arguments, const std::string& path, Diagnostics& diagnostics) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  if (fs::is_directory(path, error) && fs::is_empty(path, error)) return;
  arguments.error(
      fmt::format("--keep-raw {}: must be a new or empty folder, so that the files of two runs do not mix", path),
      diagnostics);
}

std::string joined(std::string_view first, std::string_view rest) {
  return rest.empty() ? std::string(first) : fmt::format("{}:{}", first, rest);
}

std::string inherited(std::string_view name) {
  const char* const value = std::getenv(std::string(name).c_str());
  return value == nullptr ? "" : value;
}

/// The value of a variable for the ranks: from --env, else from the environment.
std::string wanted(const Variables& given, std::string_view name) {
  const auto found = std::find_if(given.rbegin(), given.rend(), [&](const auto& each) { return each.first == name; });
  return found == given.rend() ? inherited(name) : found->second;
}

Variables rank_variables(const CapturePlan& plan, const MpiInstall& mpi, const std::string& raw) {
  Variables all;
  for (const auto& [name, value] : settings) {
    if (std::getenv(std::string(name).c_str()) == nullptr) all.emplace_back(name, value);
  }
  for (const auto& each : plan.environment) {
    if (each.first != preload && each.first != library_path) all.push_back(each);
  }
  all.emplace_back(raw_folder, raw);
  all.emplace_back(raw_clock, plan.clock);
  all.emplace_back(preload, joined(mpi.tracer.string(), wanted(plan.environment, preload)));
  if (const std::string path = rank_library_path(plan, mpi); !path.empty()) all.emplace_back(library_path, path);
  return all;
}

/// Reads the destination of the trace and, for a time-independent one, its clock.
void read_kind(const Arguments& arguments, CapturePlan& plan, Diagnostics& diagnostics) {
  plan.time_independent = arguments.has("time-independent");
  if (plan.time_independent) plan.output = "trace.ti";
  plan.output = arguments.text("output").value_or(plan.output);
  plan.rate = wanted_rate(arguments, diagnostics);
  if (plan.time_independent && !is_ti_name(plan.output)) {
    arguments.error(fmt::format("-o {}: a time-independent trace has a name that ends in .ti", plan.output),
                    diagnostics);
  }
}

CapturePlan merge_plan(const Arguments& arguments, Diagnostics& diagnostics) {
  for (const char* each : {"ranks", "clock", "repeat", "keep-raw", "mpi", "env"}) {
    if (!arguments.has(each)) continue;
    arguments.error(fmt::format("--{} applies to a program that is run, and --merge DIR runs none", each), diagnostics);
  }
  if (!arguments.positional().empty()) {
    arguments.error(
        fmt::format("--merge DIR runs no program; leave out {}", fsin::in_quotes(arguments.positional().front())),
        diagnostics);
  }
  CapturePlan plan;
  plan.merge = arguments.text("merge");
  read_kind(arguments, plan, diagnostics);
  plan.keep = kept(arguments, diagnostics);
  std::error_code error;
  if (!fs::is_directory(*plan.merge, error)) {
    arguments.error(fmt::format("--merge {}: there is no such folder", *plan.merge), diagnostics);
  }
  check_output(arguments, plan.output, diagnostics);
  return plan;
}

/// Reads how often the program is run, and which times of these runs are kept.
void read_repeats(const Arguments& arguments, CapturePlan& plan, Diagnostics& diagnostics) {
  const auto repeats = arguments.natural("repeat", 1, most_repeats, diagnostics);
  plan.repeats = repeats.value_or(1);
  plan.keep = kept(arguments, diagnostics);
  const bool once = repeats ? *repeats == 1 : !arguments.has("repeat");
  if (arguments.has("keep") && once) arguments.error("--keep needs --repeat 2 or more", diagnostics);
}

/// Why a word is no program: a file that may not be run, a folder, or nothing by this name.
std::string why_no_program(const std::string& word) {
  std::error_code error;
  const bool is_path = word.find('/') != std::string::npos;
  const fs::file_status status = fs::status(word, error);
  if (is_path && fs::is_directory(status)) return fmt::format("{} is a folder, not a program", fsin::in_quotes(word));
  if (is_path && fs::exists(status)) {
    return fmt::format("{} may not be run: it has no permission x; chmod +x {} gives it", fsin::in_quotes(word), word);
  }
  if (!is_path && fs::is_regular_file(status)) {
    return fmt::format("there is no program {} in PATH; for the file here write ./{}", fsin::in_quotes(word), word);
  }
  return fmt::format("there is no program {}", fsin::in_quotes(word));
}

CapturePlan run_plan(const Arguments& arguments, Diagnostics& diagnostics) {
  CapturePlan plan;
  if (!arguments.has("ranks")) arguments.error("needs -n N, the number of ranks", diagnostics);
  const auto ranks = arguments.natural("ranks", 1, formats::capture::most_captured_ranks, diagnostics);
  plan.ranks = static_cast<std::uint32_t>(ranks.value_or(1));
  plan.clock = arguments.word("clock", clocks, clocks.front(), diagnostics);
  read_kind(arguments, plan, diagnostics);
  if (plan.time_independent && !arguments.has("clock")) plan.clock = clock_of_work();
  read_repeats(arguments, plan, diagnostics);
  plan.raw = arguments.text("keep-raw");
  plan.mpi = arguments.text("mpi");
  plan.environment = environment(arguments, diagnostics);
  plan.program = arguments.positional();
  plan.meeting_place = wanted(plan.environment, meeting_variable);
  if (plan.meeting_place.empty()) plan.meeting_place = meeting_default;
  check_output(arguments, plan.output, diagnostics);
  if (plan.raw) check_raw(arguments, *plan.raw, diagnostics);
  if (arguments.expect(1, 1000000, "'-- PROGRAM ARGS'", diagnostics) && !fsin::find_program(plan.program.front())) {
    arguments.error(why_no_program(plan.program.front()), diagnostics);
  }
  return plan;
}

}  // namespace

CapturePlan capture_plan(const Arguments& arguments) {
  Diagnostics diagnostics;
  CapturePlan plan = arguments.has("merge") ? merge_plan(arguments, diagnostics) : run_plan(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  return plan;
}

std::string rank_library_path(const CapturePlan& plan, const MpiInstall& mpi) {
  const std::string path = wanted(plan.environment, library_path);
  return mpi.libraries.empty() ? path : joined(mpi.libraries.string(), path);
}

std::string merge_options(const CapturePlan& plan) {
  return fmt::format("{}{}{}", plan.keep == Keep::median ? "--keep median " : "",
                     plan.time_independent ? "--time-independent " : "",
                     plan.rate ? fmt::format("--rate '{} ips' ", *plan.rate) : "");
}

std::vector<std::string> launch_words(const CapturePlan& plan, const MpiInstall& mpi, const std::string& raw) {
  std::vector<std::string> words{mpi.mpiexec.string(), "-n", fmt::format("{}", plan.ranks)};
  for (auto& [name, value] : rank_variables(plan, mpi, raw)) words.insert(words.end(), {"-genv", name, value});
  words.insert(words.end(), plan.program.begin(), plan.program.end());
  return words;
}

}  // namespace trgen::commands
