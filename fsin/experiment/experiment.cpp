// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/analysis/pair_routes.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/layers.hpp"
#include "fsin/experiment/link_classes.hpp"
#include "fsin/routing/catalogue.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/replay/placements/file.hpp"
#include "trgen/replay/replay_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/packets/packet_workload.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {
namespace {

/// "8x8" for a list of numbers, "[1 us, 2 us]" for one of anything else.
std::string short_value(const config::Tree& value) {
  if (!value.is_list()) return value.text;
  const bool numbers = std::all_of(value.items.begin(), value.items.end(),
                                   [](const config::Tree& item) { return item.kind == config::Tree::Kind::number; });
  std::string text;
  for (const config::Tree& item : value.items) {
    text += fmt::format("{}{}", text.empty() ? "" : numbers ? "x" : ", ", short_value(item));
  }
  return numbers ? text : fmt::format("[{}]", text);
}

/// "torus 8x8", "fat-tree k 4 n 3": the type of a choice and its lists and numbers.
std::string short_choice(const config::Tree& choice) {
  std::string text;
  const bool of_file = choice.find("file") != nullptr;  // its name says more than how it is read
  for (const config::Tree& item : choice.items) {
    if (item.key == "file") {
      text += fmt::format(" {}", std::filesystem::path(item.text).filename().string());
    } else if (of_file && item.key != "type" && item.kind == config::Tree::Kind::text) {
      continue;
    } else if (item.key == "type") {
      text = item.text;
    } else if (item.is_list()) {
      const bool sizes = !item.items.empty() && item.items.front().kind == config::Tree::Kind::number;
      if (!item.items.empty()) text += fmt::format(" {}{}", sizes ? "" : item.key + " ", short_value(item));
    } else if (item.kind == config::Tree::Kind::number) {
      text += fmt::format(" {} {}", item.key, item.text);
    } else if (item.kind == config::Tree::Kind::text) {
      text += fmt::format(" {}", item.text);
    }
  }
  return text;
}

/// The routing without the words that say what it does anyway; its selection policy is always named.
std::string routing_text(const Experiment& experiment) {
  Experiment usual = experiment;
  usual.network.routing = routing::Routings::visit(
      [](const auto& family) -> routing::AnyRouting { return std::decay_t<decltype(family)>{}; },
      experiment.network.routing);
  config::Tree routing = *config::to_tree(experiment).at("network.routing");
  const config::Tree unsaid = config::to_tree(usual);
  std::erase_if(routing.items, [&](const config::Tree& item) {
    if (item.kind != config::Tree::Kind::text || item.key == "type" || item.key == "select") return false;
    const config::Tree* value = unsaid.at("network.routing." + item.key);
    return value != nullptr && value->text == item.text;
  });
  return short_choice(routing);
}

/// ", marker A 2 to the end"; nothing for a whole trace.
std::string region_text(const config::Tree& region) {
  const config::Tree& from = *region.find("from");
  const config::Tree& to = *region.find("to");
  if (from.text.empty() && to.text.empty()) return {};
  return fmt::format(", {} to {}", from.text.empty() ? "the beginning" : from.text,
                     to.text.empty() ? "the end" : to.text);
}

/// "stencil on 64 ranks, 100 iterations", "npb cg W", "script halo.yaml": what a kind of program has of these keys.
std::string kernel_text(const config::Tree& kernel) {
  const auto value = [&kernel](std::string_view key) {
    const config::Tree* found = kernel.find(key);
    return found != nullptr && found->is_scalar() ? found->text : std::string();
  };
  std::string text = value("type");
  for (const char* key : {"kernel", "class", "operation"}) {
    if (const std::string part = value(key); !part.empty()) text += " " + part;
  }
  if (const std::string file = value("file"); !file.empty())
    text += " " + std::filesystem::path(file).filename().string();
  if (const std::string ranks = value("ranks"); !ranks.empty()) text += fmt::format(" on {} ranks", ranks);
  const std::string iterations = value("iterations");
  if (!iterations.empty()) text += fmt::format(", {} iteration{}", iterations, iterations == "1" ? "" : "s");
  return text;
}

/// "3 jobs and background load", copies counted.
std::string jobs_text(const config::Tree& workload) {
  std::uint64_t jobs = 0;
  for (const config::Tree& job : workload.find("jobs")->items) {
    const config::Tree* copies = job.find("copies");
    jobs += copies != nullptr ? parse_natural(copies->text).value_or(1) : 1;
  }
  const config::Tree* background = workload.find("background");
  const bool beside = background != nullptr && (background->is_map() || !background->text.empty());
  return fmt::format("{} job{}{}", jobs, jobs == 1 ? "" : "s", beside ? " and background load" : "");
}

std::string workload_line(const config::Tree& workload, bool searches) {
  std::string text = short_value(*workload.find("type"));
  if (text == trgen::jobs::JobsParams::name) return jobs_text(workload);
  const config::Tree* loop = workload.find("loop");
  const bool open = loop == nullptr || loop->find("type")->text == trgen::synth::OpenLoop::name ||
                    loop->find("type")->text == trgen::synth::TriggeredLoop::name;
  for (const char* key : {"pattern", "load", "file", "kernel", "order"}) {
    const config::Tree* value = workload.find(key);
    if (value == nullptr || (std::string_view(key) == "load" && !open)) continue;
    const std::string shown = value->is_map() ? short_choice(*value) : short_value(*value);
    if (std::string_view(key) == "kernel") {
      text += fmt::format(" {},", kernel_text(*value));
    } else if (std::string_view(key) == "file") {
      text += fmt::format(" {}", std::filesystem::path(shown).filename().string());
    } else if (std::string_view(key) == "load" && searches) {
      text += ", looking for saturation";
    } else {
      text += fmt::format("{}{}", std::string_view(key) == "load" ? " at load " : " ", shown);
    }
  }
  for (const auto& [key, usual] :
       {std::pair("arrivals", "bernoulli"), std::pair("sizes", "fixed"), std::pair("loop", "open")}) {
    const config::Tree* value = workload.find(key);
    if (value != nullptr && short_choice(*value) != usual) text += fmt::format(", {} {}", key, short_choice(*value));
  }
  for (const char* key : {"parts", "phases"}) {
    const config::Tree* value = workload.find(key);
    if (value != nullptr && !value->items.empty()) text += fmt::format(", {} {}", value->items.size(), key);
  }
  if (const config::Tree* region = workload.find("region")) text += region_text(*region);
  return text;
}

/// True where a key that was not written has its value from the preset. The keys of another routing than the preset's
/// have their defaults.
bool preset_holds(const NetworkParams& network, std::string_view path) {
  if (!network.preset || !sets_key(path)) return false;
  if (!path.starts_with("network.routing")) return true;
  router::RouterParams router;
  routing::AnyRouting routing;
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
  sources::for_each_file(experiment.workload, absolute);
  if (const auto named = topology::file_of(experiment.network.topology); named.path != nullptr) absolute(*named.path);
  for (auto* each : {&experiment.network.platform, &experiment.network.hosts}) {
    if (*each) absolute(**each);
  }
  return experiment;
}

topology::Topology built_network(const NetworkParams& network) {
  topology::Topology topology = topology::build(network.topology);
  topology::fail(network.faults, topology);
  return topology;
}

engine::Design design_of(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  const LinkClock clock = clock_of(network);
  router::RouterParams router = network.router;
  router.delay = clock.cycles(router.delay);
  router.credit_delay = clock.cycles(router.credit_delay);
  engine::Design design{.topology = network.topology,
                        .router = router,
                        .routing = network.routing,
                        .packet_phits = static_cast<unsigned>(network.packet.value / network.phit.value),
                        .link_delay = static_cast<unsigned>(clock.cycles(network.link.delay)),
                        .link_classes = link_times_of(network),
                        .phit_bytes = static_cast<unsigned>(network.phit.value),
                        .model = {}};
  // A model that stands for the best of all networks of such links has the least of their delays.
  const workload::NetworkFacts facts = packets_of(network);
  const engine::message::Machine machine{.cycle_seconds = seconds_per_cycle(experiment),
                                         .phit_bytes = design.phit_bytes,
                                         .link_delay = engine::link_spread(design).shortest_hop - 1,
                                         .router_delay = router.delay.cycles(),
                                         .packet_phits = facts.packet_phits,
                                         .packet_bytes = facts.packet_bytes(),
                                         .variable_last_packet = facts.variable_last_packet};
  design.with_routes = analysis::with_routes;
  design.model = engine::message::configure(network.model, machine);
  return design;
}

LinkClock clock_of(const NetworkParams& network) {
  return {network.link.bandwidth.value, network.phit.value * 8, network.link.propagation.value};
}

double seconds_per_cycle(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  return static_cast<double>(network.phit.value) * 8 / static_cast<double>(network.link.bandwidth.value);
}

std::string headline_of_topology(const Experiment& experiment) {
  return short_choice(*config::to_tree(experiment).at("network.topology"));
}

std::string headline(const Experiment& experiment) {
  const config::Tree tree = config::to_tree(experiment);
  const std::string work = workload_line(*tree.at("workload"), experiment.measure.find == Find::saturation);
  if (!experiment.network.model.is<engine::RoutersModel>()) {
    const auto& platform = experiment.network.platform;
    return fmt::format("network {} between the {}; {}", short_choice(*tree.at("network.model")),
                       platform ? fmt::format("hosts of {}", platform->filename().string())
                                : fmt::format("nodes of {}", short_choice(*tree.at("network.topology"))),
                       work);
  }
  const router::FlowControl flow_control = engine::flow_control_of(design_of(experiment));
  const unsigned channels = experiment.network.router.virtual_channels;
  return fmt::format("{}, {}, {} VC{}, {}; {}", short_choice(*tree.at("network.topology")), routing_text(experiment),
                     channels, channels == 1 ? "" : "s", config::name_of(router::FlowControls::names, flow_control),
                     work);
}

}  // namespace fsin::experiment
