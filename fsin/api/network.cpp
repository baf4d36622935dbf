// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

#include "fsin/api/network_run.hpp"
#include "fsin/api/network_state.hpp"
#include "fsin/api/ready.hpp"
#include "fsin/config/named.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"

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

struct Network::Content {
  explicit Content(std::shared_ptr<const api::NetworkMachine> of)
      : machine(std::move(of)), run(std::make_unique<api::NetworkRun>(*machine)) {}

  void check_node(std::uint32_t node, const char* what) const {
    if (node >= machine->nodes)
      throw std::invalid_argument(
          fmt::format("{} {} does not exist; nodes are 0 to {}", what, node, machine->nodes - 1));
  }

  std::shared_ptr<const api::NetworkMachine> machine;  ///< shared with branches
  std::unique_ptr<api::NetworkRun> run;
};

Network::Network(const Experiment& experiment, bool allow_deadlock, std::string_view engine) {
  const engine::EngineKind kind = kind_of(engine);
  Diagnostics diagnostics;
  run::Prepared made = network_of({experiment.file_, experiment.name_, experiment.text_, experiment.overrides_},
                                  allow_deadlock, kind, diagnostics);
  content_ = std::make_unique<Content>(
      std::make_shared<api::NetworkMachine>(std::move(made), kind, api::messages(diagnostics, Severity::warning)));
}

Network::Network(std::unique_ptr<Content> content) : content_(std::move(content)) {}

Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;
Network::~Network() = default;

std::uint32_t Network::nodes() const { return content_->machine->nodes; }
double Network::seconds_per_cycle() const { return content_->machine->cycle_seconds; }
const std::vector<Message>& Network::warnings() const { return content_->machine->warnings; }
std::uint64_t Network::now() const { return content_->run->now(); }
std::uint64_t Network::under_way() const { return content_->run->under_way(); }

void Network::send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, std::uint64_t at,
                   std::uint64_t token) {
  content_->run->stop_if_ended();
  content_->check_node(source, "source");
  content_->check_node(destination, "destination");
  if (source == destination)
    throw std::invalid_argument(fmt::format("a message of node {} to itself crosses no network", source));
  if (at < now()) throw std::invalid_argument(fmt::format("cycle {} is over; it is cycle {}", at, now()));
  if (at > most_cycle || bytes > most_cycle)
    throw std::invalid_argument(fmt::format("a cycle and a number of bytes are at most 2^60 = {}", most_cycle));
  content_->run->send(source, destination, bytes, at, token);
}

std::uint64_t Network::advance(std::uint64_t until) {
  return content_->run->advance(until > most_cycle ? never : until);
}

std::optional<Network::Delivery> Network::next_delivery() {
  const auto arrival = content_->run->take();
  if (!arrival) return std::nullopt;
  return Delivery{arrival->token, arrival->cycle};
}

std::string Network::save() const {
  ByteWriter state;
  content_->run->save(state);
  return api::sealed(content_->machine->owner(), state.bytes());
}

void Network::restore(std::string_view state) {
  const auto bytes = api::opened(content_->machine->owner(), state);
  auto run = std::make_unique<api::NetworkRun>(*content_->machine);
  run->restore(bytes);
  content_->run = std::move(run);
}

Network Network::branch() const {
  ByteWriter state;
  content_->run->save(state);
  auto content = std::make_unique<Content>(content_->machine);
  content->run->restore(state.bytes());
  return Network(std::move(content));
}

}  // namespace fsin
