// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <utility>

#include "fsin/live/futex.hpp"

namespace fsin::live {
namespace {

constexpr long look_around_ms = 50;
constexpr long look_at_clock_ms = 1;
constexpr std::chrono::milliseconds longest_asleep{50};
constexpr std::uint64_t time_of_sleepers = 10'000'000;  // ps
constexpr std::uint64_t look_at_limit_every = 32;       // turns: of a rank that tests, each may be ten thousand tests

}  // namespace

Session::Session(SessionSettings settings)
    : settings_(std::move(settings)),
      shared_(settings_.command.ranks, settings_.costs),
      clocks_(memory()),
      cores_(memory(), clocks_),
      known_(settings_.command.ranks, 0),
      running_(settings_.command.ranks),
      is_listed_(settings_.command.ranks, true) {
  memory().shared().without_mpi = settings_.without_mpi ? 1 : 0;
  std::iota(running_.begin(), running_.end(), 0U);
}

Session::Heard Session::hear(std::uint32_t rank, std::uint64_t enough) {
  if (!launcher_) {
    began_ = std::chrono::steady_clock::now();
    launcher_.emplace(settings_.tools, settings_.command, shared_);
  }
  // A program that looks for messages for ever keeps the simulator awake.
  if (++heard_ % look_at_limit_every == 0) {
    if (auto reason = past_limit()) return {0, std::move(reason)};
  }
  std::optional<std::chrono::steady_clock::time_point> asleep;
  while (has_turn(rank)) {
    const bool long_asleep = sleep(rank, enough);
    if (!has_turn(rank)) break;
    if (auto reason = long_asleep ? trouble() : failure_of_rank()) return {0, std::move(reason)};
    if (!long_asleep || !waits_outside(rank)) {
      asleep.reset();
    } else if (!asleep) {
      asleep = std::chrono::steady_clock::now();
    } else if (std::chrono::steady_clock::now() - *asleep > longest_asleep) {
      known_[rank] = enough + time_of_sleepers;
      return {known_[rank], {}};
    }
    if (const std::uint64_t earliest = clocks_.earliest(rank); earliest >= enough && earliest != 0) {
      known_[rank] = earliest;
      return {earliest, {}};
    }
  }
  return {0, failure_of_rank()};
}

/// A program without MPI may wait at a socket or a file for another rank, which waits for simulated time to go on.
/// Where it has slept for long, time goes on beside it, a little at a time.
bool Session::waits_outside(std::uint32_t rank) const {
  const std::int32_t process = memory().rank(rank).process.load();
  if (!settings_.without_mpi || process == 0) return false;
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  const std::size_t name = text.rfind(") ");
  return name != std::string::npos && text.compare(name + 2, 1, "S") == 0;
}

bool Session::has_turn(std::uint32_t rank) const {
  return memory().rank(rank).turn.load() == static_cast<std::uint32_t>(Turn::rank);
}

/// Ranks that have their turn and compute until this time (ps), so that nobody need wait for them.
std::int32_t Session::count_beyond(std::uint64_t time) {
  std::erase_if(running_, [&](std::uint32_t rank) { return !(is_listed_[rank] = has_turn(rank)); });
  return static_cast<std::int32_t>(std::ranges::count_if(running_, [&](std::uint32_t rank) {
    return std::max(known_[rank], memory().rank(rank).earliest.load()) >= time;
  }));
}

/// Sleeps until all have handed their turn over that simulated time has to wait for: the ranks that do not compute
/// until this time. True when that takes long.
bool Session::sleep(std::uint32_t rank, std::uint64_t enough) {
  Shared& shared = memory().shared();
  const std::uint32_t news = shared.news.load();
  shared.enough.store(0);  // before the count, or else what a rank tells meanwhile would be missed
  const std::int32_t beyond = count_beyond(enough);
  shared.enough.store(beyond);
  bool long_asleep = false;
  if (has_turn(rank) && memory().rank(rank).earliest.load() < enough && shared.running.load() > beyond) {
    // A short sleep sets the timer of the core, which leaves a virtual machine; where ranks share a core, none of them
    // computes for long.
    const bool moves = clocks_.move_by_themselves() && !cores_.are_shared();
    long_asleep = sleep_while(shared.news, news, moves ? look_at_clock_ms : look_around_ms);
  }
  shared.enough.store(awake);
  if (long_asleep) cores_.look();
  return long_asleep;
}

void Session::give_turn(std::uint32_t rank) {
  RankBlock& block = memory().rank(rank);
  if (!is_listed_[rank]) running_.push_back(rank);
  is_listed_[rank] = true;
  memory().shared().running.fetch_add(1);
  block.turn.store(static_cast<std::uint32_t>(Turn::rank));
  if (block.sleeps.load() != 0) wake(block.turn);
  cores_.turn_given();
}

std::optional<std::string> Session::wait_for_end() {
  memory().shared().over.store(static_cast<std::uint32_t>(Over::finished));
  std::optional<int> status;
  while (!(status = launcher_->ended())) {
    if (auto reason = trouble(); reason && !launcher_->ended()) return reason;
    usleep(2'000);
  }
  if (auto reason = failure_of_rank()) return reason;
  if (WIFEXITED(*status)) {
    exit_code_ = static_cast<std::uint32_t>(WEXITSTATUS(*status));
    return std::nullopt;
  }
  const char* when =
      settings_.without_mpi ? "after its last message, the program " : "after MPI_Finalize, the program ";
  return when + end_text(*status);
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
    return fmt::format(
        "the program {} before all its ranks had {}", end_text(*status),
        settings_.without_mpi ? "enabled an endpoint of libfabric and come to their end" : "called MPI_Finalize");
  }
  return past_limit();
}

std::optional<std::string> Session::past_limit() const {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began_;
  if (settings_.limit_s > 0 && taken.count() > settings_.limit_s) {
    return fmt::format("the program has run for {:g} s of real time, which is its limit (workload.time_limit)",
                       settings_.limit_s);
  }
  return std::nullopt;
}

}  // namespace fsin::live
