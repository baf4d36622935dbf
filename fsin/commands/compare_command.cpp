// SPDX-License-Identifier: Apache-2.0
// fsin compare: results of several runs side by side, as a table, CSV and a bar chart; or two folders of sweeps.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/compare_folders.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/bar_chart.hpp"
#include "fsin/report/file_comparison.hpp"

namespace fsin::commands {
namespace {

constexpr std::array compare_options{
    cli::Option{"figure", "NAME", "folders: figure to compare, may be repeated (default: the main ones of each point)",
                true},
    cli::Option{"json", "FILE", "folders: write the comparison as JSON; - prints it instead of the table"},
    cli::Option{"page", "FILE", "folders: also write the comparison as a page for any browser"},
    cli::Option{"fail-on-difference", "", "folders: exit code 1 when something differs"},
    cli::Option{"metric", "NAME", "files: figure of the JSON to compare (default cycles)"},
    cli::Option{"confidence", "P", "files: confidence level of the intervals, 0.5 to 0.9999 (default 0.99)"},
    cli::Option{"csv", "FILE", "files: also write the table as CSV"},
    cli::Option{"svg", "FILE", "files: also draw the table as bars with error bars"},
    cli::Option{"absolute", "", "files: draw the values, not their ratios to the first column"},
    cli::Option{"title", "TEXT", "files: title of the picture"},
};

struct Place {
  std::string row;
  std::string column;
  std::string file;
};

/// ROW/COLUMN=FILE. The row ends at the first slash, the column at the first =: 'BT/100 Mb/s=f' has row BT.
std::optional<Place> parse_place(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::size_t slash = word.find('/');
  if (equals == std::string::npos || slash == std::string::npos || slash == 0 || slash + 1 >= equals ||
      equals + 1 == word.size()) {
    return std::nullopt;
  }
  return Place{word.substr(0, slash), word.substr(slash + 1, equals - slash - 1), word.substr(equals + 1)};
}

std::vector<Place> parse_places(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  std::vector<Place> places;
  for (const std::string& word : arguments.positional()) {
    if (auto place = parse_place(word)) {
      places.push_back(std::move(*place));
    } else {
      diagnostics.error(
          Mark("fsin compare"),
          fmt::format("{} is not ROW/COLUMN=FILE; write for example IS/adaptive=is-adaptive.json", in_quotes(word)));
    }
  }
  if (arguments.positional().empty()) {
    diagnostics.error(Mark("fsin compare"), "no result is given; name at least one as ROW/COLUMN=FILE");
  }
  return places;
}

double parse_confidence(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("confidence");
  if (!text) return 0.99;
  const auto value = parse_real(*text);
  if (value && *value >= 0.5 && *value <= 0.9999) return *value;
  diagnostics.error(Mark("fsin compare"),
                    fmt::format("--confidence {} is not a number from 0.5 to 0.9999", in_quotes(*text)));
  return 0.99;
}

/// What the numbers of the table are.
std::string head(const report::FileComparison& comparison) {
  std::size_t most = 0;
  for (const auto& cell : comparison.cells) most = std::max(most, cell ? cell->value.n : 0);
  const std::string ratio =
      comparison.columns.size() > 1 ? fmt::format(" (x: ratio to {})", comparison.columns[0]) : "";
  if (most < 2) return fmt::format("{} of one run{}\n", comparison.metric, ratio);
  return fmt::format("{}, mean of {} seeds +- half width of its {:.4g}% interval{}\n", comparison.metric, most,
                     comparison.confidence * 100, ratio);
}

void write_files(const cli::Arguments& arguments, const report::FileComparison& comparison) {
  if (const auto file = arguments.text("csv")) write_file(*file, report::comparison_csv(comparison));
  if (const auto file = arguments.text("svg")) {
    const std::string title = arguments.text("title").value_or(comparison.metric);
    write_file(*file, report::bar_chart_svg(comparison, title, !arguments.has("absolute")));
  }
}

int compare_files(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  for (const std::string_view name : {"figure", "json", "page", "fail-on-difference"}) {
    if (!arguments.has(name)) continue;
    diagnostics.error(Mark("fsin compare"),
                      fmt::format("--{} is for folders of fsin sweep; for files there are --metric and --csv", name));
  }
  const std::vector<Place> places = parse_places(arguments, diagnostics);
  const double confidence = parse_confidence(arguments, diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return cli::exit_usage;
  }
  OutputCheck check("fsin compare");
  for (const Place& place : places) check.reads("a result that is compared", place.file);
  for (const std::string_view name : {"csv", "svg"}) {
    if (const auto file = arguments.text(name)) check.writes(fmt::format("--{}", name), *file);
  }
  check.check(diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return cli::exit_usage;
  }
  const std::string metric = arguments.text("metric").value_or("cycles");
  try {
    std::vector<report::Sample> samples;
    for (const Place& place : places) {
      samples.push_back(report::read_sample(place.row, place.column, place.file, metric));
    }
    const report::FileComparison comparison = report::compare(samples, metric, confidence);
    write_files(arguments, comparison);
    write_text(head(comparison) + report::comparison_text(comparison));
    return comparison.all_finished() ? cli::exit_done : cli::exit_outcome;
  } catch (const report::ComparisonError& error) {
    say("fsin compare: {}\n", error.what());
    return cli::exit_input_output;
  }
}

int run_compare(const cli::Arguments& arguments) {
  return names_folders(arguments) ? compare_folders(arguments) : compare_files(arguments);
}

}  // namespace

extern const cli::Command compare_command{
    .name = "compare",
    .summary = "compares two sweeps or runs, or the results of several runs",
    .usage = "DIR DIR | ROW/COLUMN=FILE ... [options]",
    .description =
        "Two folders of `fsin sweep` or `fsin run --out`: what differs in configuration, version, seeds and traces,\n"
        "which points only one of them has, and for the others how the figures differ: B - A and B / A with their\n"
        "intervals, paired by seed where both have the same seeds, by Welch's t otherwise. A star marks what is\n"
        "significant when all comparisons are taken together (Holm's correction). With --fail-on-difference, exit\n"
        "code 1 when a point is in one folder only, a difference is significant, a figure without a test differs,\n"
        "or equal configuration and seeds gave another result.\n\n"
        "Files that `fsin run --json` wrote: one figure of each in a table, mean over the seeds with the half width\n"
        "of its confidence interval, and from the second column on the ratio to the first, paired seed by seed.\n"
        "Exit code 1 when a run did not finish.",
    .examples =
        "  fsin compare results/before results/after    # folders of fsin sweep or fsin run --out\n"
        "  fsin compare results/before results/after --figure latency.p99 --figure load.accepted --json -\n"
        "  fsin compare IS/one=is1.json IS/three=is3.json\n"
        "  fsin compare IS/one=is1.json IS/three=is3.json --metric latency.p99 --csv table.csv --svg bars.svg\n",
    .options = compare_options,
    .run = run_compare,
};

}  // namespace fsin::commands
