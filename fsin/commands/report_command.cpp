// SPDX-License-Identifier: Apache-2.0
// fsin report: the folder of a sweep or of a run as one page of figures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/figure_names.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/version.hpp"
#include "fsin/report/page/document.hpp"
#include "fsin/report/page/html.hpp"
#include "fsin/report/page/pgfplots.hpp"
#include "fsin/report/page/plot_lines.hpp"
#include "fsin/report/run_folder.hpp"
#include "fsin/sweep/result_files.hpp"

namespace fsin::commands {
namespace {

namespace page = report::page;

constexpr std::array report_options{
    cli::Option{"output,o", "FILE", "file to write (default: report.html in the folder)"},
    cli::Option{"title", "TEXT", "title of the page (default: the name of the sweep)"},
    cli::Option{
        "simulator", "PAGE",
        "page that simulates in the browser (docs/teaching.md), as a file or an address: each run has a link to "
        "it that runs it again"},
    cli::Option{"json", "FILE", "also write the data of the page, for other programs"},
    cli::Option{"figures", "DIR", "also write the main figures into DIR for LaTeX: pgfplots tables and pictures"},
    cli::Option{"figure", "NAME", "with --figures: write this figure, may be repeated (all: every figure)", true},
    cli::Option{"figure-size", "SIZE", "with --figures: column (84 mm wide, the default) or page (174 mm)"},
    cli::Option{"figure-title", "", "with --figures: a title above each picture"},
    cli::Option{"figure-provenance", "", "with --figures: runs, intervals and program below each picture"}};

/// A path as the address of a link.
std::string percent_encoded(std::string_view path) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string text;
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos)
      text += c;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return text;
}

/// --simulator as the report links to it: an address as it is, a file from the folder of the report, so that both can
/// be moved or published together. Empty after a mistake.
std::string simulator_address(const std::string& written, const std::filesystem::path& report,
                              Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  const Mark mark("fsin report");
  if (written.find("://") != std::string::npos) {
    const bool known =
        written.starts_with("http://") || written.starts_with("https://") || written.starts_with("file://");
    if (known && written.find_first_of("#\"<> \n") == std::string::npos) return written;
    diagnostics.error(mark, fmt::format("--simulator {}: not the address of a page; write https://HOST/fsin.html, or a "
                                        "file",
                                        in_quotes(written)));
    return {};
  }
  const fs::path file = bundled_file(written).value_or(fs::path(written));
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) {
    diagnostics.error(mark, fmt::format("--simulator {}: no such file; scripts/browser makes the page, as "
                                        "build/browser/fsin.html",
                                        in_quotes(written)));
    return {};
  }
  const fs::path folder = fs::weakly_canonical(fs::absolute(report, problem).parent_path(), problem);
  return percent_encoded(fs::canonical(file, problem).lexically_relative(folder).generic_string());
}

/// False in a program that was built without D3 (cmake/parts.cmake), whose pages would have no figures.
bool has_d3() {
  const auto assets = page::assets();
  return std::any_of(assets.begin(), assets.end(), [](const page::Asset& each) { return each.name == "d3.min.js"; });
}

std::string partial_text(const page::Json& partial) {
  return fmt::format("partial: {} of {}{}", partial["runs"].get<std::size_t>(),
                     partial["at_most"].get<bool>() ? "at most " : "",
                     counted(partial["planned"].get<std::size_t>(), "run"));
}

/// The page may not replace what it is made of.
bool outputs_are_free(const cli::Arguments& arguments, const std::filesystem::path& directory) {
  OutputCheck check("fsin report");
  for (const std::string_view name : sweep::result_files(sweep::Folder::sweep))
    check.reads("a result of the sweep", directory / name);
  for (const std::string_view name : sweep::result_files(sweep::Folder::run))
    check.reads("a result of the run", directory / name);
  if (const auto file = arguments.text("output")) check.writes("--output", *file);
  if (const auto file = arguments.text("json")) check.writes("--json", *file);
  if (const auto simulator = arguments.text("simulator")) check.reads("--simulator", *simulator);
  if (const auto folder = arguments.text("figures")) check.writes("--figures", *folder);
  Diagnostics diagnostics;
  check.check(diagnostics);
  diagnostics.print(stderr);
  return diagnostics.ok();
}

/// The figures that are asked for, of those that the report has; a message for each that it does not have.
std::vector<std::string> wanted_figures(const cli::Arguments& arguments, const page::Json& report) {
  std::vector<std::string> wanted;
  for (const std::string& name : arguments.texts("figure")) {
    if (name == "all") {
      wanted.clear();
      for (const auto& [each, figure] : report["figures"].items()) wanted.push_back(each);
      return wanted;
    }
    if (report["figures"].contains(name))
      wanted.push_back(name);
    else
      say("fsin report: no run of this folder has the figure {}; it is not written\n", in_quotes(name));
  }
  return arguments.has("figure") ? wanted : page::printed_figures(report);
}

void write_figures(const cli::Arguments& arguments, const page::Json& report, const std::filesystem::path& directory) {
  page::PlotOptions options;
  options.figures = wanted_figures(arguments, report);
  options.size = arguments.text("figure-size").value_or("") == "page" ? "page" : "column";
  options.title = arguments.has("figure-title");
  options.provenance = arguments.has("figure-provenance");
  prepare_directory(directory);
  for (const page::PlotFile& file : page::pgfplots_files(report, options)) write_file(directory / file.name, file.text);
  say("{}: {} of {}\n", directory.string(), options.figures.size(), counted(report["figures"].size(), "figure"));
}

/// Mistakes in what is said of pictures: a name or a size that is unknown, options that nothing follows.
bool figure_options_are_right(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  static_cast<void>(arguments.word("figure-size", page::plot_sizes, "column", diagnostics));
  figure_names(arguments, "fsin report", diagnostics, "all");
  for (const std::string_view name : {"figure", "figure-size", "figure-title", "figure-provenance"}) {
    if (arguments.has(name) && !arguments.has("figures"))
      diagnostics.error(Mark("fsin report"), fmt::format("--{} is for pictures; write --figures DIR too", name));
  }
  diagnostics.print(stderr);
  return diagnostics.ok();
}

int write_report(const cli::Arguments& arguments, const std::filesystem::path& directory) {
  if (!figure_options_are_right(arguments) || !outputs_are_free(arguments, directory)) return cli::exit_usage;
  if (!has_d3()) {
    say("fsin report: this program was built without D3 (package node-d3), and writes no page\n");
    if (!arguments.has("json") && !arguments.has("figures")) return cli::exit_usage;
  }
  const std::filesystem::path file = arguments.text("output").value_or((directory / "report.html").string());
  std::string simulator;
  if (const auto written = arguments.text("simulator")) {
    Diagnostics diagnostics;
    simulator = simulator_address(*written, file, diagnostics);
    diagnostics.print(stderr);
    if (!diagnostics.ok()) return cli::exit_usage;
  }
  const sweep::Results results = sweep::read_results(directory, sweep::Wanted::everything);
  page::Json report = page::report_json(results, arguments.text("title").value_or(""), version_line("fsin"));
  if (!simulator.empty()) report["again"]["simulator"] = simulator;
  const std::string text = page::html(report);
  if (has_d3()) write_file(file, text);
  if (const auto data = arguments.text("json")) {
    write_file(*data, repaired_json_text(report) + "\n");
  }
  if (const auto figures = arguments.text("figures")) write_figures(arguments, report, *figures);
  if (!report["partial"].is_null()) say("{}\n", partial_text(report["partial"]));
  if (!has_d3()) return cli::exit_done;
  say("{}: {}, {}, {}\n", file.string(), counted(report["points"].size(), "point"), counted(results.runs.size(), "run"),
      bytes_text(text.size()));
  return cli::exit_done;
}

int run_report(const cli::Arguments& arguments) {
  const auto& words = arguments.positional();
  if (words.size() != 1) {
    say("fsin report: {}; write fsin report DIR, with a folder of fsin sweep or fsin run --out\n",
        words.empty() ? std::string("no folder given") : in_quotes(words[1]) + " is one folder too many");
    return cli::exit_usage;
  }
  try {
    return write_report(arguments, words[0]);
  } catch (const sweep::SweepError& error) {
    say("fsin report: {}\n", error.what());
  }
  return cli::exit_input_output;
}

}  // namespace

const cli::Command report_command{
    .name = "report",
    .summary = "makes one page of figures, for any browser, from the results of a sweep or a run",
    .usage = "DIR [options]",
    .description =
        "Takes the folder of `fsin sweep`, or of `fsin run --out`, and writes one HTML file that needs nothing\n"
        "else: curves of latency and throughput, bars relative to a base case, histograms, the load of every link\n"
        "drawn on the network, time series, what each rank did when, traffic, tables and provenance - whatever the\n"
        "folder has data for. Every figure shows its numbers under the pointer and can be saved as SVG, PNG, PDF or\n"
        "a table for pgfplots, with its selection and settings. The report of an unfinished sweep says that it is\n"
        "partial.\n\n"
        "With --figures, the figures that a person would print (latencies, accepted load, times, ... where they "
        "differ\n"
        "between points) also become a table (FIGURE.dat) and a picture (FIGURE.tex) for pgfplots, and figures.tex a\n"
        "document of them all: pdflatex figures.tex. --figure NAME writes that one instead, --figure all every "
        "figure.\n"
        "Saturated points have hollow marks, unsettled ones pale marks, and tables a column for it. One figure of the\n"
        "page as a PDF without opening it: chromium --headless --no-pdf-header-footer --print-to-pdf=fig.pdf\n"
        "'report.html#print=curves'.\n\n"
        "With --simulator, each run of synthetic load has a link that opens it in the page that simulates, which says\n"
        "whether the fingerprint comes out again. A file is linked from the folder of the report: keep or publish the\n"
        "two together.",
    .examples =
        "  fsin report results/paper-fig7\n"
        "  fsin report results/paper-fig7 -o fig7.html --title \"Three routers, three programs\"\n"
        "  fsin report results/paper-fig7 -o site/fig7.html --simulator site/fsin.html\n"
        "  fsin report results/paper-fig7 --figures paper/figures\n"
        "  fsin report results/paper-fig7 --figures paper/figures --figure simulated_seconds --figure-size page\n",
    .options = report_options,
    .run = run_report};

}  // namespace fsin::commands
