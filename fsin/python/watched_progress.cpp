// SPDX-License-Identifier: Apache-2.0
#include "fsin/python/watched_progress.hpp"

#include <utility>

namespace fsin::python {

void WatchedProgress::begin(std::size_t runs) {
  report::Progress::Options options = report::Progress::for_stderr(true, runs);
  options.mode = report::Progress::Mode::line;
  options.columns = [] { return std::size_t{120}; };
  options.print = [this](const std::string& text) {
    const std::size_t first = text.find_first_not_of("\r ");
    if (first == std::string::npos) return;
    const std::lock_guard lock(mutex_);
    now_.text = text.substr(first, text.find_last_not_of(' ') + 1 - first);
  };
  const std::lock_guard lock(mutex_);
  line_ = std::make_unique<report::Progress>(std::move(options));
  now_.runs = runs;
}

Progress WatchedProgress::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

std::vector<std::string> WatchedProgress::take_lines() {
  const std::lock_guard lock(mutex_);
  return std::exchange(lines_, {});
}

void WatchedProgress::update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) {
  line_->update(run, now, fraction, packets_in_flight);
}

void WatchedProgress::done(std::size_t run, Cycle cycles) {
  line_->done(run, cycles);
  const std::lock_guard lock(mutex_);
  ++now_.done;
}

void WatchedProgress::say(const std::string& text) {
  const std::lock_guard lock(mutex_);
  lines_.push_back(text);
}

}  // namespace fsin::python
