// SPDX-License-Identifier: Apache-2.0
#include "fsin/api/network_run.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/build_identity.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/stats/outcome.hpp"
#include "fsin/workload/packetised_workload.hpp"

namespace fsin::api {

NetworkMachine::NetworkMachine(run::Prepared made, engine::EngineKind kind, std::vector<Message> warned)
    : prepared(std::move(made)),
      engine(kind),
      warnings(std::move(warned)),
      nodes(prepared.facts.nodes),
      cycle_seconds(experiment::seconds_per_cycle(prepared.experiment())) {}

const StateOwner& NetworkMachine::owner() const {
  std::call_once(owner_known_, [this] {
    StateOwner owner{std::string(build_identity::program_digest()),
                     std::string(build_identity::revision()),
                     std::string(config::name_of(engine::engine_names, engine)),
                     config::dump(experiment::with_absolute_paths(prepared.experiment())),
                     {}};
    for (const Input& each : prepared.inputs().list()) {
      if (each.in_configuration || each.kind == "experiment") continue;
      owner.files += fmt::format("{} {}\n", each.path.string(), each.digest);
    }
    owner_ = std::move(owner);
  });
  return owner_;
}

NetworkRun::NetworkRun(const NetworkMachine& machine) : machine_(machine), fiber_([this] { run(); }) {
  const run::Prepared& prepared = machine.prepared;
  auto messages = std::make_unique<workload::OutsideMessages>(machine.nodes, [this] { fiber_.suspend(); });
  outside_ = messages.get();
  if (engine::carries_messages(prepared.design)) {
    messages_ = std::move(messages);
  } else {
    packets_ = workload::make_packetised(std::move(messages), prepared.facts, {.pooled = false});
  }
  const experiment::MeasureParams& measure = prepared.experiment().measure;
  plan_.seed = measure.seed;
  plan_.watchdog = measure.watchdog.value;
  if (measure.max_cycles) plan_.max_cycles = measure.max_cycles->value;
  plan_.checkpoint = &kept_;
}

NetworkRun::~NetworkRun() {
  outside_->end();
  if (!fiber_.begun() || fiber_.ended()) return;
  try {
    fiber_.resume();
  } catch (...) {  // of a run that nobody asks any more
  }
}

void NetworkRun::run() {
  const run::Prepared& prepared = machine_.prepared;
  try {
    totals_ = messages_ ? engine::run(machine_.engine, prepared.design, *prepared.topology, *messages_, nullptr, plan_,
                                      control_)
                        : engine::run(machine_.engine, prepared.design, *prepared.topology, *packets_, plan_, control_);
  } catch (const std::exception& error) {  // memory
    totals_.outcome = stats::Outcome::interrupted;
    totals_.cycles = outside_->now();
    totals_.failure = error.what();
    throw;
  }
}

/// Why there is no more of it.
std::string NetworkRun::ending() const {
  std::string text =
      fmt::format("the network can go on no more: {} in cycle {}", stats::to_string(totals_.outcome), totals_.cycles);
  if (!totals_.failure.empty()) text += fmt::format("\n{}", totals_.failure);
  for (const std::string& line : totals_.diagnosis) text += fmt::format("\n{}", line);
  return text;
}

void NetworkRun::stop_if_ended() const {
  if (fiber_.ended()) throw std::runtime_error(ending());
}

void NetworkRun::send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, Cycle at,
                      std::uint64_t token) {
  if (!kept_.can_save()) sent_.push_back({now(), at, bytes, token, source, destination});
  outside_->send(source, destination, bytes, at, token);
}

Cycle NetworkRun::advance(Cycle until) {
  if (outside_->has_arrivals() || until <= now()) return now();
  stop_if_ended();
  if (until == never && under_way() == 0) return now();
  outside_->go_until(until);
  resume();
  return now();
}

void NetworkRun::resume() {
  const bool begins = !fiber_.begun();
  fiber_.resume();
  if (begins && kept_.can_save()) sent_ = {};
  stop_if_ended();
}

void NetworkRun::save(ByteWriter& out) const {
  stop_if_ended();
  out(kept_.can_save());
  if (kept_.can_save()) return kept_.write(out);
  out(now(), static_cast<std::uint64_t>(outside_->arrivals()), sent_);
}

void NetworkRun::restore(std::span<const std::byte> state) {
  ByteReader in(state);
  bool saved = false;
  in(saved);
  if (!saved) return play_again(in);
  kept_.go_on_from(in.rest());
  resume();
}

/// Hands the same messages over again, each when it was, up to the cycle of the state.
void NetworkRun::play_again(ByteReader& in) {
  Cycle end = 0;
  std::uint64_t not_taken = 0;
  std::vector<Sent> all;
  in(end, not_taken, all);
  const auto go_to = [&](Cycle cycle) {
    while (now() < cycle) {
      while (outside_->arrivals() > not_taken) outside_->take();
      outside_->go_until(cycle);
      resume();
    }
  };
  for (const Sent& each : all) {
    go_to(each.now);
    send(each.source, each.destination, each.bytes, each.at, each.token);
  }
  go_to(end);
  while (outside_->arrivals() > not_taken) outside_->take();
}

void NetworkRun::Kept::load(const std::function<void(ByteReader&)>& read) {
  if (!state_) return;
  ByteReader in(*std::exchange(state_, std::nullopt));
  read(in);
  if (!in.at_end()) throw std::runtime_error("the state of the network is longer than what was saved");
}

}  // namespace fsin::api
