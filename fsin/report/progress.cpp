// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "fsin/report/quantity_text.hpp"

namespace fsin::report {
namespace {

constexpr double line_period = 0.2;
constexpr double heartbeat_period = 30;

double period_of(Progress::Mode mode) { return mode == Progress::Mode::line ? line_period : heartbeat_period; }

}  // namespace

Progress::Options Progress::for_stderr(bool quiet, std::size_t runs) {
  Options options;
  options.runs = runs;
  options.seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  options.print = [](const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
  };
  if (quiet) return options;
  options.mode = ::isatty(STDERR_FILENO) == 1 ? Mode::line : Mode::heartbeat;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  options.escapes = (no_color == nullptr || *no_color == '\0') && !dumb;
  return options;
}

Progress::Progress(Options options)
    : options_(std::move(options)),
      states_(options_.runs),
      start_(options_.seconds()),
      next_(start_ + period_of(options_.mode)) {}

void Progress::update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) {
  if (options_.mode == Mode::off) return;
  const std::lock_guard lock(mutex_);
  states_[run] = {now, fraction, packets_in_flight, false};
  const double seconds = options_.seconds();
  if (seconds < next_) return;
  next_ = seconds + period_of(options_.mode);
  show(seconds);
}

void Progress::done(std::size_t run, Cycle cycles) {
  if (options_.mode == Mode::off) return;
  const std::lock_guard lock(mutex_);
  states_[run] = {cycles, 1, 0, true};
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (options_.mode != Mode::line || width_ == 0) return;
  options_.print(options_.escapes ? "\r\x1b[K" : fmt::format("\r{:{}}\r", "", width_));
  width_ = 0;
}

void Progress::show(double now) {
  const std::string line = text(now);
  if (options_.mode == Mode::heartbeat) {
    options_.print(line + "\n");
    return;
  }
  const std::size_t padding = width_ > line.size() ? width_ - line.size() : 0;
  options_.print(options_.escapes ? fmt::format("\r{}\x1b[K", line) : fmt::format("\r{}{:{}}", line, "", padding));
  width_ = line.size();
}

std::string Progress::text(double now) const {
  double fraction = 0;
  bool known = true;
  Cycle cycles = 0;
  std::uint64_t packets = 0;
  std::size_t finished = 0;
  for (const RunState& state : states_) {
    if (state.fraction < 0) known = false;
    fraction += std::clamp(state.fraction, 0.0, 1.0) / static_cast<double>(states_.size());
    cycles += state.cycles;
    packets += state.packets;
    if (state.finished) ++finished;
  }
  const double elapsed = std::max(now - start_, 1e-9);
  std::string line = "fsin: ";
  if (states_.size() > 1) line += fmt::format("{} of {} runs done, ", finished, states_.size());
  if (known) line += fmt::format("{:.1f}%, ", fraction * 100);
  line += fmt::format("{} cycles, {} cycles/s, {} packets under way", grouped_text(cycles),
                      count_text(static_cast<double>(cycles) / elapsed), grouped_text(packets));
  if (known && fraction > 0) line += ", ETA " + seconds_text(elapsed * (1 - fraction) / fraction);
  return line;
}

}  // namespace fsin::report
