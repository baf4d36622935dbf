// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/work_clock.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "fsin/core/say.hpp"
#include "trgen/commands/capture_words.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/record/notes.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/record/work_rate.hpp"

namespace trgen::commands {
namespace {

constexpr std::uint64_t turns = 20'000'000;
constexpr int clock_runs = 5;

/// Runs the loop; returns its instructions, or 0 where there is no loop for this processor.
std::uint64_t loop(std::uint64_t count) {
#if defined(__x86_64__)
  std::uint64_t a = 1, b = 2, c = 3;
  const std::uint64_t word = 7;
  const std::uint64_t instructions = 8 * count;
  __asm__ volatile(
      "1:\n\t"
      "addq %4, %0\n\t"
      "imulq %0, %1\n\t"
      "movq %5, %2\n\t"
      "addq %2, %1\n\t"
      "xorq %1, %0\n\t"
      "leaq 1(%0), %0\n\t"
      "decq %3\n\t"
      "jnz 1b\n\t"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(count)
      : "r"(word), "m"(word)
      : "cc");
  return instructions;
#elif defined(__aarch64__)
  std::uint64_t a = 1, b = 2, c = 3;
  const std::uint64_t word = 7;
  const std::uint64_t instructions = 8 * count;
  __asm__ volatile(
      "1:\n\t"
      "add %0, %0, %4\n\t"
      "mul %1, %1, %0\n\t"
      "ldr %2, %5\n\t"
      "add %1, %1, %2\n\t"
      "eor %0, %0, %1\n\t"
      "add %0, %0, #1\n\t"
      "subs %3, %3, #1\n\t"
      "b.ne 1b\n\t"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(count)
      : "r"(word), "m"(word)
      : "cc");
  return instructions;
#else
  return count - count;
#endif
}

std::uint64_t cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

bool is_ti_name(const std::string& path) {
  const auto* const format = formats::format_by_suffix(path);
  return format != nullptr && format->name == formats::ti::Format::name;
}

std::string why_no_counters() {
  perf_event_attr event{};
  event.type = PERF_TYPE_HARDWARE;
  event.size = sizeof event;
  event.config = PERF_COUNT_HW_INSTRUCTIONS;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  const long counter = syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (counter < 0) return std::strerror(errno);
  close(static_cast<int>(counter));
  return {};
}

std::string clock_of_work() {
  const std::string why = why_no_counters();
  if (why.empty()) return "instructions";
  say_capture("this machine counts no instructions ({}), so CPU time is taken", why);
  return "cpu";
}

std::uint64_t measured_rate() {
  std::uint64_t best = 0;
  for (int run = 0; run < clock_runs; ++run) {
    const std::uint64_t before = cpu_time();
    const std::uint64_t instructions = loop(turns);
    const std::uint64_t ns = std::max<std::uint64_t>(cpu_time() - before, 1);
    best =
        std::max(best, static_cast<std::uint64_t>(static_cast<double>(instructions) * 1e9 / static_cast<double>(ns)));
  }
  return best;
}

std::optional<std::uint64_t> wanted_rate(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("rate");
  if (!text) return std::nullopt;
  std::string why;
  const auto rate = record::parse_work_rate(*text, why);
  if (rate && rate->clock != "instructions") why = "it must be in instructions a second, e.g. 2 Gips";
  if (!why.empty()) arguments.error(fmt::format("--rate {}: {}", *text, why), diagnostics);
  if (!arguments.has("time-independent")) arguments.error("--rate is for --time-independent", diagnostics);
  return rate ? std::optional(rate->per_second) : std::nullopt;
}

formats::ti::Work work_of(const std::string& clock, std::optional<std::uint64_t> rate, std::string_view command) {
  formats::ti::Work work;
  if (record::is_volume(clock)) {
    work.clock = clock;
    work.per_second = rate.value_or(0);
    return work;
  }
  work.per_second = rate.value_or(measured_rate());
  if (work.per_second == 0)
    throw record::TraceError(
        "there is no loop for this processor that would say how fast it is; say so with --rate, e.g. --rate '2 Gips'");
  work.for_each = static_cast<double>(work.per_second) / 1e9;
  fsin::say(
      "trgen {}: bursts are CPU time, {} instructions a second, {}; a run of the trace takes this rate unless it is "
      "given another\n",
      command, fmt::format("{:.3g} G", static_cast<double>(work.per_second) / 1e9),
      rate ? "as --rate says" : "as measured with a loop");
  return work;
}

}  // namespace trgen::commands
