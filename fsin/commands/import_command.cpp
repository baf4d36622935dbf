// SPDX-License-Identifier: Apache-2.0
// fsin import: an experiment from the configuration of another simulator.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/config/document.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/imports/catalogue.hpp"
#include "fsin/imports/common/read_text.hpp"

namespace fsin::commands {
namespace {

namespace fs = std::filesystem;

/// What --from takes: the names of the catalogue. Texts of options are constants, so the compiler joins them.
constexpr auto formats_text = [] {
  constexpr std::string_view begin = "format of the file: ", between = ", ", end = " (default: found by its content)";
  constexpr std::size_t size = [&] {
    std::size_t made = begin.size() + between.size() * (imports::importers.size() - 1) + end.size();
    for (const imports::ImporterEntry& each : imports::importers) made += each.name.size();
    return made;
  }();
  std::array<char, size> made{};
  auto to = std::copy(begin.begin(), begin.end(), made.begin());
  for (const imports::ImporterEntry& each : imports::importers) {
    if (&each != &imports::importers.front()) to = std::copy(between.begin(), between.end(), to);
    to = std::copy(each.name.begin(), each.name.end(), to);
  }
  std::copy(end.begin(), end.end(), to);
  return made;
}();

constexpr std::array import_options{
    cli::Option{"output,o", "FILE", "experiment to write (default: standard output); files that it needs go beside it"},
    cli::Option{"from", "FORMAT", std::string_view(formats_text.data(), formats_text.size())}};

std::vector<std::string_view> importer_names() {
  std::vector<std::string_view> names;
  for (const imports::ImporterEntry& each : imports::importers) names.push_back(each.name);
  return names;
}

const imports::ImporterEntry* importer_of(const imports::Source& source, const std::string& wanted,
                                          Diagnostics& diagnostics) {
  const bool is_text = !find_non_text(source.text);
  for (const imports::ImporterEntry& each : imports::importers) {
    const bool readable = is_text || each.binary;
    if (wanted.empty() ? readable && each.sniff(source.text) : readable && each.name == wanted) return &each;
  }
  if (!imports::check_is_text(source.text, InputPath(source.path), source.mark(), diagnostics)) return nullptr;
  std::string list;
  for (const imports::ImporterEntry& each : imports::importers)
    list += fmt::format("{}{} ({})", list.empty() ? "" : "; ", each.name, each.doc);
  diagnostics.input_error(source.mark(), "is none of the formats that are known: " + list);
  return nullptr;
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// Whether fsin takes the experiment as it stands.
void check_experiment(const std::string& text, const fs::path& name, Diagnostics& diagnostics) {
  experiment::load_experiment(config::load_text(name.string(), text, diagnostics), {}, "an import is no sweep",
                              diagnostics);
}

int import_file(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 1'000, "a configuration of another simulator, then settings of it as NAME=VALUE", diagnostics);
  const std::vector<std::string_view> names = importer_names();
  const std::string wanted = arguments.has("from") ? arguments.word("from", names, "", diagnostics) : "";
  arguments.stop_at_errors(diagnostics);
  const std::vector<std::string>& words = arguments.positional();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].find('=') == std::string::npos || words[i].front() == '=')
      arguments.error(fmt::format("expected NAME=VALUE behind the file, not \"{}\"", words[i]), diagnostics);
  }
  const auto output = arguments.text("output");
  arguments.stop_at_errors(diagnostics);

  imports::Source source{words.front(), {}, {words.begin() + 1, words.end()}};
  const auto text = imports::read_bytes(InputPath(source.path), source.mark(), diagnostics);
  if (text) source.text = *text;
  const imports::ImporterEntry* importer = text ? importer_of(source, wanted, diagnostics) : nullptr;
  imports::Result made;
  if (importer != nullptr) importer->convert(source, made, diagnostics);
  if (diagnostics.ok() && !made.companions.empty() && !output)
    arguments.error("the experiment needs files of its own: -o FILE.yaml names it, and they go beside it", diagnostics);
  OutputCheck check("fsin import");
  check.reads("the configuration", source.path);
  for (const fs::path& each : made.read) check.reads("its listing", each);
  if (output) check.writes("-o", *output);
  std::vector<fs::path> beside;
  for (const imports::Companion& each : made.companions) {
    fs::path path = fs::path(output.value_or("")).replace_extension();
    path += each.suffix;
    if (output) check.writes("the file beside it", path);
    beside.push_back(std::move(path));
  }
  check.check(diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }

  std::string command = "fsin import";
  for (const std::string& word : words) command += " " + word;
  std::string experiment = made.draft.yaml({fmt::format("{} (as {})", command, importer->name)});
  for (std::size_t i = 0; i < beside.size(); ++i) {
    write_file(beside[i], made.companions[i].text);
    experiment = replaced(experiment, imports::companion_name(made.companions[i].suffix),
                          in_quotes(beside[i].filename().string(), 4096));
  }
  for (const std::string& each : made.draft.left_out()) say("left out: {}\n", each);
  check_experiment(experiment, output.value_or("stdout"), diagnostics);
  if (output) {
    write_file(*output, experiment);
  } else {
    write_stdout(experiment);
  }
  if (diagnostics.ok()) return cli::exit_done;
  diagnostics.print(stderr);
  say("fsin import: the experiment is written, and fsin does not take it as it stands: change these places\n");
  return diagnostics.exit_code();
}

}  // namespace

const cli::Command import_command{
    .name = "import",
    .summary = "an experiment from the configuration of another simulator",
    .usage = "FILE [NAME=VALUE ...] [-o FILE] [--from FORMAT]",
    .description =
        "Reads a configuration of BookSim 2, INSEE's FSIN or CODES, a listing of BookSim's anynet, a fat tree or the\n"
        "flows of htsim, a topology list of ns-3 (HPCC, SimAI, ASTRA-sim), a workload of SimAI, a graph of InfraGraph\n"
        "or a packet trace of netrace, and writes the experiment that says the same; what it needs besides goes "
        "beside\n"
        "it. Each key has a comment with what it follows from, defaults of the other simulator included; settings\n"
        "behind the file take precedence over its own. What an experiment cannot say, or says in another way, is told\n"
        "with its place, and stands at the top of the experiment; what has no counterpart at all is an error, with "
        "the\n"
        "names that have one.",
    .examples =
        "  fsin import torus88 -o torus88.yaml && fsin run torus88.yaml\n"
        "  fsin import fsin.conf topo=torus_16_16 load=0.4 | fsin run -\n"
        "  fsin import permutation.cm topo=leaf_spine.topo -o permutation.yaml\n",
    .options = import_options,
    .run = import_file};

}  // namespace fsin::commands
