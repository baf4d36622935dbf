// SPDX-License-Identifier: Apache-2.0
// fsin report: the folder of a sweep or of a run as one page of figures.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "fsin/commands/command.hpp"
#include "fsin/commands/exit_code.hpp"
#include "fsin/commands/output_check.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/page/document.hpp"
#include "fsin/page/html.hpp"
#include "fsin/page/pgfplots.hpp"
#include "fsin/report/output_file.hpp"
#include "fsin/report/quantity_text.hpp"
#include "fsin/study/run_folder.hpp"
#include "fsin/study/version.hpp"

namespace fsin::commands {
namespace {

constexpr std::array options{
    Option{"output,o", "FILE", "where to write it (default: report.html in the folder)"},
    Option{"title", "TEXT", "title of the page (default: the name of the sweep)"},
    Option{"json", "FILE", "also write the data of the page, for other programs"},
    Option{"figures", "DIR", "also write every figure into DIR for LaTeX: pgfplots tables and pictures"}};

std::string partial_text(const page::Json& partial) {
  return fmt::format("partial: {} of {}{} runs", partial["runs"].get<std::size_t>(),
                     partial["at_most"].get<bool>() ? "at most " : "", partial["planned"].get<std::size_t>());
}

/// The page may not replace what it is made of.
bool outputs_are_free(const Arguments& arguments, const std::filesystem::path& directory) {
  OutputCheck check("fsin report");
  for (const std::string_view name : sweep::result_files()) check.reads("a result of the sweep", directory / name);
  for (const std::string_view name : study::run_folder_files()) check.reads("a result of the run", directory / name);
  if (const auto file = arguments.text("output")) check.writes("--output", *file);
  if (const auto file = arguments.text("json")) check.writes("--json", *file);
  if (const auto folder = arguments.text("figures")) check.writes("--figures", *folder);
  Diagnostics diagnostics;
  check.check(diagnostics);
  diagnostics.print(stderr);
  return diagnostics.ok();
}

void write_figures(const page::Json& report, const std::filesystem::path& directory) {
  report::prepare_directory(directory);
  for (const page::PlotFile& file : page::pgfplots_files(report)) report::write_file(directory / file.name, file.text);
}

int write_report(const Arguments& arguments, const std::filesystem::path& directory) {
  if (!outputs_are_free(arguments, directory)) return exit_usage;
  const page::SweepFolder folder(directory);
  const page::Json report = page::report_json(folder, arguments.text("title").value_or(""), study::version_line());
  const std::string text = page::html(report);
  const std::filesystem::path file = arguments.text("output").value_or((directory / "report.html").string());
  report::write_file(file, text);
  if (const auto data = arguments.text("json")) {
    report::write_file(*data, report.dump(-1, ' ', false, page::Json::error_handler_t::replace) + "\n");
  }
  if (const auto figures = arguments.text("figures")) write_figures(report, *figures);
  if (!report["partial"].is_null()) say("{}\n", partial_text(report["partial"]));
  say("{}: {} points, {} runs, {}\n", file.string(), report["points"].size(), folder.runs().size(),
      report::bytes_text(text.size()));
  return exit_done;
}

int run(const Arguments& arguments) {
  const auto& words = arguments.positional();
  if (words.size() != 1) {
    say("fsin report: {}; write fsin report DIR, with a folder of fsin sweep or fsin run --out\n",
        words.empty() ? std::string("no folder given") : in_quotes(words[1]) + " is one folder too many");
    return exit_usage;
  }
  try {
    return write_report(arguments, words[0]);
  } catch (const sweep::SweepError& error) {
    say("fsin report: {}\n", error.what());
  }
  return exit_input_output;
}

}  // namespace

const Command report_command{
    .name = "report",
    .summary = "the results of a sweep or a run as one page of figures, for any browser",
    .usage = "DIR [options]",
    .description =
        "Takes the folder of `fsin sweep`, or of `fsin run --out`, and writes one HTML file that needs nothing else: "
        "curves\n"
        "of latency and throughput, bars relative to a base case, histograms, the load of every link drawn on the "
        "network, time\n"
        "series, what each rank did when, traffic, tables and provenance - whatever the folder has data for. Every\n"
        "figure shows its numbers under the pointer and can be saved as SVG, PNG, PDF or a table for pgfplots, with "
        "its\n"
        "selection and settings. A sweep that is not finished gives a report that says so.\n\n"
        "With --figures, every figure of points.csv also becomes a table (FIGURE.dat) and a picture (FIGURE.tex) for\n"
        "pgfplots, and figures.tex a document of them all: pdflatex figures.tex. One figure of the page as a PDF "
        "without\n"
        "opening it: chromium --headless --no-pdf-header-footer --print-to-pdf=fig.pdf 'report.html#print=curves'.",
    .examples =
        "  fsin report results/paper-fig7\n"
        "  fsin report results/paper-fig7 -o fig7.html --title \"Three routers, three programs\"\n"
        "  fsin report results/paper-fig7 --figures paper/figures\n",
    .options = options,
    .run = run};

}  // namespace fsin::commands
