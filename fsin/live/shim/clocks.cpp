// SPDX-License-Identifier: Apache-2.0
// Clocks and sleeps of the C library, answered with simulated time where the program asks between MPI_Init and
// MPI_Finalize. Before and after, the clocks of a program that is linked with MPI stand still but for what it sleeps,
// so that it may take a time before MPI_Init and another one after MPI_Finalize. The libraries beneath MPI (progress,
// events, the launcher's) keep real time, and so does everything inside a call of MPI. Clocks of CPU time stay real.
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "fsin/live/shim/threads.hpp"

namespace fsin::live::shim {

namespace {

enum class Code : std::uint8_t { of_program, beneath_mpi, of_allocator };

/// Allocators may ask for the time where nothing can be allocated; sanitizers are among them.
Code code_in(const char* library) {
  constexpr std::array beneath{"libmpi", "libopen-", "libevent",  "libpmix",  "libfabric", "libfsin",
                               "libuc",  "mca_",     "pmix_mca_", "libhwloc", "libc.so",   "libpthread"};
  constexpr std::array allocators{"libasan", "libubsan", "libjemalloc", "libtcmalloc", "libmimalloc"};
  for (const char* prefix : beneath) {
    if (strncmp(library, prefix, strlen(prefix)) == 0) return Code::beneath_mpi;
  }
  for (const char* prefix : allocators) {
    if (strncmp(library, prefix, strlen(prefix)) == 0) return Code::of_allocator;
  }
  return Code::of_program;
}

/// Whose code is at this address. Answers are kept: finding one takes a microsecond.
Code code_at(const void* caller) {
  struct Known {
    std::atomic<const void*> caller{nullptr};
    std::atomic<Code> code{Code::of_program};
  };
  static std::array<Known, 1024> known;
  Known& place = known[reinterpret_cast<std::uintptr_t>(caller) / 4 % known.size()];
  if (place.caller.load(std::memory_order_acquire) == caller) return place.code.load(std::memory_order_relaxed);
  Dl_info about{};
  Code code = Code::of_program;
  if (dladdr(caller, &about) != 0 && about.dli_fname != nullptr) {
    const char* name = strrchr(about.dli_fname, '/');
    code = code_in(name != nullptr ? name + 1 : about.dli_fname);
  }
  place.caller.store(nullptr, std::memory_order_release);
  place.code.store(code, std::memory_order_relaxed);
  place.caller.store(caller, std::memory_order_release);
  return code;
}

}  // namespace

bool beneath_mpi(const void* caller) { return code_at(caller) == Code::beneath_mpi; }

namespace {

constexpr std::uint64_t per_second = 1'000'000'000'000;  // ps
/// Simulated clocks begin here: some libraries take a time below a second for one that is not set.
constexpr std::uint64_t origin = per_second;

enum class Time : std::uint8_t { real, simulated, standing };

/// Programs that are no ranks, such as a shell that starts one, keep real time.
bool is_linked_with_mpi() {
  static std::atomic<bool> is_linked{false};
  if (!is_linked.load(std::memory_order_relaxed)) {
    is_linked.store(dlsym(RTLD_NEXT, "MPI_Init") != nullptr, std::memory_order_relaxed);
  }
  return is_linked.load(std::memory_order_relaxed);
}

Time time_for(const void* caller) {
  if (rank().block == nullptr || code_at(caller) != Code::of_program) return Time::real;
  if (runs()) return is_within_mpi() ? Time::real : Time::simulated;
  const Phase phase = rank().phase;
  const bool within = phase == Phase::starting || phase == Phase::finalizing;  // libraries of the MPI library, too
  return !within && is_linked_with_mpi() ? Time::standing : Time::real;
}

/// ps that have passed while the clock stood, which is ahead by so much from then on.
std::atomic<std::uint64_t>& passed() {
  static std::atomic<std::uint64_t> time{0};
  return time;
}

/// What a clock shows, in ps, that is not real. A loop that waits for a time on a standing clock ends, too.
std::uint64_t shown(Time time) {
  if (time == Time::simulated) return origin + passed().load() + read_clock();
  constexpr unsigned free_reads = 100;
  constexpr std::uint64_t read_cost = 100'000;
  static std::atomic<unsigned> reads{0};
  if (reads.fetch_add(1) >= free_reads) passed().fetch_add(read_cost);
  return origin + passed().load() + rank().clock;
}

/// The clock of the C library, which answers without a system call; the libraries beneath MPI ask at every turn. While
/// the dynamic linker looks for it, it may be asked for the time itself.
int real_clock(clockid_t clock, timespec* time) {
  using Function = int (*)(clockid_t, timespec*);
  static std::atomic<Function> known{nullptr};
  static std::atomic<bool> looked_for{false};
  const Function function = known.load(std::memory_order_acquire);
  if (function != nullptr) return function(clock, time);
  if (!looked_for.exchange(true)) {
    known.store(reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime")), std::memory_order_release);
  }
  return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
}

bool is_of_cpu(clockid_t clock) { return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID; }

/// Open MPI waits within MPI_Init and MPI_Finalize by sleeps of 100 us. Where hundreds of ranks share a few cores, they
/// would look all the time and keep those from going on that they wait for: together they look every 100 us.
useconds_t of_all_ranks(useconds_t microseconds) {
  constexpr useconds_t short_sleep = 1000;
  static constexpr long most_together = 1000;
  static const long ranks = [] {
    const char* text = getenv("OMPI_COMM_WORLD_SIZE");
    return text != nullptr ? std::clamp(strtol(text, nullptr, 10), 1L, most_together) : 1L;
  }();
  return microseconds < short_sleep ? microseconds * static_cast<useconds_t>(ranks) : microseconds;
}

timespec time_of(std::uint64_t picoseconds) {
  return {static_cast<time_t>(picoseconds / per_second), static_cast<long>(picoseconds % per_second / 1000)};
}
std::uint64_t ps_of(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * per_second + static_cast<std::uint64_t>(time.tv_nsec) * 1000;
}

/// While the clock stands, the sleep is a real one, for something else may be waited for.
void sleep_by(Time which, std::uint64_t picoseconds) {
  if (which == Time::simulated) return sleep_for(picoseconds);
  const timespec length = time_of(picoseconds);
  syscall(SYS_nanosleep, &length, nullptr);
  passed().fetch_add(picoseconds);
}

}  // namespace
}  // namespace fsin::live::shim

using namespace fsin::live::shim;

extern "C" {

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, timespec* time) {
  const Time which = time_for(__builtin_return_address(0));
  if (is_of_cpu(clock) || which == Time::real) return real_clock(clock, time);
  *time = time_of(shown(which));
  return 0;
}

__attribute__((visibility("default"))) int gettimeofday(timeval* time, void* zone) {
  const Time which = time_for(__builtin_return_address(0));
  if (which == Time::real && zone != nullptr) return static_cast<int>(syscall(SYS_gettimeofday, time, zone));
  timespec now{};
  if (which == Time::real) {
    real_clock(CLOCK_REALTIME, &now);
  } else {
    now = time_of(shown(which));
  }
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

__attribute__((visibility("default"))) time_t time(time_t* answer) {
  timespec now{};
  if (const Time which = time_for(__builtin_return_address(0)); which == Time::real) {
    real_clock(CLOCK_REALTIME, &now);
  } else {
    now = time_of(shown(which));
  }
  if (answer != nullptr) *answer = now.tv_sec;
  return now.tv_sec;
}

__attribute__((visibility("default"))) int clock_nanosleep(clockid_t clock, int flags, const timespec* length,
                                                           timespec* left) {
  const Time which = time_for(__builtin_return_address(0));
  if (is_of_cpu(clock) || which == Time::real) {
    return syscall(SYS_clock_nanosleep, clock, flags, length, left) == 0 ? 0 : errno;
  }
  std::uint64_t wanted = ps_of(*length);
  if ((flags & TIMER_ABSTIME) != 0) {
    const std::uint64_t now = origin + passed().load() + clock_now();
    wanted = wanted > now ? wanted - now : 0;
  }
  sleep_by(which, wanted);
  return 0;
}

__attribute__((visibility("default"))) int nanosleep(const timespec* length, timespec* left) {
  const Time which = time_for(__builtin_return_address(0));
  if (which == Time::real) return static_cast<int>(syscall(SYS_nanosleep, length, left));
  sleep_by(which, ps_of(*length));
  return 0;
}

__attribute__((visibility("default"))) int usleep(useconds_t microseconds) {
  if (const Time which = time_for(__builtin_return_address(0)); which != Time::real) {
    sleep_by(which, std::uint64_t{microseconds} * 1'000'000);
    return 0;
  }
  if (beneath_mpi(__builtin_return_address(0))) microseconds = of_all_ranks(microseconds);
  const timespec length{static_cast<time_t>(microseconds / 1'000'000),
                        static_cast<long>(microseconds % 1'000'000 * 1000)};
  return static_cast<int>(syscall(SYS_nanosleep, &length, nullptr));
}

__attribute__((visibility("default"))) unsigned sleep(unsigned seconds) {
  if (const Time which = time_for(__builtin_return_address(0)); which != Time::real) {
    sleep_by(which, seconds * per_second);
    return 0;
  }
  timespec length{static_cast<time_t>(seconds), 0};
  if (syscall(SYS_nanosleep, &length, &length) == 0) return 0;
  return static_cast<unsigned>(length.tv_sec + (length.tv_nsec > 0 ? 1 : 0));
}
}
