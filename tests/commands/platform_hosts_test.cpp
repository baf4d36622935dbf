// SPDX-License-Identifier: Apache-2.0
// network.platform with several ranks on a host: they share its cores and send to each other over its loopback link; a
// host file may name a host several times; and platforms of more hosts than a line of a mesh has.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace platform_hosts_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string cluster(const std::string& radical, const std::string& more) {
  return "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='" + radical +
         "' speed='1Gf' bw='1GBps' lat='1us' " + more + "/></platform>\n";
}

struct Folder {
  Scratch scratch;

  Ran run(const std::string& network, const std::string& workload) const {
    scratch.file("exp.yaml", "fsin: 1\nnetwork: {" + network + "}\nworkload: {type: trace, " + workload + "}\n");
    return run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
  }
  Json result(const std::string& network, const std::string& workload) const {
    const Ran ran = run(network, workload);
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    return Json::parse(ran.out);
  }
  std::uint64_t cycles(const std::string& network, const std::string& workload) const {
    return result(network, workload)["cycles"].get<std::uint64_t>();
  }
};

}  // namespace

TEST_CASE("ranks on a host share its cores") {
  const Folder folder;
  folder.scratch.file("one.xml", cluster("0-1", ""));
  folder.scratch.file("two.xml", cluster("0-1", "core='2'"));
  folder.scratch.file("t.ti", "0 compute 1e6\n1 compute 3e6\n2 compute 1e6\n");  // 1 ns a flop
  const std::string ranks = "file: t.ti, placement: {type: consecutive, per_node: 2}";
  CHECK(folder.cycles("platform: two.xml", ranks) == 300'000'001);
  // The first two have half a core each for 2 ms, and then the second one all of it.
  CHECK(folder.cycles("platform: one.xml", ranks) == 400'000'001);
  const Json result = folder.result("platform: one.xml", ranks);
  CHECK(result["ranks"]["compute_seconds"].get<double>() == doctest::Approx((2e-3 + 4e-3 + 1e-3) / 3));
}

TEST_CASE("a burst that begins while another one runs on the only core delays it") {
  const Folder folder;
  folder.scratch.file("one.xml", cluster("0", "loopback_bw='1GBps' loopback_lat='0'"));
  folder.scratch.file("hosts", "n0:2\n");
  // Rank 1 computes from the end of the message on, which comes after half a millisecond.
  folder.scratch.file("t.ti", "0 isend 1 0 1\n0 compute 1e6\n1 compute 5e5\n1 recv 0 0 1\n1 compute 1e6\n");
  // 1 ms until rank 1 has its first half millisecond; the rest of rank 0, 0.5 ms, and of rank 1, 1 ms, share the core.
  const std::uint64_t cycles = folder.cycles("platform: one.xml, hosts: hosts", "file: t.ti");
  CHECK(has(folder.run("platform: one.xml", "file: t.ti").err, "there is one node only"));
  CHECK(cycles >= 250'000'000);
  CHECK(cycles < 250'010'000);
}

TEST_CASE("messages within a host cross its loopback link, or what leads to the host and back") {
  const Folder folder;
  folder.scratch.file("no.xml", cluster("0-1", ""));
  folder.scratch.file("loop.xml", cluster("0-1", "loopback_bw='4GBps' loopback_lat='100ns'"));
  folder.scratch.file("torus.xml", cluster("0-1", "topology='TORUS' topo_parameters='2'"));
  folder.scratch.file("t.ti", "0 send 1 0 100000\n1 recv 0 0 100000\n");
  const std::string near = "file: t.ti, placement: {type: consecutive, per_node: 2}";
  const std::uint64_t apart = folder.cycles("platform: no.xml", "file: t.ti");
  // Up and back it crosses the links that its acknowledgements cross, which take a twentieth of them.
  const std::uint64_t back = folder.cycles("platform: no.xml", near);
  CHECK(back > apart + apart / 30);
  CHECK(back < apart + apart / 20);
  CHECK(folder.cycles("platform: loop.xml", near) < apart / 3);
  CHECK(
      has(folder.run("platform: torus.xml", near).err, "host n0 has no loopback link for messages between its ranks"));
  CHECK(has(folder.run("platform: torus.xml", near).err, "workload.mpi.node_latency"));
  // What the experiment says of such messages takes precedence.
  CHECK(folder.cycles("platform: torus.xml", near + ", mpi: {node_latency: 1 ns}") < 1000);
  CHECK(folder.cycles("platform: no.xml", near + ", mpi: {node_latency: 1 ns}") < 1000);
}

TEST_CASE("a rank sends to itself over the loopback link of its host") {
  const Folder folder;
  folder.scratch.file("loop.xml", cluster("0-1", "loopback_bw='1GBps' loopback_lat='1us'"));
  folder.scratch.file("t.ti", "0 irecv 0 0 100000\n0 isend 0 0 100000\n0 waitall\n1 compute 1\n");
  CHECK(folder.cycles("platform: loop.xml", "file: t.ti") > 10'000'000);
  CHECK(folder.result("platform: loop.xml", "file: t.ti")["messages"]["sent"] == 1);
}

TEST_CASE("a host file may name a host several times, or say how often, and each time is a node") {
  const Folder folder;
  folder.scratch.file("one.xml", cluster("0-1", "loopback_bw='1GBps' loopback_lat='0'"));
  folder.scratch.file("t.ti", "0 compute 1e6\n1 compute 1e6\n2 compute 1e6\n");
  folder.scratch.file("repeated", "n1\nn1 # twice\nn0\n");
  folder.scratch.file("counted", "n1:2\nn0\n");
  for (const char* hosts : {"repeated", "counted"}) {
    const std::string network = std::string("platform: one.xml, hosts: ") + hosts;
    CHECK(folder.cycles(network, "file: t.ti") == 200'000'001);
    CHECK(folder.result(network, "file: t.ti")["config"]["network"]["topology"]["dims"] == Json({3}));
  }
  folder.scratch.file("wrong", "n1:x\nn7\n");
  const std::string err = folder.run("platform: one.xml, hosts: wrong", "file: t.ti").err;
  CHECK(has(err, "wrong:1"));
  CHECK(has(err, "behind the colon stands how many ranks the host has"));
  CHECK(has(err, "wrong:2"));
  CHECK(has(err, "is no host of the platform"));
}

TEST_CASE("a platform may have one host, on which all ranks are") {
  const Folder folder;
  folder.scratch.file("multicore.xml",
                      "<platform version='4.1'><zone id='z' routing='Full'><host id='h' speed='1Gf' core='2'/></zone>"
                      "</platform>\n");
  folder.scratch.file("bare.xml",
                      "<platform version='4.1'><zone id='z' routing='None'><host id='h' speed='1Gf'/></zone>"
                      "</platform>\n");
  folder.scratch.file("hosts", "h:3\n");
  folder.scratch.file("t.ti", "0 send 1 0 100000\n1 recv 0 0 100000\n2 compute 1e6\n");
  const auto seconds = [&](const char* platform) {
    return folder.result(std::string("platform: ") + platform + ", hosts: hosts", "file: t.ti")["simulated_seconds"]
        .get<double>();
  };
  CHECK(seconds("multicore.xml") == doctest::Approx(1e-3).epsilon(1e-3));
  CHECK(has(folder.run("platform: bare.xml, hosts: hosts", "file: t.ti").err, "host h has no loopback link"));
}

TEST_CASE("a platform may have more hosts than a dimension of a mesh") {
  const Folder folder;
  folder.scratch.file("many.xml", cluster("0-39999", ""));
  folder.scratch.file("prime.xml", cluster("0-40008", ""));
  folder.scratch.file("hosts", "n39999\nn3\n");
  folder.scratch.file("t.ti", "0 send 1 0 1000\n1 recv 0 0 1000\n");
  for (const char* file : {"many.xml", "prime.xml"}) {
    const std::string network = std::string("platform: ") + file;
    CHECK(folder.cycles(network, "file: t.ti") == folder.cycles(network + ", hosts: hosts", "file: t.ti"));
  }
}

}  // namespace platform_hosts_test
