// SPDX-License-Identifier: Apache-2.0
// fsin check: what an experiment amounts to, before anything is simulated.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/cli/exit_code.hpp"
#include "fsin/cli/stages.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/engine_option.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/json_option.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/platform_experiment.hpp"
#include "fsin/commands/threads_option.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/core/host.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/experiment/delays.hpp"
#include "fsin/experiment/headline.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/checked.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/forecast/reproduce.hpp"
#include "fsin/forecast/thread_count.hpp"
#include "fsin/report/check_json.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/run/prepared.hpp"

namespace fsin::commands {
namespace {

/// Every scalar and list of the resolved configuration with the place where it was written.
void add_keys(const config::Tree& tree, const std::string& path, const experiment::LoadedExperiment& loaded,
              std::string& text) {
  if (tree.is_map()) {
    for (const config::Tree& item : tree.items) {
      add_keys(item, config::join_path(path, item.key), loaded, text);
    }
    return;
  }
  std::string value = tree.text;
  if (tree.kind == config::Tree::Kind::null) value = "-";
  if (tree.is_list()) {
    value.clear();
    for (const config::Tree& item : tree.items) value += fmt::format("{}{}", value.empty() ? "" : ", ", item.text);
    value = fmt::format("[{}]", value);
  }
  text += fmt::format("  {:<34} {:<24} {}\n", path, value, loaded.origin(path));
}

/// What the queues behind a link let it carry.
std::string credits_text(const engine::Design& design, const topology::Geometry& geometry) {
  const unsigned link_class = engine::most_limited_links(design);
  const engine::CreditLoop loop = engine::credit_loop(design);
  return fmt::format(
      "credits       a slot can be taken again after {}: queues of {} in {} let a {}link carry {:.4g} "
      "phits/cycle\n",
      counted(loop.round_trip, "cycle"), counted(design.router.queue.value, "packet"),
      counted(loop.channels, "virtual channel"),
      design.link_classes.empty() ? "" : geometry.link_classes()[link_class] + " ", loop.link);
}

/// What the network is as a graph.
std::string graph_text(const forecast::Checked& checked, const topology::Geometry& geometry) {
  std::string text = fmt::format("link classes  {}\n", fmt::join(geometry.link_classes(), ", "));
  text += fmt::format("distance      average {:.4f}, largest {} links\n", checked.bounds.average_distance,
                      checked.bounds.diameter);
  if (checked.degraded) text += fmt::format("degraded      {}\n", forecast::degraded_text(*checked.degraded));
  text += fmt::format("bisection     {}\n", forecast::bisection_text(checked.survey.bisection));
  text += fmt::format("ways          {}\n", forecast::diversity_text(checked.survey.diversity));
  text += fmt::format("cost          {}\n", forecast::cables_text(checked.survey.cost));
  return text + fmt::format("ports         {}\n", forecast::ports_text(checked.survey.cost));
}

/// Sizes, times and bounds of any network.
std::string network_text(const run::Prepared& prepared, const forecast::Checked& checked) {
  const experiment::Experiment& experiment = prepared.experiment();
  const engine::Design& design = prepared.design;
  const topology::Geometry& geometry = *prepared.topology->geometry;
  const double latency = checked.latency;
  std::string text = fmt::format("sizes         {} nodes, packets of {} phits\n", checked.nodes, checked.packet_phits);
  if (checked.has_routers) {
    text = fmt::format("sizes         {} nodes, {} routers, {} links, {} queues of {} packets of {} phits\n",
                       checked.nodes, checked.routers, checked.links, checked.queues, design.router.queue.value,
                       checked.packet_phits);
  }
  text += fmt::format("cycle         {} (a phit of {} at {} a link)\n", seconds_text(checked.cycle_seconds),
                      to_text(experiment.network.phit), to_text(experiment.network.link.bandwidth));
  const auto* flow = experiment.network.model.get_if<engine::message::FlowModel>();
  if (flow != nullptr && flow->nodes) {
    return text + fmt::format("platform      {}; {}\n", counted(flow->nodes->file->platform.links().size(), "link"),
                              routes_text(*flow->nodes));
  }
  for (const std::string& line : experiment::delay_lines(experiment.network))
    text += fmt::format("delay         {}\n", line);
  if (checked.has_routers) text += graph_text(checked, geometry);
  text += fmt::format("latency       {}{:.2f} cycles = {} without load, full packet{}\n",
                      design.link_classes.empty() ? "" : "at most ", latency,
                      seconds_text(latency * checked.cycle_seconds), checked.has_routers ? ", average distance" : "");
  if (checked.has_routers) text += credits_text(design, geometry);
  text += fmt::format("capacity      {:.4f} phits/node/cycle at most, uniform traffic\n", checked.bounds.capacity);
  if (checked.has_routers) text += forecast::pattern_loads_text(checked.loads);
  return text;
}

constexpr std::array check_options{
    cli::Option{"jobs,j", "N", "estimate the memory of N runs side by side (default 1)"},
    cli::Option{"threads", "N", "estimate the memory of runs with at most N threads each (default 1)"},
    force_threads_option,
    cli::Option{
        "reproduce", "FILE",
        "where the network can deadlock: look for a load under which it does, and write the experiment to FILE"},
    cli::Option{"json", "FILE", "write all of it as JSON; - (or /dev/stdout) prints it instead of the text"},
    cli::Option{"engine", "NAME", "engine whose memory is estimated: event (default) or reference"}};

forecast::RunShape shape_of_runs(const cli::Arguments& arguments, const run::Prepared& prepared,
                                 Diagnostics& diagnostics) {
  forecast::RunShape shape;
  shape.engine = engine_option(arguments, diagnostics);
  const auto jobs = static_cast<unsigned>(arguments.natural("jobs", 1, 1024, diagnostics).value_or(1));
  shape.runs = std::min(jobs, prepared.experiment().measure.seeds);
  shape.threads = threads_option(arguments, diagnostics);
  if (arguments.has("force-threads")) return shape;
  const forecast::ThreadChoice choice =
      forecast::useful_threads(shape.threads, prepared, shape.runs, forecast::usable_cores());
  shape.threads = choice.threads;
  if (!choice.why.empty()) diagnostics.warning(Mark("fsin check"), choice.why);
  return shape;
}

/// What the analysis says, line by line.
std::string deadlock_text(const std::optional<deadlock::Verdict>& verdict) {
  if (!verdict) return "deadlock      free: a network without routers has no queues that could wait for each other\n";
  std::string text = fmt::format("deadlock      {}\n", forecast::verdict_text(*verdict));
  for (const std::string& line : verdict->lines) text += fmt::format("              {}\n", line);
  return text;
}

/// Looks for a load that deadlocks, and writes it.
std::string reproduce(const std::string& file, const experiment::LoadedExperiment& loaded,
                      const std::optional<deadlock::Verdict>& verdict, const topology::Topology& topology) {
  if (!verdict || verdict->answer != deadlock::Answer::unsafe) {
    return "reproduced    nothing: the network is not shown to be unsafe\n";
  }
  const run::InterruptWatch interrupt;
  const forecast::Reproduction found = forecast::reproduce_deadlock(loaded.experiment, topology, interrupt);
  if (!found.experiment) {
    return fmt::format("reproduced    no deadlock in {}; nothing was written\n", counted(found.tried, "simulation"));
  }
  forecast::write_reproduction(file, found);
  return fmt::format(
      "reproduced    a deadlock after {} cycles in simulation {}, under {}; run {} with --allow-deadlock\n",
      found.cycles, found.tried, found.load, file);
}

/// Outputs that would replace what the experiment reads, or each other.
void check_outputs(const cli::Arguments& arguments, const run::Prepared& prepared, Diagnostics& diagnostics) {
  OutputCheck outputs("fsin check");
  outputs.reads(prepared.inputs().names());
  if (const auto reproduced = arguments.text("reproduce")) {
    outputs.writes("--reproduce", *reproduced);
    outputs.writes("the trace of --reproduce", forecast::sends_beside(*reproduced));
  }
  if (const auto json = arguments.text("json")) outputs.writes("--json", *json);
  outputs.check(diagnostics);
}

std::string whole_text(const run::Prepared& prepared, const forecast::Checked& checked) {
  const experiment::LoadedExperiment& loaded = prepared.loaded;
  const experiment::Experiment& experiment = loaded.experiment;
  std::string text = fmt::format("{:<13} {}\n", experiment.name, experiment::headline(experiment));
  if (loaded.network_part) {
    text += fmt::format("network.file  {} ({})\n", loaded.network_part->string(),
                        loaded.document.mark("network.file").text());
  }
  for (const std::string& line : checked.faults) text += fmt::format("faults        {}\n", line);
  text += network_text(prepared, checked) + deadlock_text(checked.deadlock);
  return text + prepared.source->summary() + checked.memory.table();
}

int print_and_exit(const Diagnostics& diagnostics) {
  diagnostics.print(stderr);
  return diagnostics.exit_code();
}

int check(const cli::Arguments& arguments) {
  cli::Stages stages("fsin check");
  Diagnostics diagnostics;
  const auto words = experiment_words(arguments, "fsin check", diagnostics);
  std::optional<experiment::LoadedExperiment> loaded;
  if (words) loaded = experiment::load_experiment(words->file, words->overrides, diagnostics);
  std::optional<run::Prepared> prepared;
  stages.begin("reading the experiment and its files");
  if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics);
  if (!prepared) return print_and_exit(diagnostics);
  run::tell_unheeded(*prepared, diagnostics);
  const forecast::RunShape shape = shape_of_runs(arguments, *prepared, diagnostics);
  stages.begin("estimating the memory of the run");
  forecast::MemoryEstimate memory = forecast::checked_memory(*prepared, shape, diagnostics);
  check_outputs(arguments, *prepared, diagnostics);
  if (!diagnostics.ok()) return print_and_exit(diagnostics);
  stages.begin("building the network and its routes");
  run::build_network(*prepared, diagnostics);
  if (!diagnostics.ok()) return print_and_exit(diagnostics);
  const experiment::Experiment& experiment = prepared->experiment();
  const forecast::Checked checked =
      forecast::checked(*prepared, std::move(memory), [&stages](std::string_view stage) { stages.begin(stage); });
  const topology::Geometry& geometry = *prepared->topology->geometry;
  forecast::warn_of_load(*prepared, forecast::known_capacity(*prepared, geometry, checked.loads), diagnostics);
  std::string text = whole_text(*prepared, checked);
  if (const auto file = arguments.text("reproduce")) {
    stages.begin("looking for a load that deadlocks");
    text += reproduce(*file, prepared->loaded, checked.deadlock, *prepared->topology);
  }
  text += "configuration\n";
  add_keys(config::to_tree(experiment), "", prepared->loaded, text);
  diagnostics.print(stderr);
  write_answer(
      arguments, [&] { return json_text(report::check_json(experiment, checked), 1) + "\n"; }, [&] { return text; });
  return cli::exit_done;
}

}  // namespace

const cli::Command check_command{
    .name = "check",
    .summary =
        "checks an experiment: sizes, memory, bounds, cost, freedom from deadlock, and every key with its origin",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "Reads the experiment and its trace, reports every mistake at once, and simulates nothing. Where the way of a\n"
        "packet depends on no queue, the load of every link follows exactly from the pattern, and with it what the\n"
        "network accepts at most. Whether the network can deadlock is decided for any traffic, or a cycle of queues\n"
        "shows how it can; --reproduce then simulates random loads, and after them loads that aim at such a cycle,\n"
        "until one deadlocks. What the latter send is written as a trace beside FILE. The memory is an estimate\n"
        "of the peak of fsin run, in which the number of packets under way follows from load and distance.",
    .examples =
        "  fsin check exp.yaml\n  fsin check exp.yaml topology.dims=[64,64,64]\n  fsin check exp.yaml --threads 4 -j "
        "8\n",
    .options = check_options,
    .run = check,
    .complete = complete_experiment};

}  // namespace fsin::commands
