// SPDX-License-Identifier: Apache-2.0
// network.platform: what a platform sets, which keys win, at what speed its hosts compute, and what is refused. And
// time-independent traces, which are run whole.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fsin/experiment/platform_part.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "tests/commands/cli.hpp"

namespace platform_test {

using namespace fsin;
using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* torus =
    "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-7' speed='2Gf' bw='1.25GBps' lat='1us' "
    "topology='TORUS' topo_parameters='2,4'/></platform>\n";
/// Two hosts, of which one is half as fast, and a link.
constexpr const char* pair =
    "<platform version='4.1'><zone id='z' routing='Full'><host id='fast' speed='2Gf'/><host id='slow' speed='1Gf'/>"
    "<link id='l' bandwidth='1GBps' latency='1us'/><route src='fast' dst='slow'><link_ctn id='l'/></route></zone>"
    "</platform>\n";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Folder {
  Scratch scratch;

  Folder() {
    scratch.file("torus.xml", torus);
    scratch.file("pair.xml", pair);
  }
  Ran run(const std::string& network, const std::string& workload, std::vector<std::string> more = {}) const {
    scratch.file("exp.yaml", "fsin: 1\nnetwork: {" + network + "}\nworkload: {" + workload + "}\n");
    std::vector<std::string> words{"run", "exp.yaml", "-q", "--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    return run_fsin_in(scratch.path(), words);
  }
  Json result(const std::string& network, const std::string& workload, std::vector<std::string> more = {}) const {
    const Ran ran = run(network, workload, std::move(more));
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    return Json::parse(ran.out);
  }
};

}  // namespace

TEST_CASE("a platform sets the model, the topology that it is, and the cycle; what is written wins") {
  const Folder folder;
  const std::string stencil = "type: program, kernel: {type: ring, ranks: 8, bytes: 1000 B}";
  const Json config = folder.result("platform: torus.xml", stencil)["config"];
  CHECK(config["network"]["model"]["type"] == "flow");
  CHECK(config["network"]["model"]["factors"]["type"] == "simgrid");
  CHECK(config["network"]["topology"]["dims"] == Json({2, 4}));
  CHECK(config["network"]["link"]["bandwidth"] == "800 Gb/s");  // 10 ps a cycle, whatever the links
  CHECK(config["workload"]["collectives"]["library"] == "smpi");
  CHECK(config["workload"]["mpi"]["start"] == "matched");
  const Json other = folder.result("platform: torus.xml, model: flow, phit: 2 B", stencil)["config"];
  CHECK(other["network"]["model"]["factors"]["type"] == "none");
  CHECK(other["network"]["phit"] == "2 B");
  const std::string written = "platform: torus.xml, link: {bandwidth: 8 Gb/s}";
  CHECK(folder.result(written, stencil)["config"]["network"]["link"]["bandwidth"] == "8 Gb/s");
  // Routers need the bandwidth of the links, and a load is a part of it.
  const Json routers = folder.result("platform: torus.xml, model: routers", stencil)["config"];
  CHECK(routers["network"]["link"]["bandwidth"] == "10 Gb/s");
  const Json load = folder.result("platform: torus.xml", "type: synthetic, load: 0.1")["config"];
  CHECK(load["network"]["link"]["bandwidth"] == "10 Gb/s");
  CHECK(other["workload"]["mpi"]["start"] == "sent");  // only SimGrid's factors come with the rest of SimGrid
}

TEST_CASE("messages under a table of factors leave once their receive is posted, as under SimGrid's own") {
  const Folder folder;
  // The receive is posted after 2 ms, long after the message could have come.
  folder.scratch.file("t.ti", "0 send 1 0 1000000\n1 compute 4e6\n1 recv 0 0 1000000\n");
  const auto run = [&](const std::string& model, const std::string& mpi) {
    return folder.result("platform: torus.xml, model: {type: flow, " + model + "}", "type: trace, file: t.ti" + mpi);
  };
  const Json table = run("factors: {type: table}", "");  // of ones
  CHECK(table["config"]["workload"]["mpi"]["start"] == "matched");
  const auto cycles = [](const Json& result) { return result["cycles"].get<std::uint64_t>(); };
  const std::uint64_t matched = cycles(run("factors: none", ", mpi: {start: matched}"));
  const std::uint64_t sent = cycles(run("factors: none", ""));
  CHECK(sent < matched);
  CHECK(cycles(table) == matched);
  CHECK(cycles(run("factors: {type: table}", ", mpi: {start: sent}")) == sent);  // what is written wins
  const std::uint64_t slower = cycles(run("factors: {type: table, from: [0 B], bandwidth: [0.5], latency: [1]}", ""));
  CHECK(slower > matched);
}

TEST_CASE("a value that the platform sets says so as its origin") {
  const Folder folder;
  const std::string file = folder.scratch.file(
      "exp.yaml", "fsin: 1\nnetwork: {platform: torus.xml, phit: 2 B}\nworkload: {type: program, kernel: ring}\n");
  Diagnostics diagnostics;
  const auto loaded = experiment::load_experiment(file, {}, diagnostics);
  REQUIRE_MESSAGE(loaded, diagnostics.text());
  CHECK(loaded->origin("network.link.bandwidth").starts_with("platform "));
  CHECK(loaded->origin("network.topology.dims").ends_with("torus.xml"));
  CHECK(has(loaded->origin("network.phit"), "exp.yaml:2"));
}

TEST_CASE("the same experiment with model routers has routers at the hosts of the torus") {
  const Folder folder;
  const Json routers = folder.result("platform: torus.xml, model: routers",
                                     "type: program, kernel: {type: ring, ranks: 8, bytes: 1000 B}");
  CHECK(routers["config"]["network"]["model"]["type"] == "routers");
  CHECK(routers["hops"]["mean"].get<double>() > 1);
  folder.scratch.file("t.ti", "0 compute 4e6\n0 send 1 0 64\n1 compute 4e6\n1 recv 0 0 64\n");
  const Json trace = folder.result("platform: torus.xml, model: routers", "type: trace, file: t.ti");
  CHECK(trace["ranks"]["compute_seconds"].get<double>() == doctest::Approx(2e-3));
  CHECK(trace["config"]["workload"]["collectives"]["library"] == "smpi");
  const Ran refused = folder.run("platform: pair.xml, model: routers", "type: program, kernel: {type: ring, ranks: 2}");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "no network of routers is known for this platform"));
}

TEST_CASE("the resolved configuration of a run gives the same run again") {
  const Folder folder;
  folder.scratch.file("t.ti", "0 compute 4e6\n0 send 1 0 64\n1 compute 4e6\n1 recv 0 0 64\n");
  const Json first = folder.result("platform: pair.xml", "type: trace, file: t.ti");
  folder.scratch.file("again.yaml", first["config"].dump());
  const Ran again = run_fsin_in(folder.scratch.path(), {"run", "again.yaml", "-q", "--json", "-"});
  REQUIRE_MESSAGE(again.code == 0, again.err);
  CHECK(Json::parse(again.out)["cycles"] == first["cycles"]);
}

TEST_CASE("amounts of work take as long as the host of their rank needs") {
  const Folder folder;
  folder.scratch.file("t.ti", "0 compute 4e6\n1 compute 4e6\n");
  // 2 ms on the fast host, 4 ms on the slow one, in cycles of 10 ps, and a cycle for the end.
  const auto ranks = [&](const std::string& network, const std::string& workload) {
    const Json result = folder.result(network, workload);
    return std::pair(result["cycles"].get<std::uint64_t>(), result["ranks"]["compute_seconds"].get<double>());
  };
  CHECK(ranks("platform: pair.xml", "type: trace, file: t.ti").first == 400'000'001);
  CHECK(ranks("platform: pair.xml", "type: trace, file: t.ti").second == doctest::Approx(3e-3));
  CHECK(ranks("platform: pair.xml", "type: program, kernel: {type: time-independent, file: t.ti}").first ==
        400'000'001);
  CHECK(
      ranks("platform: pair.xml", "type: program, kernel: {type: time-independent, file: t.ti, rate: 4 Gf/s}").first ==
      100'000'001);
  CHECK(ranks("platform: pair.xml", "type: trace, file: t.ti, cpu: {rate: 4 Gf/s}").first == 100'000'001);
  CHECK(ranks("platform: pair.xml", "type: trace, file: t.ti, cpu: {scale: 0.5}").first == 200'000'001);
  folder.scratch.file("one", "slow\nfast\n");
  folder.scratch.file("u.ti", "0 compute 1e6\n1 compute 4e6\n");  // rank 0 on the slow host: 1 ms; rank 1: 2 ms
  CHECK(ranks("platform: pair.xml, hosts: one", "type: trace, file: u.ti").first == 200'000'001);
  // Times in ns have no need of speeds, and the rate of the machine of a capture gives way to that of the platform.
  folder.scratch.file("n.ti", "#clock ns\n0 compute 5e6\n1 compute 1\n");
  CHECK(ranks("platform: pair.xml", "type: trace, file: n.ti").first == 500'000'001);
  folder.scratch.file("r.ti", "#rate 1000000\n0 compute 4e6\n1 compute 2e6\n");
  CHECK(ranks("platform: pair.xml", "type: trace, file: r.ti").first == 200'000'001);
}

TEST_CASE("a time-independent trace is run whole: open requests, collectives, and vectors of counts") {
  const Folder folder;
  folder.scratch.file("v.ti",
                      "0 irecv 1 0 100 6\n0 compute 1000\n0 wait 1 0 0\n0 alltoallv 30 10 20 40 10 30 6 6\n"
                      "1 compute 500\n1 send 0 0 100 6\n1 alltoallv 70 30 40 60 20 40 6 6\n");
  const std::string network = "topology: {type: torus, dims: [2]}, link: {bandwidth: 8 Gb/s}, phit: 1 B";
  const auto cycles = [&](const std::string& workload) {
    const Json result = folder.result(network, workload);
    return std::pair(result["cycles"].get<std::uint64_t>(), result["messages"]["sent"].get<std::uint64_t>());
  };
  const auto [trace, messages] = cycles("type: trace, file: v.ti, cpu: {rate: 1 Gf/s}");
  CHECK(messages == 3);
  CHECK(cycles("type: program, kernel: {type: time-independent, file: v.ti, rate: 1 Gf/s}") ==
        std::pair(trace, messages));
  // Without a key of cpu, ranks compute in no time.
  CHECK(cycles("type: trace, file: v.ti").first + 400 < trace);
}

TEST_CASE("what does not go with a platform is refused with the key that is wrong") {
  const Folder folder;
  const std::string ring = "type: program, kernel: {type: ring, ranks: 2}";
  const auto refused = [&](const std::string& network) {
    const Ran ran = folder.run(network, ring);
    CHECK(ran.code != 0);
    return ran.err;
  };
  CHECK(has(refused("hosts: h"), "hosts are those of a platform; add network.platform"));
  CHECK(has(refused("platform: torus.xml, topology: {type: torus, dims: [3, 3]}"),
            "the platform has 8 hosts and the topology 9 nodes"));
  CHECK(has(refused("platform: tours.xml"), "tours.xml"));
  CHECK(has(refused("platform: torus.xml, model: {type: flow, injection: in-turn}"), "network.platform has none"));
  CHECK(has(refused("platform: torus.xml, hosts: nowhere"), "nowhere"));
}

namespace {

/// The same lines for each rank, whose number comes first.
std::string of_ranks(unsigned ranks, const std::vector<std::string>& lines) {
  std::string text;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    for (const std::string& line : lines) text += std::to_string(rank) + " " + line + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("ranks that share a host, and collectives that do not block, come to their end") {
  const Folder folder;
  folder.scratch.file("two.xml",
                      "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-1' speed='2Gf' "
                      "bw='1.25GBps' lat='1us'/></platform>\n");
  folder.scratch.file("sixteen.xml",
                      "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-15' speed='2Gf' "
                      "bw='1.25GBps' lat='1us'/></platform>\n");
  const std::string wait = "wait -333 -333 -113", compute = "compute 1e6";
  std::vector<std::string> rounds;
  for (int i = 0; i < 3; ++i) {
    for (const char* call : {"ireduce 4000 0 0 0", "ibcast 4000 0 0"})
      rounds.insert(rounds.end(), {call, compute, wait});
  }
  folder.scratch.file("rounds.ti", of_ranks(16, rounds));
  folder.scratch.file("barrier.ti", of_ranks(6, {"barrier"}));
  folder.scratch.file("bcast.ti", of_ranks(8, {"bcast 1000 0 0"}));
  const std::vector<std::string> models{"", "network.model={type: loggps, latency: 500 ns}",
                                        "network.model={type: piecewise, latency: [500 ns], byte_time: [0.8 ns]}",
                                        "network.model=flow", "network.model=ideal"};
  for (const std::string& model : models) {
    const std::vector<std::string> more = model.empty() ? std::vector<std::string>() : std::vector<std::string>{model};
    CAPTURE(model);
    const Json rounds_ran = folder.result("platform: sixteen.xml", "type: trace, file: rounds.ti", more);
    CHECK(rounds_ran["outcome"] == "finished");
    CHECK(
        folder.result("platform: two.xml",
                      "type: trace, file: barrier.ti, mpi: {start: sent}, placement: {type: consecutive, per_node: 3}",
                      more)["outcome"] == "finished");
    CHECK(folder.result("platform: two.xml", "type: trace, file: bcast.ti, placement: {type: consecutive, per_node: 4}",
                        more)["outcome"] == "finished");
  }
}

TEST_CASE("several ranks of a node take about as long under flow as under routers") {
  const Folder folder;
  const std::string network =
      "topology: {type: torus, dims: [4, 4]}, packet: 256 B, phit: 16 B, variable_last_packet: true, link: {bandwidth: "
      "10 Gb/s}";
  for (const std::string workload :
       {"type: program, kernel: {type: collective, operation: bcast, bytes: 1000 B, ranks: 48, iterations: 5, compute: "
        "100 us}, placement: {type: consecutive, per_node: 3}",
        "type: program, kernel: {type: halo, iterations: 3, ranks: 96}, placement: {type: consecutive, per_node: 6}"}) {
    CAPTURE(workload);
    const double routers = folder.result(network, workload)["cycles"];
    const double ideal = folder.result(network, workload, {"network.model=ideal"})["cycles"];
    const Json flow = folder.result(network, workload, {"network.model=flow"});
    const Json loggps = folder.result(network, workload, {"network.model={type: loggps, latency: 100 ns}"});
    CHECK(flow["outcome"] == "finished");
    CHECK(loggps["outcome"] == "finished");
    CHECK(flow["cycles"] >= ideal);
    CHECK(std::abs(flow["cycles"].get<double>() / routers - 1) < 0.03);
  }
}

}  // namespace platform_test
