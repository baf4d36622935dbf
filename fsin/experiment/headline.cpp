// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/headline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/core/text.hpp"
#include "fsin/routing/catalogue.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/synth/arrivals/bernoulli.hpp"
#include "trgen/synth/loops/loop.hpp"
#include "trgen/synth/sizes/fixed.hpp"

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
       {std::pair("arrivals", trgen::synth::BernoulliArrivals::name),
        std::pair("sizes", trgen::synth::FixedSizes::name), std::pair("loop", trgen::synth::OpenLoop::name)}) {
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

}  // namespace

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
