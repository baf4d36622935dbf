// SPDX-License-Identifier: Apache-2.0
// fsin compare-traces: two traces in simulated time.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "fsin/commands/allow_deadlock_option.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/comparison_run.hpp"
#include "fsin/commands/json_option.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/version.hpp"
#include "fsin/report/traces_text.hpp"
#include "fsin/study/compare_traces.hpp"

namespace fsin::commands {
namespace {

Mark of_command() { return Mark("fsin compare-traces"); }

constexpr std::array compare_traces_options{
    cli::Option{"experiment", "EXP.yaml", "the network, and the keys of the replay where its workload is a trace"},
    cli::Option{"within", "P%", "exit code 1 where the cycles of B are further than this from those of A"},
    cli::Option{"most", "N", "list the N ranks whose ends differ most (default 5)"},
    cli::Option{"json", "FILE", "write the comparison as JSON; - prints it instead of the text"},
    allow_deadlock_option,
    cli::Option{"quiet,q", "", "no progress on stderr"}};

/// "5%" as 0.05; nothing where it is not given.
std::optional<double> within_asked(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("within");
  if (!text) return std::nullopt;
  const auto percent = text->ends_with('%') ? parse_real(text->substr(0, text->size() - 1)) : std::nullopt;
  if (percent && *percent >= 0 && *percent <= 100) return *percent / 100;
  diagnostics.error(of_command(), fmt::format("--within {} is not a percentage, 0% to 100%", in_quotes(*text)));
  return std::nullopt;
}

std::size_t most_asked(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("most");
  const auto number = text ? parse_natural(*text) : 5;
  if (number && *number <= 1000000) return *number;
  diagnostics.error(of_command(), fmt::format("--most {} is not a number from 0 to 1000000", in_quotes(*text)));
  return 0;
}

/// Two traces, and overrides: words with an equals sign that are no files.
void read_words(const cli::Arguments& arguments, study::TraceComparisonRequest& request, Diagnostics& diagnostics) {
  std::vector<std::string> traces;
  for (const std::string& word : arguments.positional()) {
    std::error_code ignored;
    const bool override = word.find('=') != std::string::npos && !std::filesystem::exists(word, ignored);
    (override ? request.overrides : traces).push_back(word);
  }
  if (traces.size() != 2) {
    diagnostics.error(of_command(),
                      fmt::format("needs two traces and got {}; write fsin compare-traces A B", traces.size()));
    return;
  }
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i] == "-") {
      diagnostics.error(of_command(),
                        "reads each trace more than once, and standard input can be read once; "
                        "give a file");
    }
    request.traces[i] = traces[i];
  }
}

int run_compare_traces(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  study::TraceComparisonRequest request;
  read_words(arguments, request, diagnostics);
  if (const auto file = arguments.text("experiment")) request.experiment = *file;
  request.allow_deadlock = allows_deadlock(arguments);
  const auto within = within_asked(arguments, diagnostics);
  const std::size_t most = most_asked(arguments, diagnostics);
  const auto json = arguments.text("json");
  if (json) {
    request.check_inputs = [&](const Inputs& inputs, Diagnostics& told) {
      OutputCheck check("fsin compare-traces");
      for (const std::string& each : request.traces) check.reads("a trace", each);
      check.reads(inputs.names());
      check.writes("--json", *json);
      check.check(told);
    };
  }
  const auto [comparison, code] = run_comparison(study::compare_traces, request, arguments, diagnostics);
  if (!comparison) return code;
  write_answer(
      arguments, [&] { return json_text(report::traces_json(*comparison, version_line("fsin")), 2) + "\n"; },
      [&] { return report::traces_text(*comparison, most); });
  const bool finished = comparison->traces[0].finished() && comparison->traces[1].finished();
  return finished && !(within && std::abs(comparison->error) > *within) ? cli::exit_done : cli::exit_outcome;
}

}  // namespace

extern const cli::Command compare_traces_command{
    .name = "compare-traces",
    .summary = "two traces in simulated time, on the same network",
    .usage = "A B [--experiment EXP.yaml] [key=value ...] [options]",
    .description =
        "Replays both traces, each in whatever format it is, and prints when the runs and their ranks end, and by how\n"
        "much B differs from A. The network is that of the experiment. Where its workload is a trace, the other keys\n"
        "of that workload hold for both (cpu, collectives, region, ...); else CPU bursts take as long as recorded, "
        "and\n"
        "amounts of work need workload.cpu.rate. Without an experiment the network has no routers: loggps with a\n"
        "latency of 1 us, an overhead of 300 ns and links of 100 Gb/s. Words with an equals sign change keys of the\n"
        "experiment.\n\n"
        "trgen compare compares records, volumes and loops of two traces.\n\n"
        "exit code: 0 done, 1 a run did not end normally or --within does not hold, 2 usage or configuration, 3 a\n"
        "file or a trace, 130 interrupted.",
    .examples =
        "  fsin compare-traces cg.W.64.txt.zst cg.W.64.loops\n"
        "  fsin compare-traces measured.txt.zst extrapolated.loops --experiment exp.yaml --within 5%\n"
        "  fsin compare-traces a.scalatrace b.scalatrace 'workload.cpu.rate=2 Gips' "
        "'workload.collectives.library=mpich'\n",
    .options = compare_traces_options,
    .run = run_compare_traces};

}  // namespace fsin::commands
