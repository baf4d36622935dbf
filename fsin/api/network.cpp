// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

#include "fsin/api/fiber.hpp"
#include "fsin/api/ready.hpp"
#include "fsin/config/named.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/stats/outcome.hpp"
#include "fsin/workload/outside_messages.hpp"
#include "fsin/workload/packetised_workload.hpp"

namespace fsin {
namespace {

/// Times beyond are refused: so far no sum of two of them overflows.
constexpr Cycle most_cycle = Cycle{1} << 60U;

/// Messages of ranks, so that all is checked that concerns them, and nothing of the files that a workload may have.
constexpr std::string_view stand_in = "workload={type: program, kernel: ring}";

/// Keys of the length of a run and of what is measured in it.
constexpr std::array unused_keys{"warmup", "cycles", "seeds", "find", "resolution", "until", "sample", "confidence"};

/// Without the keys that a network does not look at, each of which is told.
config::Document without_workload(config::Document document, Diagnostics& diagnostics) {
  const auto leave_out = [&](const std::string& key, std::string_view why) {
    if (!document.has(key)) return;
    diagnostics.warning(document.mark(key), fmt::format("{} {}; remove it", key, why));
    document.drop(key);
  };
  leave_out("workload", "is left out: the messages of a Network are those that are sent through it");
  for (const char* key : unused_keys) {
    leave_out(fmt::format("measure.{}", key), "has no effect on a Network, which runs as long as it is advanced");
  }
  return document;
}

run::Prepared network_of(const api::Written& written, bool allow_deadlock, engine::EngineKind kind,
                         Diagnostics& diagnostics) {
  config::Document document = without_workload(api::document_of(written, diagnostics), diagnostics);
  std::vector<std::string> overrides = written.overrides;
  overrides.emplace_back(stand_in);
  auto loaded = experiment::load_experiment(std::move(document), overrides,
                                            "this describes many experiments; a Network is of one", diagnostics);
  api::stop_at_errors(diagnostics);
  run::Prepared made = api::prepared(std::move(*loaded), diagnostics);
  forecast::admit(made, {.shape = {kind, 1, 1}, .allow_deadlock = allow_deadlock}, diagnostics);
  api::stop_at_errors(diagnostics);
  return made;
}

engine::EngineKind kind_of(std::string_view name) {
  for (const auto& each : engine::engine_names) {
    if (each.name == name) return each.value;
  }
  throw std::invalid_argument(fmt::format("there is no engine \"{}\"; event and reference are", name));
}

}  // namespace

/// The run stands still within OutsideMessages::woken() while the caller of the library goes on.
struct Network::Content {
  Content(run::Prepared made, engine::EngineKind kind, std::vector<Message> warned)
      : prepared(std::move(made)),
        engine(kind),
        warnings(std::move(warned)),
        nodes(prepared.facts.nodes),
        cycle_seconds(experiment::seconds_per_cycle(prepared.experiment())),
        fiber([this] { run(); }) {
    auto messages = std::make_unique<workload::OutsideMessages>(nodes, [this] { fiber.suspend(); });
    outside = messages.get();
    if (engine::carries_messages(prepared.design)) {
      whole = std::move(messages);
    } else {
      packets = workload::make_packetised(std::move(messages), prepared.facts, {.pooled = false});
    }
    const experiment::MeasureParams& measure = prepared.experiment().measure;
    plan.seed = measure.seed;
    plan.watchdog = measure.watchdog.value;
    if (measure.max_cycles) plan.max_cycles = measure.max_cycles->value;
  }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  /// A run that stands still is led to its end, so that what is on its stack is destroyed.
  ~Content() {
    outside->end();
    if (!fiber.begun() || fiber.ended()) return;
    try {
      fiber.resume();
    } catch (...) {  // of a run that nobody asks any more
    }
  }

  void run() {
    try {
      totals = whole ? engine::run(engine, prepared.design, *prepared.topology, *whole, nullptr, plan, control)
                     : engine::run(engine, prepared.design, *prepared.topology, *packets, plan, control);
    } catch (const std::exception& error) {  // memory
      totals.outcome = stats::Outcome::interrupted;
      totals.cycles = outside->now();
      totals.failure = error.what();
      throw;
    }
  }
  /// Why there is no more of it.
  std::string ending() const {
    std::string text =
        fmt::format("the network can go on no more: {} in cycle {}", stats::to_string(totals.outcome), totals.cycles);
    if (!totals.failure.empty()) text += fmt::format("\n{}", totals.failure);
    for (const std::string& line : totals.diagnosis) text += fmt::format("\n{}", line);
    return text;
  }
  void stop_if_ended() const {
    if (fiber.ended()) throw std::runtime_error(ending());
  }
  void check_node(std::uint32_t node, const char* what) const {
    if (node >= nodes)
      throw std::invalid_argument(fmt::format("{} {} does not exist; nodes are 0 to {}", what, node, nodes - 1));
  }

  run::Prepared prepared;
  engine::EngineKind engine;
  std::vector<Message> warnings;
  std::uint32_t nodes;
  double cycle_seconds;
  engine::RunPlan plan;
  engine::Control control;
  workload::OutsideMessages* outside = nullptr;
  std::unique_ptr<workload::MessageWorkload> whole;
  std::unique_ptr<workload::Workload> packets;
  stats::RunTotals totals;
  api::Fiber fiber;
};

Network::Network(const Experiment& experiment, bool allow_deadlock, std::string_view engine) {
  const engine::EngineKind kind = kind_of(engine);
  Diagnostics diagnostics;
  run::Prepared made = network_of({experiment.file_, experiment.name_, experiment.text_, experiment.overrides_},
                                  allow_deadlock, kind, diagnostics);
  content_ = std::make_unique<Content>(std::move(made), kind, api::messages(diagnostics, Severity::warning));
}

Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;
Network::~Network() = default;

std::uint32_t Network::nodes() const { return content_->nodes; }
double Network::seconds_per_cycle() const { return content_->cycle_seconds; }
const std::vector<Message>& Network::warnings() const { return content_->warnings; }
std::uint64_t Network::now() const { return content_->outside->now(); }
std::uint64_t Network::under_way() const { return content_->outside->under_way(); }

void Network::send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, std::uint64_t at,
                   std::uint64_t token) {
  content_->stop_if_ended();
  content_->check_node(source, "source");
  content_->check_node(destination, "destination");
  if (source == destination)
    throw std::invalid_argument(fmt::format("a message of node {} to itself crosses no network", source));
  if (at < now()) throw std::invalid_argument(fmt::format("cycle {} is over; it is cycle {}", at, now()));
  if (at > most_cycle || bytes > most_cycle)
    throw std::invalid_argument(fmt::format("a cycle and a number of bytes are at most 2^60 = {}", most_cycle));
  content_->outside->send(source, destination, bytes, at, token);
}

std::uint64_t Network::advance(std::uint64_t until) {
  workload::OutsideMessages& outside = *content_->outside;
  if (outside.has_arrivals() || until <= outside.now()) return outside.now();
  content_->stop_if_ended();
  if (until > most_cycle && outside.under_way() == 0) return outside.now();
  outside.go_until(until > most_cycle ? never : until);
  content_->fiber.resume();
  content_->stop_if_ended();
  return outside.now();
}

std::optional<Network::Delivery> Network::next_delivery() {
  const auto arrival = content_->outside->take();
  if (!arrival) return std::nullopt;
  return Delivery{arrival->token, arrival->cycle};
}

}  // namespace fsin
