// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/compare_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/figure_names.hpp"
#include "fsin/commands/json_option.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/core/say.hpp"
#include "fsin/report/folder_comparison.hpp"
#include "fsin/sweep/result_files.hpp"

namespace fsin::commands {
namespace {

constexpr std::array<std::string_view, 6> only_for_files{"metric", "confidence", "csv", "svg", "absolute", "title"};

void check_folder_options(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const Mark here("fsin compare");
  if (arguments.positional().size() != 2) {
    diagnostics.error(here, fmt::format("{} folders are given; name two, A and B", arguments.positional().size()));
  }
  for (const std::string_view name : only_for_files) {
    if (!arguments.has(name)) continue;
    diagnostics.error(
        here, fmt::format("--{} is for files of fsin run; for folders there are --figure, --json and --page", name));
  }
  figure_names(arguments, "fsin compare", diagnostics);
}

void warn_of_incomplete(const sweep::Results& results) {
  if (results.complete) return;
  say("fsin compare: {}: not complete; compared as far as it goes\n", results.folder);
}

/// Before a script takes "no difference" for "this change alters nothing".
void say_programs(const sweep::Results& a, const sweep::Results& b) {
  if (sweep::same_program(a, b)) return;
  const bool known = !a.program.empty() && !b.program.empty();
  say("fsin compare: {} and {}: {}\n", a.folder, b.folder,
      known ? "made by different programs: the code that simulates is not the same (simulating code in fsin "
              "--version)"
            : "one does not say which program made it; whether both were made by one cannot be told");
}

int compare(const cli::Arguments& arguments) {
  const sweep::Results a = sweep::read_results(arguments.positional()[0]);
  const sweep::Results b = sweep::read_results(arguments.positional()[1]);
  warn_of_incomplete(a);
  warn_of_incomplete(b);
  if (arguments.has("fail-on-difference")) say_programs(a, b);
  const sweep::FolderComparison comparison = sweep::compare_results(a, b, arguments.texts("figure"));
  if (const auto page = arguments.text("page")) write_file(*page, report::comparison_page(a, b, comparison));
  write_answer(
      arguments, [&] { return json_text(report::comparison_json(a, b, comparison), 1) + "\n"; },
      [&] { return report::comparison_text(a, b, comparison); });
  return arguments.has("fail-on-difference") && comparison.differs() ? cli::exit_outcome : cli::exit_done;
}

}  // namespace

bool names_folders(const cli::Arguments& arguments) {
  const auto& words = arguments.positional();
  const auto is_folder = [](const std::string& word) {
    std::error_code ignored;
    return std::filesystem::is_directory(word, ignored);
  };
  const auto is_place = [](const std::string& word) { return word.find('=') != std::string::npos; };
  return std::any_of(words.begin(), words.end(), is_folder) ||
         (words.size() == 2 && std::none_of(words.begin(), words.end(), is_place));
}

int compare_folders(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  check_folder_options(arguments, diagnostics);
  OutputCheck outputs("fsin compare");
  for (const std::string& folder : arguments.positional()) {
    for (const sweep::ResultFile& file : sweep::all_result_files) {
      outputs.reads("a result that is compared", std::filesystem::path(folder) / file.name);
    }
  }
  for (const std::string_view name : {"json", "page"}) {
    if (const auto file = arguments.text(name)) outputs.writes(fmt::format("--{}", name), *file);
  }
  outputs.check(diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return cli::exit_usage;
  }
  try {
    return compare(arguments);
  } catch (const sweep::SweepError& error) {
    say("fsin compare: {}\n", error.what());
    return cli::exit_input_output;
  }
}

}  // namespace fsin::commands
