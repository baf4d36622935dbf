// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/progress.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace progress_test {

using fsin::report::Progress;

namespace {

struct Harness {
  double now = 0;
  std::string printed;
  std::size_t columns = 80;

  Progress::Options options(Progress::Mode mode, std::size_t runs = 1) {
    Progress::Options result;
    result.mode = mode;
    result.runs = runs;
    result.columns = [this] { return columns; };
    result.seconds = [this] { return now; };
    result.print = [this](const std::string& text) { printed += text; };
    return result;
  }
};

}  // namespace

TEST_CASE("a log gets one heartbeat line every 30 seconds") {
  Harness h;
  Progress progress(h.options(Progress::Mode::heartbeat));
  h.now = 29;
  progress.update(0, 1000, 0.1, 5);
  CHECK(h.printed.empty());
  h.now = 40;
  progress.update(0, 400'000, 0.25, 5);
  CHECK(h.printed == "fsin: 25.0%, 400 000 cycles, 10 k cycles/s, 5 packets under way, ETA 2 min 0 s\n");
  h.now = 60;
  progress.update(0, 500'000, 0.3, 5);
  CHECK(h.printed.size() == 79);
}

TEST_CASE("a terminal gets a line that is rewritten five times a second and removed at the end") {
  Harness h;
  Progress progress(h.options(Progress::Mode::line));
  for (int i = 1; i <= 100; ++i) {
    h.now = i * 0.01;
    progress.update(0, 100, 0.5, 1);
  }
  CHECK(std::count(h.printed.begin(), h.printed.end(), '\r') >= 4);
  CHECK(std::count(h.printed.begin(), h.printed.end(), '\r') <= 5);
  CHECK(h.printed.find('\x1b') == std::string::npos);  // escapes were not allowed
  h.printed.clear();
  progress.clear();
  CHECK(h.printed.substr(0, 2) == "\r ");
  CHECK(h.printed.back() == '\r');
}

TEST_CASE("a run without a known end shows no percentage and no ETA") {
  Harness h;
  Progress progress(h.options(Progress::Mode::heartbeat));
  h.now = 31;
  progress.update(0, 31'000, -1, 2);
  CHECK(h.printed == "fsin: 31 000 cycles, 1 k cycles/s, 2 packets under way\n");
}

TEST_CASE("replications add up") {
  Harness h;
  Progress progress(h.options(Progress::Mode::heartbeat, 4));
  progress.done(0, 1000);
  h.now = 100;
  progress.update(2, 500, 0.5, 9);
  CHECK(h.printed == "fsin: 1 of 4 runs done, 37.5%, 1 500 cycles, 15 cycles/s, 9 packets under way, ETA 2 min 46 s\n");
}

TEST_CASE("the line is narrower than the terminal, whatever its width, and keeps what matters most") {
  for (const bool escapes : {false, true}) {
    Harness h;
    auto options = h.options(Progress::Mode::line, 1'000'000);
    options.escapes = escapes;
    Progress progress(options);
    for (int i = 0; i < 900'000; ++i) progress.done(static_cast<std::size_t>(i), 123'456'789);
    for (std::size_t columns = 1; columns <= 200; ++columns) {
      h.columns = columns;
      h.now += 1;
      h.printed.clear();
      progress.update(999'999, 1'000'000'000'000, 0.5, 1'000'000'000);
      std::string line = h.printed;
      REQUIRE(line.substr(0, 1) == "\r");
      line.erase(0, 1);
      if (escapes) line = line.substr(0, line.find('\x1b'));
      CAPTURE(line);
      CHECK(line.size() < std::max<std::size_t>(columns, 2));
      if (columns >= 40) CHECK(line.find(", ETA ") != std::string::npos);
      if (columns >= 80) CHECK(line.find("fsin: 900000 of 1000000 runs done, 90.0%") == 0);
    }
    CHECK(h.printed.find("packets under way") != std::string::npos);
  }
}

TEST_CASE("when the terminal has become narrower, what is blanked is not wider than it") {
  Harness h;
  Progress progress(h.options(Progress::Mode::line));
  h.columns = 120;
  h.now = 1;
  progress.update(0, 1'000'000, 0.5, 7);
  h.columns = 40;
  h.now = 2;
  h.printed.clear();
  progress.update(0, 1'000'000, 0.5, 7);
  CHECK(h.printed.size() <= 40);
  h.columns = 20;
  h.printed.clear();
  progress.clear();
  CHECK(h.printed == "\r" + std::string(19, ' ') + "\r");
}

TEST_CASE("quiet prints nothing") {
  Harness h;
  Progress progress(h.options(Progress::Mode::off));
  h.now = 1000;
  progress.update(0, 1, 0.5, 1);
  progress.clear();
  CHECK(h.printed.empty());
}

}  // namespace progress_test
