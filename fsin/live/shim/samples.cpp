// SPDX-License-Identifier: Apache-2.0
// Blocks that are sampled, delays and regions: what fsin_live.h calls.
#include <stdarg.h>
#include <stdio.h>

#include <algorithm>
#include <array>

#include "fsin/live/futex.hpp"
#include "fsin/live/queues.hpp"
#include "fsin/live/shim/common_memory.hpp"
#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/thread_list.hpp"

namespace fsin::live::shim {
namespace {

/// Times of executions of a block, ps.
struct Moments {
  std::uint64_t count = 0;
  double sum = 0, squares = 0;

  double mean() const { return sum / static_cast<double>(count); }
  /// The standard error of the mean is at most this share of it.
  bool within(double error) const {
    if (error <= 0) return true;
    if (count < 2) return false;
    const auto times = static_cast<double>(count);
    const double variance = std::max(0.0, (squares - sum * sum / times) / (times - 1));
    return variance / times <= error * error * mean() * mean();
  }
};

/// Of this process, by number of the site: executions by this rank, or the time within a region.
std::array<Moments, most_sites> own_moments;

Moments moments_of(const Site& site) {
  if (site.kind == SiteKind::local) return own_moments[number_of(site)];
  return {site.done.load(), site.sum.load(), site.squares.load()};
}

/// Ends the run for a reason that the result tells.
[[noreturn]] __attribute__((format(printf, 1, 2))) void stop(const char* format, ...) {
  char text[400];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  fsin_live_stop(text);
  _exit(1);
}

/// How the clock of a thread is read and moved on.
enum class Role : std::uint8_t { of_rank, beside, own_clock };

Role role() {
  if (rank().many) return Role::own_clock;
  return is_beside() ? Role::beside : Role::of_rank;
}

/// ps; of one role, differences of two are what has been computed between them.
double computed_up_to_now() {
  if (!measures()) return 0;
  Thread& own = own_thread();
  switch (role()) {
    case Role::own_clock:
      return static_cast<double>(clock_of(own));
    case Role::beside:
      return static_cast<double>(scaled_time(cpu_time())) + own.left_out;
    case Role::of_rank:
      break;
  }
  const Locked locked;
  threads.regions += longest_since();
  return static_cast<double>(rank().clock + scaled_time(static_cast<std::uint64_t>(threads.regions)));
}

/// The thread has computed for so long, ps, although it has not.
void leave_out(double picoseconds) {
  if (!measures()) return;
  Thread& own = own_thread();
  const auto nanoseconds = static_cast<std::int64_t>(picoseconds / (1000.0 * rank().memory.shared().costs.scale) + 0.5);
  const Locked locked;
  switch (role()) {
    case Role::own_clock:
      own.left_at -= static_cast<std::uint64_t>(nanoseconds);
      return;
    case Role::beside:
      own.counted -= nanoseconds;
      own.left_out += picoseconds;
      return;
    case Role::of_rank:
      threads.regions += longest_since() + nanoseconds;
      return;
  }
}

bool is_simulated() { return runs() && !is_within_mpi(); }

/// One of so many executions is this rank's.
bool takes_execution(Site& site, std::uint64_t count) {
  std::uint64_t begun = site.begun.load();
  while (begun < count) {
    if (site.begun.compare_exchange_weak(begun, begun + 1)) return true;
  }
  return false;
}

/// A block of all ranks is begun by so many as it is to be computed by. The others wait for the first mean: the rank
/// that computes it calls no MPI meanwhile, so it needs none of them.
bool begins_global(Site& site, std::uint64_t count, double error) {
  constexpr long look_ms = 20;
  while (!takes_execution(site, count)) {
    const std::uint32_t seen = site.ended.load();
    if (site.done.load() != 0) return !moments_of(site).within(error);
    sleep_while(site.ended, seen, look_ms);
    end_with_simulator(rank().memory);
  }
  return true;
}

int sample_begin(const char* file, int line, int global, unsigned long count, double error) {
  if (!is_simulated()) return 1;
  Thread& own = own_thread();
  Site& site = find_site({global != 0 ? SiteKind::global : SiteKind::local, file, line});
  for (unsigned each = 0; each < own.open_blocks; ++each) {
    if (own.blocks[each].site == &site) {
      stop(
          "comes to the block sampled at %s:%d within itself: it has been left by break, return or goto, or calls "
          "itself",
          file, line);
    }
  }
  if (own.open_blocks == most_open) stop("has too many sampled blocks within each other at %s:%d", file, line);
  count = std::max(count, 1UL);
  const bool computes = global != 0 ? begins_global(site, count, error)
                                    : moments_of(site).count < count || !moments_of(site).within(error);
  if (!computes) {
    const double mean = moments_of(site).mean();
    leave_out(mean);
    site.left_out.fetch_add(1);
    site.replaced.fetch_add(mean);
    return 0;
  }
  own.blocks[own.open_blocks++] = {&site, static_cast<std::uint8_t>(role()), computed_up_to_now()};
  return 1;
}

int sample_end(const char* file, int line) {
  if (!is_simulated()) return 0;
  Thread& own = own_thread();
  if (own.open_blocks == 0) return 0;  // it was begun before MPI_Init
  const OpenBlock block = own.blocks[--own.open_blocks];
  Site& site = *block.site;
  const double time = std::max(0.0, computed_up_to_now() - block.began);
  if (site.line != line) {
    stop("ends the sampled block at %s:%d, within which another one has been left by break, return or goto", file,
         line);
  }
  if (block.role == static_cast<std::uint8_t>(role())) {
    if (site.kind == SiteKind::local) {
      Moments& moments = own_moments[number_of(site)];
      ++moments.count;
      moments.sum += time;
      moments.squares += time * time;
    }
    site.sum.fetch_add(time);
    site.squares.fetch_add(time * time);
    site.done.fetch_add(1);
  } else {
    site.begun.fetch_sub(1);  // nobody knows what it took: the thread has changed its role meanwhile
  }
  site.ended.fetch_add(1);
  if (site.kind == SiteKind::global) wake(site.ended, static_cast<int>(rank().memory.shared().ranks));
  return 0;
}

int delay(const char* file, int line, double flops) {
  if (rank().block == nullptr) return 1;
  if (!is_simulated()) return 0;
  const double speed = rank().memory.shared().costs.speed;
  if (speed <= 0) {
    stop("gives a delay in flops at %s:%d; set workload.cpu.speed, such as 2e9 (flop/s)", file, line);
  }
  constexpr double per_second = 1e12, most = 1e18;  // ps
  const double time = flops / speed * per_second;
  if (!(time >= 0 && time <= most)) {
    stop("gives a delay at %s:%d that is negative or longer than 1e6 s", file, line);
  }
  Site& site = find_site({SiteKind::delay, file, line});
  site.left_out.fetch_add(1);
  site.replaced.fetch_add(time);
  sleep_for(static_cast<std::uint64_t>(time));
  return 0;
}

void region_begin(const char* name) {
  if (!is_simulated()) return;
  Thread& own = own_thread();
  Site& site = find_site({SiteKind::region, name});
  if (own.open_regions == most_open) stop("has too many regions within each other at the begin of %s", name);
  mark_clock();
  own.regions[own.open_regions++] = {&site, static_cast<double>(clock_now()), static_cast<double>(rank().computed)};
}

void end_region(Thread& own) {
  const OpenRegion region = own.regions[--own.open_regions];
  Site& site = *region.site;
  const double time = static_cast<double>(clock_now()) - region.began;
  site.done.fetch_add(1);
  site.sum.fetch_add(time);
  site.computed.fetch_add(static_cast<double>(rank().computed) - region.computed);
  double& total = own_moments[number_of(site)].sum;
  total += time;
  raise(site.most, total);
}

void region_end(const char* name) {
  if (!is_simulated()) return;
  Thread& own = own_thread();
  if (own.open_regions == 0) return;  // it was begun before MPI_Init
  const Site& open = *own.regions[own.open_regions - 1].site;
  if (&open != &find_site({SiteKind::region, name})) {
    stop("ends region %s, and region %s is the last that it has begun", name, open.name);
  }
  mark_clock();
  end_region(own);
}

}  // namespace

void end_regions() {
  Thread& own = own_thread();
  while (own.open_regions != 0) end_region(own);
}

void check_no_block(const char* call) {
  const Thread& own = own_thread();
  if (own.open_blocks == 0) return;
  const Site& site = *own.blocks[own.open_blocks - 1].site;
  stop(
      "calls %s within the block sampled at %s:%d, or has left that by break, return or goto: a block that may be left "
      "out must not send",
      call, site.name, site.line);
}

}  // namespace fsin::live::shim

extern "C" {

/// As fsin_live.h has it.
struct fsin_live_calls {
  int version;
  int (*sample_begin)(const char*, int, int, unsigned long, double);
  int (*sample_end)(const char*, int);
  int (*delay)(const char*, int, double);
  void (*region_begin)(const char*);
  void (*region_end)(const char*);
  void* (*shared_malloc)(std::size_t, const char*, int);
  void (*shared_free)(void*);
};

/// Null outside a live run.
__attribute__((visibility("default"))) const fsin_live_calls* fsin_live_program_calls() {
  using namespace fsin::live::shim;
  static constexpr fsin_live_calls calls{1,          sample_begin,  sample_end, delay, region_begin,
                                         region_end, shared_malloc, shared_free};
  return rank().block != nullptr ? &calls : nullptr;
}
}
