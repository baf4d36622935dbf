// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/experiment.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fsin/app/experiment_checks.hpp"
#include "fsin/app/layers.hpp"
#include "fsin/app/network_part.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/config/read.hpp"

namespace fsin::app {
namespace {

/// "8x8", "4", "true".
std::string short_value(const config::Tree& value) {
  if (!value.is_list()) return value.text;
  std::string text;
  for (const config::Tree& item : value.items) text += fmt::format("{}{}", text.empty() ? "" : "x", short_value(item));
  return text;
}

/// "torus 8x8", "fat-tree k 4 n 3": the type of a choice and its lists and numbers.
std::string short_choice(const config::Tree& choice) {
  std::string text;
  for (const config::Tree& item : choice.items) {
    if (item.key == "type") {
      text = item.text;
    } else if (item.is_list()) {
      if (!item.items.empty()) text += fmt::format(" {}", short_value(item));
    } else if (item.kind == config::Tree::Kind::number) {
      text += fmt::format(" {} {}", item.key, item.text);
    } else if (item.kind == config::Tree::Kind::text) {
      text += fmt::format(" {}", item.text);
    }
  }
  return text;
}

/// ", marker A 2 to the end"; nothing for a whole trace.
std::string region_text(const config::Tree& region) {
  const config::Tree& from = *region.find("from");
  const config::Tree& to = *region.find("to");
  if (from.text.empty() && to.text.empty()) return {};
  return fmt::format(", {} to {}", from.text.empty() ? "the beginning" : from.text,
                     to.text.empty() ? "the end" : to.text);
}

std::string workload_line(const config::Tree& workload, bool searches) {
  std::string text = short_value(*workload.find("type"));
  for (const char* key : {"pattern", "load", "file", "order"}) {
    const config::Tree* value = workload.find(key);
    if (value == nullptr) continue;
    const std::string shown = value->is_map() ? short_choice(*value) : short_value(*value);
    if (std::string_view(key) == "file") {
      text += fmt::format(" {}", std::filesystem::path(shown).filename().string());
    } else if (std::string_view(key) == "load" && searches) {
      text += ", looking for saturation";
    } else {
      text += fmt::format("{}{}", std::string_view(key) == "load" ? " at load " : " ", shown);
    }
  }
  if (const config::Tree* region = workload.find("region")) text += region_text(*region);
  return text;
}

/// What a document names that has keys of its own: a part with the place of its name, a preset, and whether an override
/// or an axis names that. Mistakes are left for the reading that follows to report.
struct Named {
  std::optional<std::filesystem::path> part;
  Mark part_mark;
  std::optional<Preset> preset;
  bool overrides_preset = false;
};

Named named_in(config::Document document) {
  Experiment experiment;
  Diagnostics ignored;
  config::read(document, experiment, ignored);
  Named named{{}, document.mark("network.file"), experiment.network.preset, overrides_preset(document)};
  const config::Tree* file = document.root().at("network.file");
  if (file != nullptr && file->is_scalar()) named.part = experiment.network.file;
  return named;
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
  config::Document document = config::load_file(file, diagnostics);
  if (!document.loaded()) return std::nullopt;
  if (!config::check_schema(document, "fsin", schema_version, diagnostics)) return std::nullopt;
  if (const config::Tree* sweep = document.root().find("sweep")) {
    diagnostics.error(sweep->key_mark,
                      fmt::format("this file describes many experiments; write fsin sweep {}", file.string()));
    return std::nullopt;
  }
  for (const std::string& assignment : overrides) document.override_with(assignment, diagnostics);
  return read_experiment(std::move(document), file.stem().string(), diagnostics);
}

std::optional<LoadedExperiment> read_experiment(config::Document document, const std::string& name,
                                                Diagnostics& diagnostics, std::span<const std::string> axes) {
  LoadedExperiment loaded{Experiment{}, document, {}};
  Named named = named_in(std::move(document));
  if (named.part) {
    loaded.network_part = named.part;
    if (!take_in_network(loaded.document, *named.part, named.part_mark, named.preset.has_value(), diagnostics)) {
      return std::nullopt;
    }
    named = named_in(loaded.document);
  }
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
  MeasureParams& measure = loaded.experiment.measure;
  if (!loaded.experiment.is_trace()) {
    if (!measure.warmup) measure.warmup = default_warmup;
    if (!measure.cycles) measure.cycles = default_cycles;
    // What a network carries is asked of sources that do not wait for it, if nothing else is written.
    auto& synthetic = std::get<trgen::synth::SyntheticParams>(loaded.experiment.workload);
    if (measure.find == Find::saturation && !loaded.document.has("workload.source")) {
      synthetic.source = trgen::synth::SourceModel::infinite;
    }
  }
  if (loaded.experiment.name.empty()) loaded.experiment.name = name;
  check_experiment(loaded, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  loaded.experiment.network.router.flow_control = engine::flow_control_of(design_of(loaded.experiment));
  return loaded;
}

namespace {

/// Whether a key that was not written has its value from the preset: not where another routing was written, whose keys
/// then have their defaults.
bool preset_holds(const NetworkParams& network, std::string_view path) {
  if (!network.preset || !sets_key(path)) return false;
  if (!path.starts_with("network.routing")) return true;
  router::RouterParams router;
  routing::Routings::variant routing;
  apply_preset(*network.preset, router, routing);
  return routing.index() == network.routing.index();
}

}  // namespace

std::string LoadedExperiment::origin(const std::string& path) const {
  const Mark mark = document.mark(path);
  if (!mark.is_default) return mark.text();
  // `pattern: uniform` is short for {type: uniform}: the type was written, as the choice itself.
  const std::size_t dot = path.rfind('.');
  if (dot != std::string::npos && path.substr(dot) == ".type") {
    const config::Tree* choice = document.root().at(path.substr(0, dot));
    if (choice != nullptr && choice->is_scalar()) return choice->mark.text();
  }
  if (!preset_holds(experiment.network, path)) return "default";
  return fmt::format("preset {}", config::name_of(preset_names, *experiment.network.preset));
}

Experiment with_absolute_paths(Experiment experiment) {
  const auto absolute = [](std::filesystem::path& path) {
    std::error_code ignored;
    if (path != "-") path = std::filesystem::absolute(path, ignored).lexically_normal();
  };
  if (auto* trace = std::get_if<trgen::replay::TraceParams>(&experiment.workload)) {
    absolute(trace->file);
    if (auto* placed = std::get_if<trgen::replay::FilePlacementParams>(&trace->placement)) absolute(placed->file);
  }
  return experiment;
}

namespace {

Cycle in_cycles(Nanoseconds time, double cycle_seconds) {
  return static_cast<Cycle>(std::llround(time.value * 1e-9 / cycle_seconds));
}

/// An ideal network needs one hop of the routers it stands for, with no waiting in it.
std::optional<engine::DirectNetwork> direct_network(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  if (const auto* loggp = std::get_if<engine::LoggpModel>(&network.model)) {
    const double cycle = seconds_per_cycle(experiment);
    return engine::DirectNetwork{in_cycles(loggp->latency, cycle), in_cycles(loggp->gap, cycle), true};
  }
  if (!std::holds_alternative<engine::IdealModel>(network.model)) return std::nullopt;
  const LinkClock clock = clock_of(network);
  return engine::DirectNetwork{1 + clock.cycles(network.link.delay) + 2 * clock.cycles(network.router.delay), 0, false};
}

}  // namespace

engine::Design design_of(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  const LinkClock clock = clock_of(network);
  router::RouterParams router = network.router;
  router.delay = clock.cycles(router.delay);
  router.credit_delay = clock.cycles(router.credit_delay);
  return {.topology = network.topology,
          .router = router,
          .routing = network.routing,
          .packet_phits = static_cast<unsigned>(network.packet.value / network.phit.value),
          .link_delay = static_cast<unsigned>(clock.cycles(network.link.delay)),
          .direct = direct_network(experiment)};
}

LinkClock clock_of(const NetworkParams& network) {
  return {network.link.bandwidth.value, network.phit.value * 8, network.link.propagation.value};
}

double seconds_per_cycle(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  return static_cast<double>(network.phit.value) * 8 / static_cast<double>(network.link.bandwidth.value);
}

workload::NetworkFacts facts_of(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  workload::NetworkFacts facts;
  facts.nodes = static_cast<std::uint32_t>(topology::extent_of(network.topology).nodes);
  std::visit(
      [&facts](const auto& params) {
        if constexpr (requires { params.dims; }) facts.dims = params.dims;
      },
      network.topology);
  facts.packet_phits = static_cast<std::uint32_t>(network.packet.value / network.phit.value);
  facts.phit_bytes = static_cast<std::uint32_t>(network.phit.value);
  if (network.payload) facts.payload_bytes = static_cast<std::uint32_t>(network.payload->value);
  facts.bit_rate = network.link.bandwidth.value;
  facts.variable_last_packet = network.variable_last_packet;
  return facts;
}

std::string headline_of_topology(const Experiment& experiment) {
  return short_choice(*config::to_tree(experiment).at("network.topology"));
}

std::string headline(const Experiment& experiment) {
  const config::Tree tree = config::to_tree(experiment);
  const std::string work = workload_line(*tree.at("workload"), experiment.measure.find == Find::saturation);
  if (!std::holds_alternative<engine::RoutersModel>(experiment.network.model)) {
    return fmt::format("network {} between the nodes of {}; {}", short_choice(*tree.at("network.model")),
                       short_choice(*tree.at("network.topology")), work);
  }
  const router::FlowControl flow_control = engine::flow_control_of(design_of(experiment));
  const unsigned channels = experiment.network.router.virtual_channels;
  return fmt::format("{}, {}, {} VC{}, {}; {}", short_choice(*tree.at("network.topology")),
                     short_choice(*tree.at("network.routing")), channels, channels == 1 ? "" : "s",
                     config::name_of(router::flow_control_names, flow_control), work);
}

}  // namespace fsin::app
