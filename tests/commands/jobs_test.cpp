// SPDX-License-Identifier: Apache-2.0
// Placements, stragglers and several jobs as a user runs them: one result, whichever engine simulates in how many
// threads.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace jobs_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

const std::string torus = "topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc, link: {bandwidth: 10 Gb/s}";
const std::string tree = "topology: {type: fat-tree, k: 4, n: 2}, routing: up-down, link: {bandwidth: 10 Gb/s}";

Ran run(const Scratch& scratch, const std::string& network, const std::string& workload,
        const std::vector<std::string>& words = {}) {
  scratch.file("exp.yaml", fmt::format("fsin: 1\nnetwork: {{{}}}\nworkload: {}\n", network, workload));
  std::vector<std::string> all{"run", "exp.yaml", "-q", "--json", "-"};
  all.insert(all.end(), words.begin(), words.end());
  return run_fsin_in(scratch.path(), all);
}

Json result_of(const Scratch& scratch, const std::string& network, const std::string& workload,
               const std::vector<std::string>& words = {}) {
  const Ran ran = run(scratch, network, workload, words);
  REQUIRE_MESSAGE(!ran.out.empty(), ran.err);
  return Json::parse(ran.out);
}

/// Both engines, and two threads.
Json checked(const std::string& network, const std::string& workload) {
  const Scratch scratch;
  const Json event = result_of(scratch, network, workload);
  CHECK(event["outcome"] == "finished");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--engine", "reference", "--check"}, {"--threads", "2"}}) {
    const Json other = result_of(scratch, network, workload, words);
    for (const char* figure : {"fingerprint", "cycles", "messages", "ranks", "jobs", "background", "slowdown"}) {
      CAPTURE(figure);
      CHECK(event.value(figure, Json()) == other.value(figure, Json()));
    }
  }
  return event;
}

std::string stencil(const std::string& keys) {
  return "{type: program, kernel: {type: stencil, ranks: 16, iterations: 4, bytes: 500 B, compute: 2 us}" + keys + "}";
}

constexpr const char* jobs =
    "{type: jobs, slowdown: true, background: {load: 0.3, nodes: all}, jobs: [\n"
    "  {name: halo, workload: {type: program, kernel: {type: stencil, ranks: 4, iterations: 4, bytes: 500 B}}},\n"
    "  {name: exchange, copies: 2, start: 1 us, workload: {type: program, placement: random,\n"
    "    kernel: {type: collective, operation: alltoall, ranks: 5, iterations: 3, bytes: 10 KiB}, mpi: {eager: 100 B, "
    "receive_overhead: 20 ns}}}]}";

}  // namespace

TEST_CASE("every placement gives one result, on a torus and where it goes by no coordinates on a tree") {
  const Scratch scratch;
  for (const std::string placement :
       {"column", "shift", "quadrant", "diagonal", "random", "{type: shuffle, parts: 4}", "{type: shift, by: 5}",
        "{type: consecutive, per_node: 4}", "{type: random, per_node: 3, deal: cyclic}"}) {
    CAPTURE(placement);
    checked(torus, stencil(", placement: " + placement));
    const bool grid = placement == "column" || placement == "quadrant" || placement == "diagonal";
    if (!grid) {
      checked(tree, stencil(", placement: " + placement));
      continue;
    }
    const Ran ran = run(scratch, tree, stencil(", placement: " + placement));
    CHECK(ran.code == 2);
    CHECK(ran.err.find("goes by coordinates, which this topology does not have") != std::string::npos);
  }
}

TEST_CASE("placement scotch needs no more links than consecutive nodes") {
  if (std::system("command -v scotch_gmap >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: the programs of SCOTCH are not installed (apt-get install scotch)");
    return;
  }
  const Json found = checked(torus, stencil(", placement: scotch"));
  const Scratch scratch;
  const Json consecutive = result_of(scratch, torus, stencil(""));
  CHECK(found["hops"]["mean"] <= consecutive["hops"]["mean"]);
}

TEST_CASE("ranks that share nodes send fewer messages through the network, and a trace does as its program") {
  const Json apart = checked(torus, stencil(""));
  const Json together = checked(torus, stencil(", placement: {type: consecutive, per_node: 4}"));
  CHECK(together["messages"]["sent"] == apart["messages"]["sent"]);
  CHECK(together["packets"]["delivered"].get<int>() < apart["packets"]["delivered"].get<int>());
}

TEST_CASE("stragglers hold up all that wait for them, and cost nothing where nobody computes") {
  const double even = checked(torus, stencil(""))["cycles"];
  const double slow = checked(torus, stencil(", cpu: {slow: [{factor: 3, ranks: 5}]}"))["cycles"];
  const double late = checked(torus, stencil(", cpu: {slow: [{factor: 3, nodes: 5, from: 1 s}]}"))["cycles"];
  const double noisy = checked(torus, stencil(", cpu: {noise: exponential}"))["cycles"];
  const double detours =
      checked(torus, stencil(", cpu: {noise: {type: detours, every: 1 us, lasts: 100 ns}}"))["cycles"];
  const double burst = 2e-6 * 10e9 / 32;  // cycles of 4 B
  CHECK(slow - even == doctest::Approx(4 * 2 * burst).epsilon(0.1));
  CHECK(late == even);
  CHECK(noisy > even);
  CHECK(detours > even);
}

TEST_CASE("jobs report themselves, with their slowdown and the background beside them") {
  const Json result = checked(torus, jobs);
  REQUIRE(result["jobs"].size() == 3);
  CHECK(result["jobs"][0]["name"] == "halo");
  CHECK(result["jobs"][1]["name"] == "exchange 1");
  CHECK(result["jobs"][2]["start_cycle"] == 313);  // 1 us in cycles of 3.2 ns, rounded up
  std::uint64_t messages = 0;
  for (const Json& job : result["jobs"]) {
    messages += job["messages"].get<std::uint64_t>();
    CHECK(job["slowdown"].get<double>() >= 1);
    CHECK(job["cycles"] == job["end_cycle"].get<std::uint64_t>() - job["start_cycle"].get<std::uint64_t>());
    CHECK(job["slowdown"].get<double>() ==
          doctest::Approx(job["cycles"].get<double>() / job["alone_cycles"].get<double>()));
  }
  CHECK(messages == result["messages"]["sent"].get<std::uint64_t>());
  CHECK(result["background"]["entered"].get<std::uint64_t>() > 0);
  CHECK(result["load_verdict"]["answer"] == "not judged");
  CHECK(result["load_verdict"]["reason"].get<std::string>().find("background") != std::string::npos);
  CHECK(result["slowdown"]["max"].get<double>() >= result["slowdown"]["mean"].get<double>());
}

TEST_CASE("a job alone takes as long as in an experiment of its own") {
  const std::string program =
      "{type: program, kernel: {type: all-to-all, ranks: 16, iterations: 3}, placement: random}";
  const Scratch scratch;
  const Json own = result_of(scratch, torus, program);
  const Json job = result_of(scratch, torus, "{type: jobs, jobs: [{workload: " + program + "}]}");
  CHECK(own["cycles"] == job["cycles"]);
  CHECK(own["fingerprint"] == job["fingerprint"]);
}

TEST_CASE("a run of jobs that was stopped goes on to the same end") {
  const Scratch scratch;
  const Json whole = result_of(scratch, torus, jobs);
  const Ran stopped = run(scratch, torus, jobs, {"--checkpoint", "state", "measure.max_cycles=400"});
  CHECK(!stopped.out.empty());
  const Json again = result_of(scratch, torus, jobs, {"--checkpoint", "other"});
  CHECK(again["fingerprint"] == whole["fingerprint"]);
  CHECK(again["jobs"] == whole["jobs"]);
}

TEST_CASE("mistakes in jobs are refused with where they are") {
  const Scratch scratch;
  const auto complaint = [&](const std::string& workload) {
    const Ran ran = run(scratch, torus, workload);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    return ran.err;
  };
  CHECK(complaint("{type: jobs}").find("workload.jobs") != std::string::npos);
  CHECK(complaint("{type: jobs, jobs: [{workload: {type: synthetic}}]}").find("jobs, entry 1: ") != std::string::npos);
  CHECK(complaint("{type: jobs, jobs: [{workload: {type: program, kernel: {type: ring, ranks: 9}}},"
                  "{workload: {type: program, kernel: {type: ring, ranks: 9}}}]}")
            .find("job 2: 9 ranks need 9 nodes") != std::string::npos);
  CHECK(complaint("{type: jobs, jobs: [{workload: {type: program, kernel: {type: ring, ranks: 2},"
                  "cpu: {slow: [{factor: 2, ranks: 2}]}}}]}")
            .find("there is no rank 2") != std::string::npos);
  CHECK(complaint(stencil(", placement: {type: consecutive, per_node: 0}")).find("per_node") != std::string::npos);
}

TEST_CASE("jobs and background by flow take links from jobs in cycles, alike in all engines") {
  const std::string by_flow =
      "{type: jobs, slowdown: true, background: {model: flow, load: 0.05, nodes: idle}, jobs: [\n"
      "  {name: halo, workload: {type: program, kernel: {type: stencil, ranks: 4, iterations: 4, bytes: 500 B}}},\n"
      "  {name: exchange, model: flow, workload: {type: program, placement: random,\n"
      "    kernel: {type: collective, operation: alltoall, ranks: 8, iterations: 3, bytes: 10 KiB}}}]}";
  for (const std::string& network : {torus, tree}) {
    const Json result = checked(network, by_flow);
    const Json& found = result["jobs"];
    REQUIRE(found.size() == 2);
    CHECK_FALSE(found[0]["by_flow"].get<bool>());
    CHECK(found[1]["by_flow"].get<bool>());
    CHECK(result["ranks"]["total"] == 4);
    CHECK(found[0]["slowdown"].get<double>() >= 1);
  }
}

TEST_CASE("jobs by flow need others in cycles") {
  const Scratch scratch;
  const std::string job = "{type: jobs, jobs: [{model: flow, workload: " + stencil("") + "}]}";
  CHECK(run(scratch, torus, job).err.find("none is left for the routers") != std::string::npos);
  CHECK(run(scratch, torus + ", model: flow", job).err.find("remove model: flow") != std::string::npos);
}

}  // namespace jobs_test
