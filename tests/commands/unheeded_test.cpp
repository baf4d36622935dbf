// SPDX-License-Identifier: Apache-2.0
// Values that a run does not follow are told: by a warning with their place, in the text and in the JSON of the result.
// tests/study/keys_test.cpp tries every key there is; here are cases that users met.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/commands/run_json.hpp"

namespace unheeded_test {

using namespace fsin::test;

TEST_CASE("keys that need another value beside them are told where they are written") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 10, cycles: 100}\n");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"measure.resolution=0.05", "without measure.find: saturation"},
      {"measure.sample.first=20", "without measure.sample.precision"},
      {"measure.until.min_runs=5", "without measure.until.relative_error"},
      {"network.faults.seed=5", "without network.faults.random_links or random_routers"},
      {"network.faults.at=50", "without faults"},
      {"network.faults.until=90", "without faults"},
      {"network.faults.reroute_after=10", "without faults that begin or end in the course of the run"},
      {"network.link.propagation=0.1 m/ns", "without a delay in metres"},
      {"workload.repeat=false", "without workload.phases"},
  };
  for (const auto& [setting, why] : cases) {
    CAPTURE(setting);
    const Result result = run_json(scratch, {setting});
    CHECK_MESSAGE(result.ran.code == 0, result.ran.err);
    CHECK(has(result.ran.err, "has no effect " + why));
    CHECK(result.json["unheeded"].size() == 1);
  }
  const Result bubble = run_json(scratch, {"topology={type: full-mesh, switches: 4}", "routing=shortest",
                                           "virtual_channels=3", "network.router.bubble=3 packets"});
  CHECK_MESSAGE(bubble.ran.code == 0, bubble.ran.err);
  CHECK(
      has(bubble.ran.err, "network.router.bubble has no effect without flow_control: bubble in a network with rings"));
  const std::string program = "workload={type: program, kernel: {type: ring, ranks: 16}, ";
  for (const std::string text :
       {"placement: {type: consecutive, deal: cyclic}", "mpi: {node_latency: 1 us}", "kernel: {type: ring, seed: 7}"}) {
    CAPTURE(text);
    const std::string setting =
        text.starts_with("kernel") ? "workload={type: program, " + text + "}" : program + text + "}";
    const Result result = run_json(scratch, {setting, "measure={}"});
    CHECK_MESSAGE(result.ran.code == 0, result.ran.err);
    CHECK(result.json["unheeded"].size() == 1);
  }
}

TEST_CASE("a resolved configuration, in which every key is written, tells no more than the file that it came from") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 10, cycles: 100}\n");
  const Result first = run_json(scratch, {});
  scratch.file("exp.yaml", first.json["config"].dump());
  const Result again = run_json(scratch, {});
  CHECK(again.ran.err.empty());
  CHECK(again.json["unheeded"].empty());
}

TEST_CASE("a sweep tells of keys without effect at all of its points once, and keeps the others with their runs") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 2, bubble: 3 "
               "packets}}\nworkload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 10, cycles: 100, resolution: "
               "0.05}\nsweep: {grid: {network.router.flow_control: [bubble, dateline]}}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "out"});
  CHECK_MESSAGE(ran.code == 0, ran.err);
  CHECK(count(ran.err, "measure.resolution has no effect") == 1);
  CHECK(count(ran.err, "network.router.bubble") == 0);
  const std::string runs = read_file(scratch.path() / "out" / "runs.jsonl");
  CHECK(count(runs, "\"key\":\"measure.resolution\"") == 2);
  CHECK(count(runs, "\"key\":\"network.router.bubble\"") == 1);
}

TEST_CASE("rounds are not sampled where ranks are slow for a part of the run, or links fail in its course") {
  const Scratch scratch;
  const std::string head = "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n";
  const std::string kernel = "kernel: {type: stencil, iterations: 100, bytes: 1 KiB, compute: 10 us}";
  const auto refused = [&](const std::string& cpu, const std::string& more) {
    scratch.file("exp.yaml", head + "workload: {type: program, " + kernel + cpu + "}\n");
    return run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "measure.sample.precision=0.02", more});
  };
  for (const char* window : {"to: 1 ms", "from: 1 ms", "from: 10 us, to: 20 us"}) {
    const Ran ran = refused(std::string(", cpu: {slow: [{factor: 5, ") + window + "}]}", "measure.seed=1");
    CHECK(ran.code == 2);
    CHECK(has(ran.err, "slow for a part of the run only (from, to) make its rounds unlike"));
  }
  const Ran fault = refused("", "network.faults={links: [0-1 at 5000]}");
  CHECK(fault.code == 2);
  CHECK(has(fault.err, "fail in the course of the run make its rounds unlike"));
  CHECK(refused(", cpu: {slow: [{factor: 5, ranks: 3}]}", "measure.seed=1").code == 0);
}

TEST_CASE("a node with four rails sends at the rate of four links") {
  const Scratch scratch;
  const auto cycles = [&](const std::string& rails, const std::vector<std::string>& more) {
    scratch.file("exp.yaml",
                 "fsin: 1\nnetwork:\n  topology: {type: full-mesh, switches: 2, terminals: 4, rails: " + rails +
                     "}\n  router: {virtual_channels: 4, queue: 64 packets}\n  routing: {type: shortest, choice: "
                     "packet}\n  packet: 2 KiB\n  phit: 128 B\n  link: {bandwidth: 900 Gb/s}\nworkload:\n  type: "
                     "program\n  kernel: {type: collective, operation: allreduce, bytes: 4 MiB}\n  collectives: "
                     "{allreduce: ring}\n");
    const Result result = run_json(scratch, more);
    REQUIRE_MESSAGE(result.ran.code == 0, result.ran.err);
    return result.json["cycles"].get<double>();
  };
  // Each of 8 ranks sends 14 messages of 512 KiB, 4096 phits, one after the other.
  const double one = cycles("1", {}), four = cycles("4", {}), single = cycles("4", {"network.router.injectors=1"});
  CHECK(one == doctest::Approx(14 * 4096).epsilon(0.05));
  CHECK(four == doctest::Approx(14 * 1024).epsilon(0.2));
  CHECK(single == doctest::Approx(one).epsilon(0.05));
}

TEST_CASE("attributes of a graph that are not used are told once, all of them") {
  const Scratch scratch;
  scratch.file("isp.graphml",
               "<graphml><key attr.name=\"latency\" attr.type=\"double\" for=\"edge\" id=\"e0\"/>"
               "<key attr.name=\"packetloss\" attr.type=\"double\" for=\"edge\" id=\"e1\"/>"
               "<key attr.name=\"terminals\" attr.type=\"int\" for=\"node\" id=\"n0\"/>"
               "<key attr.name=\"bandwidthup\" attr.type=\"int\" for=\"node\" id=\"n1\"/>"
               "<graph edgedefault=\"undirected\"><node id=\"a\"><data key=\"n1\">17038</data></node>"
               "<node id=\"b\"/><node id=\"c\"/><edge source=\"a\" target=\"b\"><data key=\"e0\">50.0</data>"
               "<data key=\"e1\">0.01</data></edge>"
               "<edge source=\"b\" target=\"c\"/><edge source=\"c\" target=\"a\"/></graph></graphml>\n");
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: graph, file: isp.graphml}, routing: shortest, router: "
               "{virtual_channels: 4}}\nmeasure: {warmup: 10, cycles: 100}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK_MESSAGE(ran.code == 0, ran.err);
  for (const char* key : {"latency", "packetloss", "bandwidthup"})
    CHECK(count(ran.err, std::string("\"") + key + "\"") == 1);
  CHECK(count(ran.err, "\"terminals\"") == 0);
  CHECK(has(ran.err, "write delay_unit in the experiment's topology"));
}

}  // namespace unheeded_test
