// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/progress.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using fsin::report::Progress;

namespace {

struct Harness {
  double now = 0;
  std::string printed;

  Progress::Options options(Progress::Mode mode, std::size_t runs = 1) {
    Progress::Options result;
    result.mode = mode;
    result.runs = runs;
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

TEST_CASE("quiet prints nothing") {
  Harness h;
  Progress progress(h.options(Progress::Mode::off));
  h.now = 1000;
  progress.update(0, 1, 0.5, 1);
  progress.clear();
  CHECK(h.printed.empty());
}
