// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/rank_cores.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace fsin::live {
namespace {

/// CPU time of a turn below which it is tried whether ranks better share a core: much of it may be that of wake-ups
/// across cores. Where they share one it is their own, and above this they do not.
constexpr double tries_below_ns = 120'000;
constexpr double spreads_above_ns = 60'000;
constexpr std::chrono::seconds between_tries{2};
constexpr std::chrono::milliseconds least_window{20};
constexpr std::chrono::microseconds window_of_rank{200};  // a look takes some microseconds for each rank
/// A core that gives less than this part of its time has other work.
constexpr double fair_share = 0.7;
constexpr std::chrono::milliseconds first_move_after{
    500};  // and twice as long each time: all cores may have other work

std::uint64_t own_cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

RankCores::RankCores(const Mapping& memory, CpuClocks& clocks)
    : memory_(memory), clocks_(clocks), move_after_(first_move_after) {}

/// The ranks are no more by then.
RankCores::~RankCores() {
  ranks_.clear();
  spread();
}

void RankCores::look() {
  if (turns_ == 0) return;  // ranks are still in MPI_Init
  const auto now = Clock::now();
  const std::uint32_t ranks = memory_.shared().ranks;
  if (seen_ && now - seen_->time < std::max<Clock::duration>(least_window, ranks * window_of_rank)) return;
  const Seen before = seen_.value_or(Seen{});
  const bool first = !seen_;
  seen_ = see();
  if (first || given_up_) return;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (memory_.rank(rank).thread.load() == 0) return;  // several threads, which need their cores
  }
  if (!ranks_.empty() && has_new_threads()) {
    given_up_ = true;
    return spread();
  }
  const std::uint64_t turns = seen_->turns - before.turns;
  const auto used = static_cast<double>(seen_->used - before.used), own = static_cast<double>(seen_->own - before.own);
  const double of_turn = used / static_cast<double>(std::max<std::uint64_t>(turns, 1));
  if (ranks_.empty()) {
    if (turns <= ranks || of_turn > tries_below_ns || now < next_try_) return;
    pack(sched_getcpu());
    next_move_ = now + move_after_;
    return;
  }
  if (of_turn > spreads_above_ns) {
    next_try_ = now + between_tries;
    return spread();
  }
  const double passed = std::chrono::duration<double, std::nano>(seen_->time - before.time).count();
  if (used + own < fair_share * passed && now >= next_move_) move_on();
}

RankCores::Seen RankCores::see() {
  Seen seen{Clock::now(), turns_, 0, own_cpu_time()};
  for (std::uint32_t rank = 0; rank < memory_.shared().ranks; ++rank) seen.used += clocks_.cpu_time(rank);
  return seen;
}

/// Confines a thread to a core, if that is one of its own. Threads with another policy than the usual one are left as
/// they are.
bool RankCores::confine(pid_t thread, int core, bool yields, Thread& before) {
  before.thread = thread;
  if (sched_getaffinity(thread, sizeof before.cores, &before.cores) != 0) return false;
  before.policy = sched_getscheduler(thread);
  if (before.policy != SCHED_OTHER || !CPU_ISSET(static_cast<unsigned>(core), &before.cores)) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(core), &one);
  if (sched_setaffinity(thread, sizeof one, &one) != 0) return false;
  const sched_param usual{};
  if (yields) sched_setscheduler(thread, SCHED_BATCH, &usual);
  return true;
}

void RankCores::pack(int core) {
  if (core < 0) return;
  self_ = Thread{};
  if (!confine(gettid(), core, false, *self_)) self_.reset();
  for (std::uint32_t rank = 0; rank < memory_.shared().ranks; ++rank) {
    Thread thread;
    const pid_t number = memory_.rank(rank).thread.load();
    if (number == 0 || !confine(number, core, true, thread)) continue;
    thread.rank = rank;
    thread.siblings = threads_of(rank);
    ranks_.push_back(thread);
  }
  core_ = core;
}

void RankCores::spread() {
  const sched_param usual{};
  for (const Thread& each : ranks_) {
    sched_setaffinity(each.thread, sizeof each.cores, &each.cores);
    sched_setscheduler(each.thread, each.policy, &usual);
  }
  ranks_.clear();
  if (self_) sched_setaffinity(self_->thread, sizeof self_->cores, &self_->cores);
  self_.reset();
}

std::uint64_t RankCores::threads_of(std::uint32_t rank) const {
  struct stat about {};
  const std::string folder = fmt::format("/proc/{}/task", memory_.rank(rank).process.load());
  return stat(folder.c_str(), &about) == 0 ? about.st_nlink : 0;  // two links of its own, one for each thread
}

bool RankCores::has_new_threads() const {
  return std::ranges::any_of(ranks_, [this](const Thread& each) { return threads_of(each.rank) > each.siblings; });
}

/// To the next core that this thread may use.
void RankCores::move_on() {
  move_after_ *= 2;
  next_move_ = Clock::now() + move_after_;
  if (!self_) return;
  const cpu_set_t cores = self_->cores;
  int next = core_;
  do {
    next = (next + 1) % CPU_SETSIZE;
  } while (!CPU_ISSET(static_cast<unsigned>(next), &cores));
  if (next == core_) return;
  spread();
  pack(next);
}

}  // namespace fsin::live
