// SPDX-License-Identifier: Apache-2.0
// The run of a network that is part of another simulator: an engine on a fiber, which stands still within
// OutsideMessages::woken() while the caller of the library goes on.
//
// State. An engine that can save itself while it stands still says so when its run begins (standing_checkpoint.hpp). Of
// any other, the reference engines among them, the messages are kept as they were handed over, and a state is all of
// them, which are played again. Until its run has begun, a network is of the second kind. Which it is, the state says.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/api/fiber.hpp"
#include "fsin/api/fsin.hpp"
#include "fsin/api/network_state.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/engine/standing_checkpoint.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/workload/outside_messages.hpp"

namespace fsin::api {

/// What does not change while a network runs; several runs may be of one.
struct NetworkMachine {
  NetworkMachine(run::Prepared made, engine::EngineKind kind, std::vector<Message> warned);

  /// What states of its runs belong to. Throws InputOutputError where a file that was read has changed since.
  const StateOwner& owner() const;

  run::Prepared prepared;
  engine::EngineKind engine;
  std::vector<Message> warnings;
  std::uint32_t nodes;
  double cycle_seconds;

 private:
  mutable std::once_flag owner_known_;
  mutable StateOwner owner_;
};

class NetworkRun {
 public:
  /// `machine` outlives it.
  explicit NetworkRun(const NetworkMachine& machine);
  NetworkRun(const NetworkRun&) = delete;
  NetworkRun& operator=(const NetworkRun&) = delete;
  /// A run that stands still is led to its end, so that what is on its stack is destroyed.
  ~NetworkRun();

  Cycle now() const { return outside_->now(); }
  std::uint64_t under_way() const { return outside_->under_way(); }
  /// A message between two nodes, from cycle `at` on, which is now() or later.
  void send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, Cycle at, std::uint64_t token);
  Cycle advance(Cycle until);
  std::optional<workload::OutsideArrival> take() { return outside_->take(); }
  /// Throws std::runtime_error where the run can go on no more.
  void stop_if_ended() const;

  /// Throws std::runtime_error where the run can go on no more.
  void save(ByteWriter& out) const;
  /// Of a run that has not begun: goes on from a state of another run of the same machine.
  void restore(std::span<const std::byte> state);

 private:
  /// A message as it was handed over.
  struct Sent {
    Cycle now = 0;
    Cycle at = 0;
    std::uint64_t bytes = 0;
    std::uint64_t token = 0;
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
  };
  /// Gives the run the state from which it goes on, if there is one.
  class Kept final : public engine::StandingCheckpoint {
   public:
    void go_on_from(std::span<const std::byte> state) { state_ = state; }
    void load(const std::function<void(ByteReader&)>& read) override;

   private:
    std::optional<std::span<const std::byte>> state_;
  };

  void run();
  void resume();
  void play_again(ByteReader& in);
  std::string ending() const;

  const NetworkMachine& machine_;
  engine::RunPlan plan_;
  engine::Control control_;
  Kept kept_;
  workload::OutsideMessages* outside_ = nullptr;
  std::unique_ptr<workload::MessageWorkload> messages_;  ///< of a model that carries them whole; else in packets_
  std::unique_ptr<workload::Workload> packets_;
  std::vector<Sent> sent_;  ///< all messages, while the engine cannot save its state
  stats::RunTotals totals_;
  Fiber fiber_;
};

}  // namespace fsin::api
