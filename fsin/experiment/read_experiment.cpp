// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/read_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/config/read.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/experiment/class_values.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/experiment/layers.hpp"
#include "fsin/experiment/network_part.hpp"
#include "fsin/experiment/platform_part.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {
namespace {

/// Names in a document that bring keys of their own: a part with the place of its name, a preset, whether an override
/// or an axis names that, and whether there is a platform. Mistakes are left for the reading that follows to report.
struct Named {
  std::optional<InputPath> part;
  Mark part_mark;
  std::optional<Preset> preset;
  bool overrides_preset = false;
  bool platform = false;
};

Named named_in(config::Document document) {
  Experiment experiment;
  Diagnostics ignored;
  config::read(document, experiment, ignored);
  Named named{{},
              document.mark("network.file"),
              experiment.network.preset,
              overrides_preset(document),
              document.has("network.platform")};
  const config::Tree* file = document.root().at("network.file");
  if (file != nullptr && file->is_scalar()) named.part = experiment.network.file;
  return named;
}

/// Reads the file of a topology that has one, and takes over what it says of classes of links where the experiment says
/// nothing. False after an error.
bool load_topology(LoadedExperiment& loaded, topology::FileGraphs& graphs, Diagnostics& diagnostics) {
  topology::AnyTopology& topology = loaded.experiment.network.topology;
  if (!topology::load(topology, graphs, loaded.document.mark("network.topology.file"), diagnostics)) return false;
  take_class_values(loaded, diagnostics);
  return true;
}

/// A node has an injector for each of its rails, unless the experiment says otherwise: a single one would feed them at
/// the rate of one link.
void inject_into_all_rails(LoadedExperiment& loaded) {
  if (loaded.document.has("network.router.injectors")) return;
  NetworkParams& network = loaded.experiment.network;
  constexpr unsigned most_injectors = 16;
  network.router.injectors = std::clamp(topology::extent_of(network.topology).interface_ports, 1U, most_injectors);
}

/// The quantity at a key, for messages: what is written, or else the default.
double written_or(const config::Document& document, std::string_view key, Dimension dimension, double fallback) {
  const config::Tree* node = document.root().at(key);
  const auto quantity = node != nullptr && node->is_scalar() ? parse_any_quantity(node->text) : std::nullopt;
  return quantity && quantity->dimension == dimension && quantity->value > 0 ? quantity->value : fallback;
}

/// "a packet is 64 B, so that is 4 packets"; "a cycle is 32 ns, so that is 312.5 cycles".
std::string explain_quantity(const config::Document& document, std::string_view text, Dimension wanted) {
  const auto given = parse_any_quantity(text);
  if (!given) return {};
  const NetworkParams network;
  const auto bytes = [&document](std::string_view key, Bytes fallback) {
    return written_or(document, key, Dimension::size, static_cast<double>(fallback.value));
  };
  if (wanted == Dimension::packets && given->dimension == Dimension::size) {
    const double packet = bytes("network.packet", network.packet);
    const double packets = given->value / packet;
    return fmt::format("a packet is {:.10g} B, so that is {:.6g} packet{}", packet, packets, packets == 1 ? "" : "s");
  }
  const double rate = written_or(document, "network.link.bandwidth", Dimension::rate,
                                 static_cast<double>(network.link.bandwidth.value));
  const double cycle_ns = bytes("network.phit", network.phit) * 8e9 / rate;
  if (wanted == Dimension::cycles && given->dimension == Dimension::time) {
    return fmt::format("a cycle is {:.6g} ns, so that is {:.6g} cycles", cycle_ns, given->value / cycle_ns);
  }
  if (wanted == Dimension::time && given->dimension == Dimension::cycles) {
    return fmt::format("a cycle is {:.6g} ns, so that is {:.6g} ns", cycle_ns, given->value * cycle_ns);
  }
  return {};
}

}  // namespace

std::optional<LoadedExperiment> load_experiment(const std::filesystem::path& file,
                                                const std::vector<std::string>& overrides, Diagnostics& diagnostics) {
  return load_experiment(config::load_file(file, diagnostics), overrides,
                         fmt::format("this file describes many experiments; write fsin sweep {}", file.string()),
                         diagnostics);
}

std::optional<LoadedExperiment> load_experiment(config::Document document, const std::vector<std::string>& overrides,
                                                const std::string& of_sweep, Diagnostics& diagnostics) {
  if (!document.loaded()) return std::nullopt;
  if (!config::check_schema(document, "fsin", schema_version, diagnostics)) return std::nullopt;
  if (const config::Tree* sweep = document.root().find("sweep")) {
    diagnostics.error(sweep->key_mark, of_sweep);
    return std::nullopt;
  }
  for (const std::string& assignment : overrides) document.override_with(assignment, diagnostics);
  const std::string name = std::filesystem::path(document.source()).stem().string();
  return read_experiment(std::move(document), name, diagnostics);
}

std::optional<LoadedExperiment> read_experiment(config::Document document, const std::string& name,
                                                Diagnostics& diagnostics, std::span<const std::string> axes,
                                                topology::FileGraphs* graphs) {
  LoadedExperiment loaded{Experiment{}, document, {}};
  Named named = named_in(std::move(document));
  if (named.part) {
    loaded.network_part = named.part;
    if (!take_in_network(loaded.document, *named.part, named.part_mark, named.preset.has_value(), diagnostics)) {
      return std::nullopt;
    }
    named = named_in(loaded.document);
  }
  std::shared_ptr<const engine::message::PlatformNodes> platform;
  if (named.platform && !take_in_platform(loaded.document, platform, diagnostics)) return std::nullopt;
  if (named.overrides_preset) drop_preset_keys(loaded.document);
  if (named.preset) {
    // Defaults for reading the rest, so that keys that are written win.
    apply_preset(*named.preset, loaded.experiment.network.router, loaded.experiment.network.routing);
  }
  const auto explain = [&loaded](std::string_view text, Dimension wanted) {
    return explain_quantity(loaded.document, text, wanted);
  };
  const bool read = config::read(loaded.document, loaded.experiment, diagnostics, explain);
  check_layers(loaded.document, axes, diagnostics);
  if (!read || !diagnostics.ok()) return std::nullopt;
  loaded.experiment.network.file.reset();
  topology::FileGraphs own;
  if (!load_topology(loaded, graphs != nullptr ? *graphs : own, diagnostics)) return std::nullopt;
  loaded.experiment.network.nodes_of_platform = platform;
  if (auto* flow = loaded.experiment.network.model.get_if<engine::message::FlowModel>()) flow->nodes = platform;
  inject_into_all_rails(loaded);
  MeasureParams& measure = loaded.experiment.measure;
  if (!loaded.experiment.has_end()) {
    if (!measure.warmup) measure.warmup = default_warmup;
    if (!measure.cycles) measure.cycles = default_cycles;
    // A search asks what the network carries, so by default its sources do not wait for room.
    if (measure.find == Find::saturation && !loaded.document.has("workload.source")) {
      sources::do_not_stall(loaded.experiment.workload);
    }
  }
  if (loaded.experiment.name.empty()) loaded.experiment.name = name;
  check_experiment(loaded, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return loaded;
}

}  // namespace fsin::experiment
