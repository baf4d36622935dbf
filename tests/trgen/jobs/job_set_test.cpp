// SPDX-License-Identifier: Apache-2.0
// Several jobs at once over a network in which they do not meet: each takes as long as alone.
#include "trgen/jobs/job_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fsin/config/read.hpp"
#include "fsin/stats/job_figures.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace job_set_test {

using namespace trgen;
using namespace trgen::jobs;
using namespace trgen::replay::testing;
using fsin::Diagnostics;
using fsin::Mark;

namespace {

constexpr std::uint32_t nodes = 16;

fsin::workload::NetworkFacts facts() {
  auto facts = network_of(nodes);
  facts.dims = {4, 4};
  facts.bit_rate = 32'000'000'000;  // a cycle is 1 ns
  return facts;
}

Mark in_file(std::string_view key) { return Mark("exp.yaml:" + std::string(key)); }

std::optional<JobSet> open(const std::string& text, Diagnostics& diagnostics, const Trace& trace = trace_of(2)) {
  JobsParams params;
  auto document = fsin::config::load_text("exp.yaml", text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  if (diagnostics.error_count() != 0) return std::nullopt;
  const auto open_workload = [&trace](const JobWorkloads::variant& workload, Diagnostics&, const MarkOf&,
                                      const programs::NotHeededTo&) -> Opened {
    if (const auto* program = std::get_if<replay::ProgramParams>(&workload)) return *program;
    return trace;
  };
  return JobSet::open(params, facts(), open_workload, diagnostics, in_file,
                      [](std::string_view key, const std::string& why) { FAIL(key << ' ' << why); });
}

std::string complaint(const std::string& text) {
  Diagnostics diagnostics;
  const auto set = open(text, diagnostics);
  if (set) CHECK_FALSE(set->settings(facts(), 1, diagnostics, in_file));
  return diagnostics.text();
}

struct Ran {
  replay::ReplaySettings settings;
  std::vector<fsin::stats::JobFigures> jobs;
  IdealNetwork::End end;
};

Ran run(const JobSet& set, IdealSettings how = {}) {
  Diagnostics diagnostics;
  Ran ran{*set.settings(facts(), 1, diagnostics, in_file), {}, {}};
  const auto workload = replay::make_packet_replay(set.operations(ran.settings), ran.settings, facts());
  how.nodes = nodes;
  how.most_cycles = 10'000'000;
  IdealNetwork network(how);
  ran.end = network.run(*workload);
  const auto accounts = workload->rank_accounts(ran.end.cycles - 1);
  for (const JobRanks& job : set.jobs())
    ran.jobs.push_back(
        fsin::stats::job_figures(job.name, job.start, std::span(accounts).subspan(job.first, job.ranks)));
  return ran;
}

constexpr const char* two_rings =
    "jobs:\n"
    "  - {name: first, workload: {type: program, kernel: {type: ring, ranks: 4, iterations: 3}}}\n"
    "  - {name: second, start: 500 ns, workload: {type: program, kernel: {type: ring, ranks: 6, iterations: 2}}}\n";

}  // namespace

TEST_CASE("jobs are numbered one after the other and placed on nodes of their own") {
  Diagnostics diagnostics;
  const auto set = open(two_rings, diagnostics);
  CHECK(diagnostics.text() == "");
  REQUIRE(set);
  const auto jobs = set->jobs();
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[1].name == "second");
  CHECK(jobs[1].first == 4);
  CHECK(jobs[1].ranks == 6);
  CHECK(jobs[1].start == 500);
  const auto settings = set->settings(facts(), 1, diagnostics, in_file);
  REQUIRE(settings);
  for (std::uint32_t rank = 0; rank < 10; ++rank) CHECK(settings->node_of_rank[rank] == rank);
}

TEST_CASE("a job takes the same cycles alone and beside another that it never meets, whenever it begins") {
  Diagnostics diagnostics;
  const auto set = open(two_rings, diagnostics);
  REQUIRE(set);
  const Ran together = run(*set);
  const Ran first = run(set->only(0)), second = run(set->only(1));
  CHECK(together.end.finished);
  CHECK(together.jobs[0].cycles() == first.jobs[0].cycles());
  CHECK(together.jobs[1].cycles() == second.jobs[0].cycles());
  CHECK(together.jobs[1].start == 500);
  CHECK(together.jobs[1].finished == 500 + second.jobs[0].cycles());
  CHECK(together.end.cycles - 1 == std::max(together.jobs[0].finished, together.jobs[1].finished));
  CHECK(together.jobs[0].messages == 4 * 3);
  CHECK(together.jobs[1].messages == 6 * 2);
  CHECK(second.settings.node_of_rank == std::vector<std::uint32_t>{4, 5, 6, 7, 8, 9});
}

TEST_CASE("jobs end alike whether nodes are polled when asked for or always") {
  Diagnostics diagnostics;
  const auto set = open(
      "jobs:\n"
      "  - {name: a, copies: 2, workload: {type: program, kernel: {type: collective, operation: allreduce, ranks: "
      "4}}}\n"
      "  - {name: b, start: 77, workload: {type: program, kernel: {type: collective, operation: alltoall, ranks: 8, "
      "bytes: 10 KiB}, placement: random,\n"
      "     mpi: {send_overhead: 10 ns, eager: 100 B}, cpu: {scale: 1, slow: [{factor: 2, ranks: 1}]}}}\n",
      diagnostics);
  CHECK(diagnostics.text() == "");
  REQUIRE(set);
  CHECK(set->jobs().size() == 3);
  CHECK(set->jobs()[1].name == "a 2");
  const Ran asked = run(*set), always = run(*set, {.only_when_asked = false}),
            tight = run(*set, {.only_when_asked = false, .tight = true}), tight_asked = run(*set, {.tight = true});
  CHECK(asked.end.finished);
  CHECK(asked.end.cycles == always.end.cycles);
  CHECK(tight.end.cycles == tight_asked.end.cycles);
  for (std::size_t job = 0; job < 3; ++job) CHECK(asked.jobs[job].finished == always.jobs[job].finished);
}

TEST_CASE("traces and programs run side by side") {
  Diagnostics diagnostics;
  auto trace = trace_of(2);
  trace->send(0, 1, 64).receive(1, 0, 64);
  const auto set =
      open("jobs: [{workload: {type: trace, file: x}}, {workload: {type: program, kernel: {type: ring, ranks: 3}}}]",
           diagnostics, trace);
  CHECK(diagnostics.text() == "");
  REQUIRE(set);
  CHECK(set->jobs()[0].name == "job 1");
  const Ran ran = run(*set);
  CHECK(ran.end.finished);
  CHECK(ran.jobs[0].messages == 1);
  CHECK(ran.jobs[0].bytes == 64);
  CHECK(ran.jobs[0].finished + 1 == clock_of(trace).cycles);
}

TEST_CASE("a fault of a file that a job names keeps its place in the file, and is one of input") {
  Diagnostics diagnostics;
  const auto set = open(
      "jobs: [{name: a, workload: {type: program, kernel: {type: ring, ranks: 2},"
      "placement: {type: file, file: /none/places.txt}}}]",
      diagnostics);
  REQUIRE(set);
  CHECK_FALSE(set->settings(facts(), 1, diagnostics, in_file));
  CHECK(diagnostics.exit_code() == 3);
  CHECK(diagnostics.text().find("/none/places.txt: a: cannot read this placement file") == 0);
}

TEST_CASE("jobs that cannot run are refused with their names and the reason") {
  CHECK(complaint("jobs: []").find("jobs") != std::string::npos);
  CHECK(complaint("jobs: [{workload: {type: program, kernel: {type: ring, ranks: 17}}}]")
            .find("program of 17 ranks on 16 nodes") != std::string::npos);
  CHECK(complaint("jobs: [{workload: {type: program, kernel: {type: ring, ranks: 9}}},"
                  "{name: late, workload: {type: program, kernel: {type: ring, ranks: 9}}}]")
            .find("late: 9 ranks need 9 nodes, 1 a node, but 7 of the 16 nodes are left") != std::string::npos);
  CHECK(complaint("jobs: [{name: a, workload: {type: program, kernel: {type: ring, ranks: 2}}},"
                  "{name: a, workload: {type: program, kernel: {type: ring, ranks: 2}}}]")
            .find("another job is called a too") != std::string::npos);
  CHECK(complaint("jobs: [{workload: {type: program, order: asap, kernel: {type: ring, ranks: 2}}}]")
            .find("jobs run in causal order only") != std::string::npos);
  CHECK(complaint("jobs: [{workload: {type: program, kernel: {type: ring, ranks: 2}}},"
                  "{workload: {type: program, match: messages, kernel: {type: ring, ranks: 2}}}]")
            .find("give all jobs the same") != std::string::npos);
  CHECK(complaint("jobs: [{workload: {type: program, kernel: {type: rign, ranks: 2}}}]").find("ring") !=
        std::string::npos);
}

}  // namespace job_set_test
