// SPDX-License-Identifier: Apache-2.0
// trgen extrapolate: from traces of a program on a few numbers of ranks to its trace on another number.
#include "trgen/extrapolation/extrapolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/cli/stages.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/comparison.hpp"
#include "trgen/commands/extrapolate_forms.hpp"
#include "trgen/commands/more_iterations.hpp"
#include "trgen/commands/problem_sizes.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/recognise.hpp"

namespace trgen::commands {
namespace {

using extrapolation::Findings;
using extrapolation::Result;
using extrapolation::Sources;
using extrapolation::TimeSummary;
using extrapolation::Wanted;
using nlohmann::ordered_json;

constexpr std::size_t least_inputs = 2;
constexpr std::size_t most_inputs = 16;

void say_all(const std::string& name, std::string_view why, const std::vector<std::string>& lines) {
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) fsin::say("{}: {}: {}\n", name, why, lines[i]);
  if (lines.size() > most) fsin::say("{}: {}: {} more\n", name, why, lines.size() - most);
}

/// What the times of the result rest on.
std::string in_words(const TimeSummary& times) {
  const double all = times.exact_ns + times.modelled_ns;
  if (all <= 0) return "the inputs have no times";
  if (times.modelled_ns <= 0) return "all times follow exact laws";
  std::string text = fmt::format(
      "{:.1f} % of the time of the largest input follows exact laws, the rest models of means, which predict inputs "
      "left out within {:.1f} % in the mean and {:.1f} % at worst; times spread around their means by {:.1f} %, which "
      "is "
      "kept, with {} that depend on the rank and {} whose first executions differ",
      100 * times.exact_ns / all, 100 * times.error_ns / times.modelled_ns, 100 * times.worst_ns / times.modelled_ns,
      100 * times.spread_ns / times.modelled_ns, times.by_rank, times.by_pass);
  if (times.unsupported_ns > 0) {
    text += fmt::format("; {:.1f} % of the time is not supported by the inputs (models off by more than {:.0f} %)",
                        100 * times.unsupported_ns / all, 100 * extrapolation::most_time_error);
  }
  return text;
}

ordered_json to_json(const Result& made) {
  ordered_json object{
      {"extrapolated", made.trace != nullptr}, {"refusals", made.findings.refusals}, {"data", made.findings.data},
      {"doubts", made.findings.doubts},        {"notes", made.findings.notes},       {"statements", made.statements}};
  const TimeSummary& times = made.times;
  object["times"] = {{"exact_ns", times.exact_ns},
                     {"modelled_ns", times.modelled_ns},
                     {"mean_error", times.modelled_ns > 0 ? times.error_ns / times.modelled_ns : 0},
                     {"worst_error", times.modelled_ns > 0 ? times.worst_ns / times.modelled_ns : 0},
                     {"unsupported_ns", times.unsupported_ns},
                     {"mean_spread", times.modelled_ns > 0 ? times.spread_ns / times.modelled_ns : 0},
                     {"depend_on_rank", times.by_rank},
                     {"depend_on_pass", times.by_pass}};
  return object;
}

/// Says what was found; false where nothing was extrapolated.
bool report(const Result& made, const std::string& name, bool forced) {
  const Findings& findings = made.findings;
  say_all(name, "cannot be extrapolated", findings.refusals);
  say_all(name, forced ? "sizes that are data, replaced by their mean" : "sizes are data (--force takes their mean)",
          findings.data);
  say_all(name, forced ? "not decided by the inputs" : "not decided by the inputs (--force takes the first)",
          findings.doubts);
  say_all(name, "note", findings.notes);
  return made.trace != nullptr;
}

/// Leaves the largest input out and predicts it.
int run_check(const Arguments& arguments, Sources inputs, Wanted wanted) {
  std::size_t number = 0;
  const auto scale = [&](std::size_t i) {
    return extrapolation::Scale{inputs[i]->ranks(), wanted.sizes.empty() ? 0 : wanted.sizes[i]};
  };
  for (std::size_t i = 1; i < inputs.size(); ++i) number = scale(i) > scale(number) ? i : number;
  const auto largest = inputs[number];
  wanted.ranks = largest->ranks();
  wanted.size = scale(number).size;
  inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(number));
  if (!wanted.sizes.empty()) wanted.sizes.erase(wanted.sizes.begin() + static_cast<std::ptrdiff_t>(number));
  const Result made = extrapolation::extrapolate(inputs, wanted);
  const bool possible = report(made, largest->name(), wanted.forced);
  if (!possible) {
    if (arguments.has("json")) print_json(to_json(made));
    return exit_outcome;
  }
  Comparison found(*largest, *made.trace, !arguments.has("ignore-times"), 10);
  found.run();
  if (arguments.has("json")) {
    ordered_json object = to_json(made);
    object["comparison"] = found.result_json();
    print_json(object);
  } else {
    found.print_result();
    print("times: {}\n", in_words(made.times));
  }
  return found.equal() ? exit_done : exit_outcome;
}

int run_extrapolate(const Arguments& arguments) {
  if (arguments.has("iterations")) return run_more_iterations(arguments);
  Diagnostics diagnostics;
  const bool check = arguments.has("check");
  arguments.expect(least_inputs + (check ? 1 : 0), most_inputs, "traces of the program on different numbers of ranks",
                   diagnostics);
  Wanted wanted;
  wanted.forced = arguments.has("force");
  wanted.grid = wanted_grid(arguments, diagnostics);
  wanted.partners = wanted_partners(arguments, diagnostics);
  const auto ranks = arguments.natural("to-ranks", 1, formats::most_announced_ranks, diagnostics);
  const auto path = arguments.text("output");
  if (check && (ranks || path))
    arguments.error("--check predicts the largest input and writes nothing; leave --to-ranks and --output out",
                    diagnostics);
  if (!check && !ranks) arguments.error("needs --to-ranks N, --iterations N, or --check", diagnostics);
  if (!check && !path) arguments.error("needs -o FILE.loops", diagnostics);
  if (arguments.positional().size() == least_inputs + (check ? 1 : 0)) {
    fsin::say("trgen extrapolate: {}: laws of one parameter only, since one input checks them\n",
              check ? "with three inputs, --check predicts one from two" : "two inputs");
  }
  if (!check && arguments.has("ignore-times"))
    arguments.error("--ignore-times is for --check, which compares", diagnostics);
  if (path) {
    const formats::FormatEntry* const format = formats::format_by_suffix(*path);
    if (format == nullptr || format->name != formats::loops::Format::name)
      arguments.error(fmt::format("{}: extrapolate writes loops; give a name that ends in {}", *path,
                                  formats::loops::Format::suffix),
                      diagnostics);
  }
  std::vector<SizedFile> files;
  for (const std::string& each : arguments.positional()) files.push_back(sized_file(arguments, each, diagnostics));
  if (check && (arguments.has("size") || arguments.has("weak") || arguments.has("strong")))
    arguments.error("--check predicts the largest input, at its size; leave --size, --weak and --strong out",
                    diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  Sources inputs;
  std::uint64_t records = 0;
  for (const SizedFile& each : files) {
    inputs.push_back(formats::open_trace(each.path, options));
    print_warnings(inputs.back()->warnings());
    print_losses(inputs.back()->name(), inputs.back()->losses(), lost_in_reading);
    records += inputs.back()->records();
    if (path) formats::FilesRead(*inputs.back()).spare(*path);
  }
  if (!check) wanted.ranks = static_cast<std::uint32_t>(*ranks);
  std::vector<extrapolation::Scale> scales;
  for (std::size_t i = 0; i < files.size(); ++i) scales.push_back({inputs[i]->ranks(), files[i].size});
  if (check) {
    if (std::any_of(files.begin(), files.end(), [](const SizedFile& each) { return each.size > 0; }) &&
        std::any_of(files.begin(), files.end(), [](const SizedFile& each) { return each.size == 0; })) {
      arguments.error("needs the size of each input, as FILE@SIZE", diagnostics);
    }
  } else {
    wanted.size = wanted_size(arguments, scales, wanted.ranks, diagnostics);
  }
  arguments.stop_at_errors(diagnostics);
  for (const SizedFile& each : files) {
    if (each.size > 0) wanted.sizes.push_back(each.size);
  }
  fsin::cli::Stages stages("trgen extrapolate");
  wanted.stage = [&stages](std::string_view stage) { stages.begin(stage); };
  if (check) return run_check(arguments, std::move(inputs), std::move(wanted));
  const Result made = extrapolation::extrapolate(inputs, wanted);
  ordered_json object = to_json(made);
  if (report(made, *path, wanted.forced)) {
    io::Output out(*path);
    const auto written = formats::loops::write_structure(*made.trace, made.grown.structure, out);
    out.commit();
    fsin::say("{}: {} records of {} ranks in {} bytes: {} statements found in {} inputs; {}\n", *path,
              grouped(made.trace->records()), grouped(made.trace->ranks()), grouped(out.file_bytes()),
              grouped(made.statements), inputs.size(), in_words(made.times));
    object["to"] = *path;
    object["ranks"] = made.trace->ranks();
    if (wanted.size > 0) object["size"] = wanted.size;
    object["records"] = made.trace->records();
    object["file_bytes"] = out.file_bytes();
    object["events"] = written.events;
  }
  if (arguments.has("json")) {
    object["host"] = host_json(meter.used(), records);
    print_json(object);
  }
  return made.trace ? exit_done : exit_outcome;
}

constexpr std::array extrapolate_options{
    Option{"to-ranks", "N", "number of ranks of the trace to make"},
    Option{"size", "S", "size of its problem, where each input says its own as FILE@SIZE"},
    Option{"weak", "", "the size that has as many points per rank as the inputs, whose sizes grow with their ranks"},
    Option{"strong", "", "the size of the input with most ranks"},
    Option{"iterations", "N|+N",
           "of one trace: make its largest loop N iterations long, or N longer, as a longer run would have it"},
    Option{"output,o", "FILE", "trace to write; its name ends in .loops"},
    Option{"check", "", "leave the largest input out, predict it from the others, and compare record by record"},
    Option{"ignore-times", "", "with --check: compare everything but times"},
    Option{"force", "",
           "where sizes are data, take their mean; of several laws that fit, take the first; need no input to check a "
           "law"},
    Option{"grid", "X,Y[,Z]", "try this grid of ranks first; its sides are expressions in ranks: \"ranks / 4, 4\""},
    Option{"partner", "EXPRESSION",
           "try this partner of a rank first, an expression in rank and ranks: \"rank ^ (ranks / 2)\"", true},
    Option{"json", "", "print one JSON object"},
    spool_option};

}  // namespace

const Command extrapolate_command{
    .name = "extrapolate",
    .summary = "makes the trace of a program on many ranks from its traces on few",
    .usage =
        "--to-ranks N [--size S] -o TO.loops TRACE[@SIZE] TRACE[@SIZE]...\n       trgen extrapolate --check TRACE "
        "TRACE TRACE...\n"
        "       trgen extrapolate --iterations N -o TO.loops TRACE",
    .description =
        "Reads traces of one program on two or more different numbers of ranks, in any format. For each statement\n"
        "of the program it finds laws, functions of the rank, the number of ranks and a grid of ranks, which say\n"
        "who executes it, how often, with which partner, how many bytes and which tag. Messages inside a collective\n"
        "are traced back to the call of the MPI library that makes them; for N ranks, the library is asked again.\n"
        "The trace of N ranks is written as loops, a trace like any other; time and size hardly depend on its length.\n"
        "A law is taken only if it is exact for all inputs, with one input more than it needs, to check it. A partner\n"
        "or a size without a law, such as one that depends on data, is named, and nothing is written.\n"
        "A measured time has no law: the mean over the executions of a statement follows a model of the number of\n"
        "ranks, the one that best predicts inputs left out, and its error is printed.\n"
        "Inputs of several sizes of the problem say theirs behind an @ (lu.16.txt@33: 33 points per side); laws are\n"
        "then functions of ranks and size, and --size, --weak or --strong say the size that is wanted.\n"
        "--iterations takes one trace, finds the loop that holds most of its records, the time steps, and makes it\n"
        "longer: iterations that are added repeat recorded ones with their times, tags count on. The number is that "
        "of\n"
        "the loop that was found, which may lack the first step or the last where they differ; +N adds N to them.\n"
        "--check leaves the largest input out, predicts it from the others, and compares record by record.\n"
        "Exit code 1 if the trace cannot be extrapolated, or if --check finds a difference. All laws are listed in\n"
        "docs/extrapolation.md.",
    .examples =
        "  trgen extrapolate --to-ranks 1024 -o lu.loops lu.4.txt lu.8.txt lu.16.txt lu.32.txt\n"
        "  trgen extrapolate --to-ranks 64 --size 256 -o x.loops a.8.txt@64 b.16.txt@64 c.8.txt@128 d.16.txt@128\n"
        "  trgen extrapolate --iterations +990 -o lu.1000.loops lu.10.txt\n"
        "  trgen extrapolate --check lu.4.txt lu.8.txt lu.16.txt lu.32.txt lu.64.txt\n"
        "  trgen extrapolate --to-ranks 256 --grid \"ranks / 4, 4\" -o wide.loops w.16.txt w.32.txt w.64.txt\n",
    .options = extrapolate_options,
    .run = run_extrapolate};

}  // namespace trgen::commands
