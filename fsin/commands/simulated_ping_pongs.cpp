// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/simulated_ping_pongs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/commands/engine_option.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/run/interrupt.hpp"
#include "fsin/run/ping_pong.hpp"

namespace fsin::commands {
namespace {

using calibration::Measurements;
using run::NodePair;

constexpr std::uint64_t most_bytes = 1ULL << 40U;

std::uint64_t size_option(const cli::Arguments& arguments, std::string_view name, std::uint64_t otherwise,
                          Diagnostics& diagnostics) {
  const auto text = arguments.text(name);
  if (!text) return otherwise;
  std::string wrong;
  const auto size = parse_quantity<Bytes>(*text, wrong);
  if (!size) {
    arguments.error(fmt::format("--{}: {}", name, wrong), diagnostics);
  } else if (size->value < 1 || size->value > most_bytes) {
    arguments.error(fmt::format("--{} {} is not from 1 B to 1 TiB", name, in_quotes(*text)), diagnostics);
  } else {
    return size->value;
  }
  return otherwise;
}

/// Powers of two and 3/2 of them, and both ends.
std::vector<std::uint64_t> sizes_between(std::uint64_t least, std::uint64_t most) {
  std::vector<std::uint64_t> sizes{least, most};
  for (std::uint64_t power = 1; power <= most; power *= 2) {
    for (const std::uint64_t size : {power, power + power / 2}) {
      if (size >= least && size <= most) sizes.push_back(size);
    }
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<NodePair> pairs_of(const cli::Arguments& arguments, const topology::Topology& topology,
                               Diagnostics& diagnostics) {
  std::vector<NodePair> pairs;
  const auto nodes = static_cast<std::uint32_t>(topology.graph.nodes());
  for (const std::string& text : arguments.texts("pair")) {
    const std::size_t comma = text.find(',');
    const auto from = parse_natural(std::string_view(text).substr(0, comma));
    const auto to = comma == std::string::npos ? std::nullopt : parse_natural(std::string_view(text).substr(comma + 1));
    if (!from || !to || *from == *to || *from >= nodes || *to >= nodes) {
      arguments.error(fmt::format("--pair {} is not two different nodes of 0 .. {}; write for example --pair 0,1",
                                  in_quotes(text), nodes - 1),
                      diagnostics);
    } else {
      pairs.push_back({static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*to)});
    }
  }
  if (pairs.empty() && diagnostics.ok()) {
    pairs.push_back(run::nearest_pair(topology));
    if (const NodePair far = run::farthest_pair(topology); far != pairs[0]) pairs.push_back(far);
  }
  return pairs;
}

Measurements measure(const run::PingPongSetting& setting, const NodePair& pair, const std::string& file,
                     double cycle_ns, const std::vector<std::uint64_t>& sizes, const run::InterruptWatch& interrupt,
                     Diagnostics& diagnostics) {
  Measurements made;
  const unsigned links = setting.topology.geometry->distance(NodeId(pair.from), NodeId(pair.to));
  made.source = fmt::format("{}, nodes {} and {} ({})", file, pair.from, pair.to, counted(links, "link"));
  made.format = "simulated";
  made.taken = fmt::format("half round trips over the network of the experiment alone, mean of {}", setting.trips);
  for (const std::uint64_t bytes : sizes) {
    const run::PingPong ran = run::ping_pong(setting, pair, bytes, [&interrupt] { return interrupt.interrupted(); });
    if (!ran.failure.empty()) {
      diagnostics.input_error(Mark(made.source), fmt::format("the ping-pong of {} bytes did not end: {}; fsin check "
                                                             "tells whether the network can carry messages",
                                                             bytes, ran.failure));
      return made;
    }
    made.samples.push_back({bytes, ran.cycles * cycle_ns, Mark(file)});
  }
  return made;
}

}  // namespace

std::vector<Measurements> simulated_ping_pongs(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const std::string file = *arguments.text("from");
  for (const std::string& word : arguments.positional()) {
    if (word.find('=') == std::string::npos) {
      arguments.error(fmt::format("{}: with --from, measurements come from the simulated network, not from files; "
                                  "only overrides key=value may follow",
                                  in_quotes(word)),
                      diagnostics);
    }
  }
  const std::uint64_t least = size_option(arguments, "least", 1, diagnostics);
  const std::uint64_t most = size_option(arguments, "most", 1U << 20U, diagnostics);
  if (least >= most) arguments.error("--least is not below --most", diagnostics);
  const auto trips = static_cast<unsigned>(arguments.natural("trips", 1, 1'000'000, diagnostics).value_or(2));
  const engine::EngineKind engine = engine_option(arguments, diagnostics);
  if (!diagnostics.ok()) return {};
  const auto loaded = experiment::load_experiment(file, arguments.positional(), diagnostics);
  if (!loaded) return {};
  const experiment::Experiment& experiment = loaded->experiment;
  const engine::Design design = experiment::design_of(experiment);
  const auto checked = forecast::admitted_network(*loaded, design, diagnostics);
  if (!checked) return {};
  const topology::Topology& topology = *checked;
  if (topology.graph.nodes() < 2) diagnostics.error(Mark(file), "the network has one node; a ping-pong needs two");
  if (!diagnostics.ok()) return {};
  const std::vector<NodePair> pairs = pairs_of(arguments, topology, diagnostics);
  const workload::NetworkFacts facts = experiment::facts_of(experiment);
  const run::PingPongSetting setting{design, topology, facts, engine, experiment.measure.seed, trips};
  const double cycle_ns = experiment::seconds_per_cycle(experiment) * 1e9;
  const std::vector<std::uint64_t> sizes = sizes_between(least, most);
  const run::InterruptWatch interrupt;
  std::vector<Measurements> all;
  for (const NodePair& pair : pairs) {
    if (!diagnostics.ok()) break;
    all.push_back(measure(setting, pair, file, cycle_ns, sizes, interrupt, diagnostics));
  }
  return all;
}

}  // namespace fsin::commands
