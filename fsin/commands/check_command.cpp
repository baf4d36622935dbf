// SPDX-License-Identifier: Apache-2.0
// fsin check: what an experiment amounts to, before anything is simulated.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/engine_option.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/output_check.hpp"
#include "fsin/commands/threads_option.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/core/host.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/credit_loop.hpp"
#include "fsin/study/bounds.hpp"
#include "fsin/study/deadlock_check.hpp"
#include "fsin/study/delays.hpp"
#include "fsin/study/experiment_checks.hpp"
#include "fsin/study/fault_check.hpp"
#include "fsin/study/memory_estimate.hpp"
#include "fsin/study/read_experiment.hpp"
#include "fsin/study/reproduce.hpp"
#include "fsin/study/thread_count.hpp"
#include "fsin/study/workload_factory.hpp"

namespace fsin::commands {
namespace {

/// Every scalar and list of the resolved configuration with the place where it was written.
void add_keys(const config::Tree& tree, const std::string& path, const study::LoadedExperiment& loaded,
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

std::string network_text(const study::Experiment& experiment, const topology::Topology& topology) {
  const engine::Design design = study::design_of(experiment);
  const study::Bounds bounds = study::bounds_of(*topology.geometry, design);
  const double cycle = study::seconds_per_cycle(experiment);
  const double latency = study::zero_load_latency(design, bounds.average_distance);
  const auto& graph = topology.graph;
  std::string text = fmt::format("sizes         {} nodes, packets of {} phits\n", graph.nodes(), design.packet_phits);
  if (!design.model) {
    text = fmt::format("sizes         {} nodes, {} routers, {} links, {} queues of {} packets of {} phits\n",
                       graph.nodes(), graph.routers(), graph.links(), graph.links() * design.router.virtual_channels,
                       design.router.queue.value, design.packet_phits);
  }
  text += fmt::format("cycle         {} (a phit of {} at {} a link)\n", seconds_text(cycle),
                      to_text(experiment.network.phit), to_text(experiment.network.link.bandwidth));
  for (const std::string& line : study::delay_lines(experiment.network))
    text += fmt::format("delay         {}\n", line);
  if (!design.model) {
    text += fmt::format("link classes  {}\n", fmt::join(topology.geometry->link_classes(), ", "));
    text += fmt::format("distance      average {:.4f}, largest {} links\n", bounds.average_distance, bounds.diameter);
    text += fmt::format("bisection     {}\n", study::bisection_text(bounds));
  }
  text += fmt::format("latency       {}{:.2f} cycles = {} without load, full packet{}\n",
                      design.link_classes.empty() ? "" : "at most ", latency, seconds_text(latency * cycle),
                      design.model ? "" : ", average distance");
  if (!design.model) text += credits_text(design, *topology.geometry);
  text += fmt::format("capacity      {:.4f} phits/node/cycle at most, uniform traffic\n", bounds.capacity);
  return text;
}

/// Warnings that need the built network or the opened trace.
void warn(const study::LoadedExperiment& loaded, const topology::Topology& topology,
          const study::WorkloadFactory& workloads, Diagnostics& diagnostics) {
  const auto offered = workloads.offered_load();
  if (!offered || !workloads.is_uniform()) return;
  const study::Bounds bounds = study::bounds_of(*topology.geometry, study::design_of(loaded.experiment));
  if (*offered > bounds.capacity) {
    diagnostics.warning(loaded.document.mark("workload.load"),
                        fmt::format("a load of {:.4g} is above the capacity of {:.4g} phits/node/cycle; the run will "
                                    "end as saturated",
                                    *offered, bounds.capacity));
  }
}

constexpr std::array check_options{
    cli::Option{"jobs,j", "N", "estimate the memory of N runs side by side (default 1)"},
    cli::Option{"threads", "N", "estimate the memory of runs with at most N threads each (default 1)"},
    force_threads_option,
    cli::Option{
        "reproduce", "FILE",
        "where the network can deadlock: look for a load under which it does, and write the experiment to FILE"},
    cli::Option{"engine", "NAME", "engine whose memory is estimated: event (default) or reference"}};

study::RunShape shape_of_runs(const cli::Arguments& arguments, const study::Experiment& experiment,
                              const study::WorkloadFactory& workloads, Diagnostics& diagnostics) {
  study::RunShape shape;
  shape.engine = engine_option(arguments, diagnostics);
  const auto jobs = static_cast<unsigned>(arguments.natural("jobs", 1, 1024, diagnostics).value_or(1));
  shape.runs = std::min(jobs, experiment.measure.seeds);
  shape.threads = threads_option(arguments, diagnostics);
  if (arguments.has("force-threads")) return shape;
  const study::ThreadChoice choice =
      study::useful_threads(shape.threads, experiment, workloads, shape.runs, study::usable_cores());
  shape.threads = choice.threads;
  if (!choice.why.empty()) diagnostics.warning(Mark("fsin check"), choice.why);
  return shape;
}

study::MemoryEstimate memory_of(const study::LoadedExperiment& loaded, const study::WorkloadFactory& workloads,
                                const study::RunShape& shape, Diagnostics& diagnostics) {
  study::MemoryEstimate memory;
  try {
    memory = study::estimate_memory(loaded.experiment, workloads, shape, process_memory());
    study::check_fits(memory, shape, memory_limit(), loaded.document.mark("network.topology"), diagnostics);
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
  }
  return memory;
}

/// What the analysis says, line by line.
std::string deadlock_text(const std::optional<deadlock::Verdict>& verdict) {
  if (!verdict) return "deadlock      free: a network without routers has no queues that could wait for each other\n";
  std::string text = fmt::format("deadlock      {}\n", study::verdict_text(*verdict));
  for (const std::string& line : verdict->lines) text += fmt::format("              {}\n", line);
  return text;
}

/// Looks for a load that deadlocks, and writes it.
std::string reproduce(const std::string& file, const study::LoadedExperiment& loaded,
                      const std::optional<deadlock::Verdict>& verdict, const topology::Topology& topology) {
  if (!verdict || verdict->answer != deadlock::Answer::unsafe) {
    return "reproduced    nothing: the network is not shown to be unsafe\n";
  }
  const study::InterruptWatch interrupt;
  const study::Reproduction found = study::reproduce_deadlock(loaded.experiment, topology, interrupt);
  if (!found.experiment) {
    return fmt::format("reproduced    no deadlock in {}; nothing was written\n", counted(found.tried, "simulation"));
  }
  write_file(file, fmt::format("# Ends in a deadlock after {} cycles: fsin run {} --allow-deadlock\n{}", found.cycles,
                               file, config::dump(*found.experiment, "fsin", study::schema_version)));
  return fmt::format("reproduced    a deadlock after {} cycles in simulation {}; run {} with --allow-deadlock\n",
                     found.cycles, found.tried, file);
}

int check(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  const auto words = experiment_words(arguments, "fsin check", diagnostics);
  std::optional<study::LoadedExperiment> loaded;
  if (words) loaded = study::load_experiment(words->file, words->overrides, diagnostics);
  std::optional<study::WorkloadFactory> workloads;
  if (loaded) workloads = study::WorkloadFactory::open(*loaded, false, diagnostics);
  if (!workloads) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  const study::Experiment& experiment = loaded->experiment;
  const study::RunShape shape = shape_of_runs(arguments, experiment, *workloads, diagnostics);
  const study::MemoryEstimate memory = memory_of(*loaded, *workloads, shape, diagnostics);
  const auto reproduced = arguments.text("reproduce");
  if (reproduced) {
    OutputCheck outputs("fsin check");
    outputs.reads("the experiment", words->file);
    outputs.writes("--reproduce", *reproduced);
    outputs.check(diagnostics);
  }
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  const topology::Topology topology = study::built_network(experiment.network);
  study::check_built(*loaded, topology, diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  warn(*loaded, topology, *workloads, diagnostics);
  std::string text = fmt::format("{:<13} {}\n", experiment.name, study::headline(experiment));
  if (loaded->network_part) {
    text += fmt::format("network.file  {} ({})\n", loaded->network_part->string(),
                        loaded->document.mark("network.file").text());
  }
  for (const std::string& line : study::fault_lines(experiment, topology, {}))
    text += fmt::format("faults        {}\n", line);
  const auto verdict = study::deadlock_verdict(experiment, topology);
  text += network_text(experiment, topology) + deadlock_text(verdict);
  if (reproduced) text += reproduce(*reproduced, *loaded, verdict, topology);
  text += workloads->summary() + memory.table();
  text += "configuration\n";
  add_keys(config::to_tree(experiment), "", *loaded, text);
  diagnostics.print(stderr);
  write_text(text);
  return cli::exit_done;
}

}  // namespace

const cli::Command check_command{
    .name = "check",
    .summary = "checks an experiment: sizes, memory, bounds, freedom from deadlock, and every key with its origin",
    .usage = "EXP.yaml [key=value ...] [options]",
    .description =
        "Reads the experiment and its trace, reports every mistake at once, and simulates nothing. Whether the "
        "network\n"
        "can deadlock is decided for any traffic, or a cycle of queues shows how it can; --reproduce then simulates\n"
        "random loads until one deadlocks. The memory is an\n"
        "estimate of the peak of fsin run, in which the number of packets under way follows from load and distance.",
    .examples =
        "  fsin check exp.yaml\n  fsin check exp.yaml topology.dims=[64,64,64]\n  fsin check exp.yaml --threads 4 -j "
        "8\n",
    .options = check_options,
    .run = check};

}  // namespace fsin::commands
