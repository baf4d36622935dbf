// SPDX-License-Identifier: Apache-2.0
// GOAL schedules that run as graphs, under LogGPS: what side by side means for whole runs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace schedule_command_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

/// Nanoseconds of a run with L 2.5 us, o 1.5 us, g 1 us, G 6 ns and S 65,535 B.
double run_time(const std::string& schedule) {
  const Scratch scratch;
  scratch.file("s.goal", schedule);
  scratch.file(
      "exp.yaml",
      "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [8]}\n"
      "  model: {type: loggps, latency: 2500 ns, overhead: 1500 ns, gap: 1000 ns, byte_gap: 6 ns, eager: 65535 B}\n"
      "  phit: 1 B\n  link: {bandwidth: 8 Gb/s}\n  packet: 64 B\n"
      "workload: {type: trace, file: s.goal, cpu: {scale: 1}}\n");
  const auto ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
  REQUIRE(ran.code == 0);
  return Json::parse(ran.out)["simulated_seconds"].get<double>() * 1e9;
}

}  // namespace

TEST_CASE("messages behind one another take L + 2 o + 7 G each, and nothing waits for a receive that it need not") {
  const double time = run_time(
      "num_ranks 3\nrank 0 {\nx: recv 8b from 1 tag 1\ny: recv 8b from 2 tag 2\nz: send 8b to 1 tag 3\nz requires "
      "y\n}\n"
      "rank 1 {\nx: recv 8b from 0 tag 3\ny: send 8b to 0 tag 1\ny requires x\n}\nrank 2 { send 8b to 0 tag 2 }\n");
  CHECK(std::abs(time - 3 * 5542) < 10);
}

TEST_CASE("two processors of a rank compute at once") {
  const auto of = [](unsigned cpu) {
    return fmt::format(
        "num_ranks 2\nrank 0 {{\nx: calc 100000\ny: calc 100000 cpu {}\nz: send 8b to 1 tag 1\nz requires x\n"
        "z requires y\n}}\nrank 1 {{ recv 8b from 0 tag 1 }}\n",
        cpu);
  };
  CHECK(std::abs(run_time(of(1)) - 105'542) < 10);
  CHECK(std::abs(run_time(of(0)) - 205'542) < 10);
}

TEST_CASE("two interfaces of a rank carry messages at once") {
  const auto of = [](unsigned nic) {
    return fmt::format(
        "num_ranks 2\nrank 0 {{\nx: send 10000000b to 1 tag 1\ny: send 10000000b to 1 tag 2 cpu 1 nic {0}\n}}\n"
        "rank 1 {{\nx: recv 10000000b from 0 tag 1\ny: recv 10000000b from 0 tag 2 cpu 1 nic {0}\n}}\n",
        nic);
  };
  CHECK(std::abs(run_time(of(1)) / 60e6 - 1) < 0.01);
  CHECK(std::abs(run_time(of(0)) / 120e6 - 1) < 0.01);
}

TEST_CASE("a message holds its processor for o, and no longer") {
  CHECK(std::abs(run_time("num_ranks 2\nrank 0 {\nx: send 60000b to 1\ny: calc 500000\nz: send 60000b to 1 tag 1\n}\n"
                          "rank 1 {\nx: recv 60000b from 0\ny: recv 60000b from 0 tag 1\n}\n") -
                 (1500 + 500'000 + 2 * 1500 + 2500 + 59'999 * 6)) < 10);
}

}  // namespace schedule_command_test
