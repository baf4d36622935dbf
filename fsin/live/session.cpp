// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "fsin/live/futex.hpp"

namespace fsin::live {
namespace {

constexpr long look_around_ms = 50;
constexpr long look_at_clock_ms = 1;

}  // namespace

Session::Session(SessionSettings settings)
    : settings_(std::move(settings)), shared_(settings_.command.ranks, settings_.costs), clocks_(memory()) {}

Session::Heard Session::hear(std::uint32_t rank, std::uint64_t enough) {
  if (!launcher_) {
    began_ = std::chrono::steady_clock::now();
    launcher_.emplace(settings_.tools, settings_.command, shared_);
  }
  RankBlock& block = memory().rank(rank);
  const auto theirs = static_cast<std::uint32_t>(Turn::rank);
  const long patience_ms = clocks_.move_by_themselves() ? look_at_clock_ms : look_around_ms;
  while (block.turn.load() == theirs) {
    const std::uint32_t news = block.news.load();
    block.watched.store(1);
    if (block.turn.load() == theirs && block.earliest.load() < enough) sleep_while(block.news, news, patience_ms);
    block.watched.store(0);
    if (block.turn.load() != theirs) break;
    if (auto reason = trouble()) return {0, std::move(reason)};
    if (const std::uint64_t earliest = clocks_.earliest(rank); earliest >= enough && earliest != 0)
      return {earliest, {}};
  }
  return {0, failure_of_rank()};
}

void Session::give_turn(std::uint32_t rank) {
  RankBlock& block = memory().rank(rank);
  block.turn.store(static_cast<std::uint32_t>(Turn::rank));
  if (block.sleeps.load() != 0) wake(block.turn);
}

std::optional<std::string> Session::wait_for_end() {
  memory().shared().over.store(static_cast<std::uint32_t>(Over::finished));
  std::optional<int> status;
  while (!(status = launcher_->ended())) {
    if (auto reason = trouble(); reason && !launcher_->ended()) return reason;
    usleep(2'000);
  }
  if (auto reason = failure_of_rank()) return reason;
  if (*status == 0) return std::nullopt;
  return "after MPI_Finalize, the program " + end_text(*status);
}

void Session::end() {
  if (launcher_) launcher_->end();
}

std::optional<std::string> Session::failure_of_rank() const {
  const Shared& shared = memory().shared();
  if (shared.failing.load() != 2) return std::nullopt;
  return std::string(shared.failure);
}

/// Why nobody need wait any longer; nothing while all is well.
std::optional<std::string> Session::trouble() {
  if (auto reason = failure_of_rank()) return reason;
  if (settings_.interrupted != nullptr && settings_.interrupted->load(std::memory_order_relaxed)) {
    return std::string();
  }
  if (const auto status = launcher_->ended()) {
    if (auto reason = failure_of_rank()) return reason;
    return fmt::format("the program {} before all its ranks had called MPI_Finalize", end_text(*status));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began_;
  if (settings_.limit_s > 0 && taken.count() > settings_.limit_s) {
    return fmt::format("the program has run for {:g} s of real time, which is its limit (workload.time_limit)",
                       settings_.limit_s);
  }
  return std::nullopt;
}

}  // namespace fsin::live
