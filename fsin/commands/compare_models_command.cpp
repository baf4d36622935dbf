// SPDX-License-Identifier: Apache-2.0
// fsin compare-models: one experiment under several models of its network.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/allow_deadlock_option.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/comparison_run.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/json_option.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/version.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/report/models_text.hpp"
#include "fsin/run/prepared.hpp"

namespace fsin::commands {
namespace {

constexpr std::array compare_models_options{
    cli::Option{"models", "LIST",
                "models to compare with routers, with commas between (default: flow,loggps,piecewise)"},
    cli::Option{"out", "DIR", "write models.json, models.svg and the page models.html into DIR"},
    cli::Option{"json", "FILE", "write the comparison as JSON; - prints it instead of the text"}, allow_deadlock_option,
    cli::Option{"quiet,q", "", "no progress on stderr"}};

constexpr std::array<std::string_view, 3> files_of_folder{"models.json", "models.svg", "models.html"};

/// Without routers, which are always there; each once, in the order asked for.
std::vector<std::string> models_asked(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  std::vector<std::string_view> known;
  for (const auto& each : engine::NetworkModels::entries()) known.push_back(each.name);
  std::vector<std::string> models;
  const std::string list = arguments.text("models").value_or("flow,loggps,piecewise");
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string name = list.substr(at, comma - at);
    at = comma + 1;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      diagnostics.error(Mark("fsin compare-models"), fmt::format("--models: there is no model {}{}", in_quotes(name),
                                                                 suggestion(name, known, "models")));
    } else if (name != "routers" && std::find(models.begin(), models.end(), name) == models.end()) {
      models.push_back(name);
    }
  }
  return models;
}

void write_outputs(const cli::Arguments& arguments, const study::ModelComparison& comparison) {
  const auto json = [&] { return json_text(report::models_json(comparison, version_line("fsin")), 2) + "\n"; };
  if (const auto folder = arguments.text("out")) {
    const std::filesystem::path path = *folder;
    prepare_directory(path);
    write_file(path / "models.json", json());
    write_file(path / "models.svg", report::models_svg(comparison));
    write_file(path / "models.html", report::models_page(comparison));
  }
  write_answer(arguments, json, [&] { return report::models_text(comparison); });
}

int run_compare_models(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  const auto words = experiment_words(arguments, "fsin compare-models", diagnostics);
  study::ComparisonRequest request;
  request.models = models_asked(arguments, diagnostics);
  request.allow_deadlock = allows_deadlock(arguments);
  if (words && words->from_standard_input()) {
    diagnostics.error(Mark("fsin compare-models"),
                      "reads the experiment once for each model, and standard input can be read once; give a file");
  } else if (words) {
    request.file = words->file;
    request.overrides = words->overrides;
    OutputCheck check("fsin compare-models");
    Diagnostics told;  // told again by the comparison itself
    if (auto loaded = experiment::load_experiment(request.file, request.overrides, told)) {
      const Inputs inputs = loaded->document.inputs();
      run::prepare(std::move(*loaded), false, told);  // opens the files to which others lead
      check.reads(inputs.names());
    }
    if (const auto file = arguments.text("json")) check.writes("--json", *file);
    if (const auto folder = arguments.text("out")) check.writes_into("--out", *folder, files_of_folder);
    check.check(diagnostics);
  }
  const auto [comparison, code] = run_comparison(study::compare_models, request, arguments, diagnostics);
  if (!comparison) return code;
  write_outputs(arguments, *comparison);
  const auto normal = [](const study::ModelResult& model) {
    return model.refused.empty() && model.outcome == stats::Outcome::finished;
  };
  return std::all_of(comparison->models.begin(), comparison->models.end(), normal) ? cli::exit_done : cli::exit_outcome;
}

}  // namespace

extern const cli::Command compare_models_command{
    .name = "compare-models",
    .summary = "one experiment under several models of its network, and where they differ",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "Runs the experiment with its routers, cycle by cycle, and under other models of network.model, with the same\n"
        "topology, routing, workload and seed (measure.seed). A model that the experiment names has the parameters\n"
        "given there. The parameters of others are derived: a message that meets no other takes as long as in the\n"
        "network of routers, over the mean way of the packets; the text shows them as network.model takes them.\n\n"
        "Shown for each model: the end of the run (of synthetic load latency and accepted load), its error, the\n"
        "times of ranks, CPU time, and whether the model warned by itself that its estimate may be more than 30%\n"
        "off. Where errors come from: latency of messages by size and by distance, cycles of ranks by call, how\n"
        "busy links are, and what the critical path of the routers waits for.\n\n"
        "exit code: 0 done, 1 a run did not end normally or a model cannot run the experiment, 2 usage or\n"
        "configuration, 3 a file or a trace, 130 interrupted.",
    .examples =
        "  fsin compare-models experiments/first.yaml\n"
        "  fsin compare-models exp.yaml --models flow,ideal --out results/models    # open models.html\n"
        "  fsin compare-models exp.yaml 'network.model={type: loggps, latency: 2 us}' --models loggps --json -\n",
    .options = compare_models_options,
    .run = run_compare_models,
    .complete = complete_experiment};

}  // namespace fsin::commands
