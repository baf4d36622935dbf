// SPDX-License-Identifier: Apache-2.0
// Runs that would not fit into memory are refused before they begin, with the figures and what to do.
#include <doctest/doctest.h>

#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/memory_estimate.hpp"
#include "tests/commands/cli.hpp"

using namespace fsin;
using namespace fsin::forecast;

namespace {

run::Prepared open(const std::string& keys) {
  const fsin::test::Scratch scratch;
  Diagnostics diagnostics;
  auto loaded = experiment::load_experiment(scratch.file("exp.yaml", "fsin: 1\n" + keys), {}, diagnostics);
  REQUIRE_MESSAGE(loaded, diagnostics.text());
  auto prepared = run::prepare(std::move(*loaded), false, diagnostics);
  REQUIRE_MESSAGE(prepared, diagnostics.text());
  return std::move(*prepared);
}

MemoryEstimate estimate(const run::Prepared& prepared, const RunShape& shape) {
  return estimate_memory(prepared, shape, {});
}

double part(const MemoryEstimate& estimate, const std::string& name) {
  for (const MemoryPart& part : estimate.parts) {
    if (part.name == name) return part.bytes;
  }
  FAIL("no part " << name);
  return 0;
}

const std::string cube = "network: {topology: {type: torus, dims: [20, 20, 20]}, preset: adaptive-3vc}\n";

std::string refusal(const MemoryEstimate& estimate, const RunShape& shape, const MemoryLimit& limit) {
  Diagnostics diagnostics;
  check_fits(estimate, shape, limit, Mark("exp.yaml"), diagnostics);
  return diagnostics.text();
}

}  // namespace

TEST_CASE("runs side by side have all but the program and the topology of their own") {
  const run::Prepared setting = open(cube);
  const MemoryEstimate one = estimate(setting, {}), four = estimate(setting, {.runs = 4});
  for (const char* name : {"program", "topology"}) CHECK(part(four, name) == part(one, name));
  for (const char* name : {"routers", "packets", "events", "books", "sources"}) {
    CHECK(part(four, name) == doctest::Approx(4 * part(one, name)));
  }
}

TEST_CASE("threads add books and events, and share the routers") {
  const run::Prepared setting = open(cube);
  const MemoryEstimate one = estimate(setting, {}), four = estimate(setting, {.threads = 4});
  CHECK(part(four, "routers") == part(one, "routers"));
  CHECK(part(four, "books") > 4 * part(one, "books"));
  CHECK(part(four, "events") > part(one, "events"));
}

TEST_CASE("processes share routers and packets out, each with all of the topology") {
  const run::Prepared setting = open(cube);
  const MemoryEstimate one = estimate(setting, {}), four = estimate(setting, {.processes = 4});
  CHECK(part(four, "routers") == doctest::Approx(part(one, "routers") / 4));
  CHECK(part(four, "packets") == doctest::Approx(part(one, "packets") / 4));
  CHECK(part(four, "topology") == part(one, "topology"));
}

TEST_CASE("what does not fit is refused in one line with both figures and what to do") {
  const run::Prepared setting = open(cube);
  const RunShape one, four{.runs = 4}, threads{.threads = 4};
  constexpr std::uint64_t mib = 1U << 20U;
  CHECK(refusal(estimate(setting, one), one, {64 * mib, false}).empty());
  CHECK(refusal(estimate(setting, one), one, {0, false}).empty());  // it cannot be told how much there is

  const std::string large = refusal(estimate(setting, one), one, {6 * mib, false});
  CHECK(large.starts_with("exp.yaml: a run on 8000 nodes needs about "));
  CHECK(large.ends_with("for routers; make the topology, virtual_channels or queue smaller\n"));
  CHECK(large.find(" and this machine has 6 MiB, of which ") != std::string::npos);

  const std::string many = refusal(estimate(setting, four), four, {19 * mib, true});
  CHECK(many.starts_with("exp.yaml: 4 runs side by side need about "));
  CHECK(many.ends_with(" and its control group may have 19 MiB; write -j 2\n"));

  const std::string divided = refusal(estimate(setting, threads), threads, {6 * mib, false});
  CHECK(divided.find("a run on 8000 nodes in 4 threads needs") != std::string::npos);
  CHECK(divided.ends_with("queue smaller, or --threads\n"));
}

TEST_CASE("queues of sources fill above saturation and are nearly empty below") {
  const auto packets = [](const std::string& load) {
    return part(estimate(open(cube + "workload: {type: synthetic, load: " + load + "}\n"), {}), "packets") / 8000;
  };
  CHECK(packets("0.01") < 16);
  CHECK(packets("0.1") < 2 * packets("0.05") + 20);  // Little's law
  CHECK(packets("1") > 12 * 64);
  CHECK(packets("1") < 13 * 64 + 72 * 64);
}

TEST_CASE("fsin check shows every part and refuses what the options ask for too much of") {
  const fsin::test::Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\n" + cube + "measure: {seeds: 2000}\n");
  const fsin::test::Ran ran = fsin::test::run_fsin_in(scratch.path(), {"check", "exp.yaml", "--threads", "2"});
  CHECK(ran.code == 0);
  for (const char* name : {"program", "topology", "routers", "packets", "events", "books", "sources"}) {
    CHECK(ran.out.find("\n  " + std::string(name) + " ") != std::string::npos);
  }
  CHECK(ran.out.find("B/node") != std::string::npos);
}
