// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::report {
namespace {

constexpr double line_period = 0.2;
constexpr double heartbeat_period = 30;

double period_of(Progress::Mode mode) { return mode == Progress::Mode::line ? line_period : heartbeat_period; }

/// A piece of the line.
struct Part {
  std::string text;
  int importance;  ///< from 1; the least important go first where there is no room
};

std::string fitting(const std::vector<Part>& parts, std::size_t columns) {
  const auto joined = [&](const std::vector<bool>& shown) {
    std::string line;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (shown[i] && !parts[i].text.empty()) line += (line.empty() ? "fsin: " : ", ") + parts[i].text;
    }
    return line;
  };
  std::vector<bool> shown(parts.size());
  for (int importance = static_cast<int>(parts.size()); importance > 0; --importance) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].importance != importance) continue;
      shown[i] = true;
      if (joined(shown).size() > columns) shown[i] = false;
    }
  }
  return joined(shown);
}

/// As the terminal says, else COLUMNS, else 80.
std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* named = std::getenv("COLUMNS");
  const auto columns = named == nullptr ? std::nullopt : parse_natural(named);
  return columns && *columns > 0 && *columns < 10'000 ? static_cast<std::size_t>(*columns) : 80;
}

}  // namespace

Progress::Options Progress::for_stderr(bool quiet, std::size_t runs) {
  Options options;
  options.runs = runs;
  options.seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  options.columns = terminal_columns;
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
    : options_(std::move(options)), start_(options_.seconds()), next_(start_ + period_of(options_.mode)) {}

void Progress::update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) {
  if (options_.mode == Mode::off) return;
  const std::lock_guard lock(mutex_);
  under_way_[run] = {now, fraction, packets_in_flight};
  const double seconds = options_.seconds();
  if (seconds < next_) return;
  next_ = seconds + period_of(options_.mode);
  show(seconds);
}

void Progress::done(std::size_t run, Cycle cycles) {
  if (options_.mode == Mode::off) return;
  const std::lock_guard lock(mutex_);
  under_way_.erase(run);
  ++finished_;
  finished_cycles_ += cycles;
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  remove_line();
}

void Progress::say(const std::string& text) {
  const std::lock_guard lock(mutex_);
  remove_line();
  std::fputs((text + "\n").c_str(), stderr);
}

void Progress::remove_line() {
  if (options_.mode != Mode::line || width_ == 0) return;
  const std::size_t width = std::min(width_, options_.columns() - 1);
  options_.print(options_.escapes ? "\r\x1b[K" : fmt::format("\r{:{}}\r", "", width));
  width_ = 0;
}

void Progress::show(double now) {
  if (options_.mode == Mode::heartbeat) {
    options_.print(text(now, std::string::npos) + "\n");
    return;
  }
  // The last column stays free: some terminals wrap as soon as it is written.
  const std::size_t columns = std::max<std::size_t>(options_.columns(), 2) - 1;
  const std::string line = text(now, columns);
  const std::size_t before = std::min(width_, columns);
  const std::size_t padding = before > line.size() ? before - line.size() : 0;
  options_.print(options_.escapes ? fmt::format("\r{}\x1b[K", line) : fmt::format("\r{}{:{}}", line, "", padding));
  width_ = line.size();
}

std::string Progress::text(double now, std::size_t columns) const {
  const auto runs = static_cast<double>(options_.runs);
  double fraction = static_cast<double>(finished_) / runs;
  bool known = true;
  Cycle cycles = finished_cycles_;
  std::uint64_t packets = 0;
  for (const auto& [run, state] : under_way_) {
    static_cast<void>(run);
    if (state.fraction < 0) known = false;
    fraction += std::clamp(state.fraction, 0.0, 1.0) / runs;
    cycles += state.cycles;
    packets += state.packets;
  }
  const double elapsed = std::max(now - start_, 1e-9);
  std::vector<Part> parts;
  parts.push_back({options_.runs > 1 ? fmt::format("{} of {} runs done", finished_, options_.runs) : "", 4});
  parts.push_back({known ? fmt::format("{:.1f}%", fraction * 100) : "", 6});
  parts.push_back({fmt::format("{} cycles", grouped_text(cycles)), 3});
  parts.push_back({fmt::format("{} cycles/s", count_text(static_cast<double>(cycles) / elapsed)), 2});
  parts.push_back({fmt::format("{} packets under way", grouped_text(packets)), 1});
  parts.push_back({known && fraction > 0 ? "ETA " + seconds_text(elapsed * (1 - fraction) / fraction) : "", 5});
  return fitting(parts, columns);
}

}  // namespace fsin::report
