// SPDX-License-Identifier: Apache-2.0
// network.file: who wins where several write a key, what is refused, and that sweeps follow the content of the file.
#include "fsin/experiment/network_part.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/commands/sweep_tools.hpp"

namespace network_part_test {

using namespace fsin;
using namespace fsin::experiment;
using namespace fsin::test;

namespace {

constexpr const char* part =
    "topology: {type: torus, dims: [4, 4, 4]}\nrouter: {virtual_channels: 2, queue: 6 packets}\n"
    "routing: {type: adaptive, select: random}\nlink: {bandwidth: 2 Gb/s}\n";

struct Loaded {
  std::optional<LoadedExperiment> experiment;
  std::string messages;

  const NetworkParams& network() const { return experiment->experiment.network; }
};

/// An experiment beside a part, with these keys of network besides `file`.
Loaded load(const std::string& part_text, const std::string& network = "", std::vector<std::string> overrides = {}) {
  const Scratch scratch;
  scratch.file("part.yaml", part_text);
  Diagnostics diagnostics;
  Loaded loaded;
  const std::string text = "fsin: 1\nnetwork:\n  file: part.yaml\n" + network + "workload: {type: synthetic}\n";
  loaded.experiment = load_experiment(scratch.file("exp.yaml", text), overrides, diagnostics);
  loaded.messages = diagnostics.text();
  const std::string folder = scratch.path().string() + "/";
  for (std::size_t at = loaded.messages.find(folder); at != std::string::npos; at = loaded.messages.find(folder)) {
    loaded.messages.erase(at, folder.size());
  }
  return loaded;
}

std::vector<unsigned> dims_of(const Loaded& loaded) {
  return loaded.network().topology.get<topology::TorusParams>().dims;
}

}  // namespace

TEST_CASE("the keys of a part hold where the experiment writes nothing, and each knows its own file") {
  const Loaded loaded = load(part);
  REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
  CHECK(dims_of(loaded) == std::vector<unsigned>{4, 4, 4});
  CHECK(loaded.network().router.virtual_channels == 2);
  CHECK(loaded.network().link.bandwidth == BitRate{2'000'000'000});
  CHECK(loaded.experiment->origin("network.router.queue").ends_with("part.yaml:2:38"));
  CHECK(loaded.experiment->origin("network.packet") == "default");
  REQUIRE(loaded.experiment->network_part);
  CHECK(loaded.experiment->network_part->filename() == "part.yaml");
}

TEST_CASE("keys written beside the file win over the part, one by one, and so does the command line") {
  const Loaded beside = load(part, "  topology: {dims: [8, 8]}\n  router: {queue: 3 packets}\n  routing: adaptive\n");
  REQUIRE_MESSAGE(beside.experiment, beside.messages);
  CHECK(dims_of(beside) == std::vector<unsigned>{8, 8});
  CHECK(beside.network().router.queue == PacketCount{3});
  CHECK(beside.network().router.virtual_channels == 2);
  CHECK(beside.network().routing.get<routing::AdaptiveParams>().select == routing::selection<routing::RandomSelection>);
  const Loaded line = load(part, "  router: {queue: 3 packets}\n", {"dims=[2,2]", "queue=9 packets"});
  REQUIRE_MESSAGE(line.experiment, line.messages);
  CHECK(dims_of(line) == std::vector<unsigned>{2, 2});
  CHECK(line.network().router.queue == PacketCount{9});
  CHECK(line.network().router.virtual_channels == 2);
}

TEST_CASE("a choice of another type replaces that of the part with all its keys") {
  for (const char* routing : {"  routing: dor\n", "  routing: {type: dor}\n"}) {
    const Loaded loaded = load(part, routing);
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    CHECK(loaded.network().routing.is<routing::DorParams>());
  }
  const Loaded short_form = load("topology: mesh\n", "  topology: {dims: [3, 3]}\n");
  REQUIRE_MESSAGE(short_form.experiment, short_form.messages);
  CHECK(short_form.network().topology.is<topology::MeshParams>());
}

TEST_CASE("a preset of the experiment wins over the part, and one inside the part fills what the part leaves open") {
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{}, std::vector<std::string>{"preset=oblivious-1vc"}}) {
    const Loaded loaded = load(part, overrides.empty() ? "  preset: oblivious-1vc\n" : "", overrides);
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    CHECK(loaded.network().router.virtual_channels == 1);
    CHECK(loaded.network().router.queue == PacketCount{6});
    CHECK(loaded.network().routing.is<routing::DorParams>());
  }
  const Loaded inside = load("preset: adaptive-3vc\nrouter: {virtual_channels: 4}\n");
  REQUIRE_MESSAGE(inside.experiment, inside.messages);
  CHECK(inside.network().router.virtual_channels == 4);
  CHECK(inside.network().routing.is<routing::AdaptiveParams>());
  const Loaded both = load("preset: adaptive-3vc\nrouter: {virtual_channels: 4}\n", "  preset: oblivious-1vc\n");
  REQUIRE_MESSAGE(both.experiment, both.messages);
  CHECK(both.network().router.virtual_channels == 1);
}

TEST_CASE("the resolved configuration is the one that the same keys in the experiment would give") {
  const Loaded taken = load(part);
  const Scratch scratch;
  Diagnostics diagnostics;
  std::string text = "fsin: 1\nname: exp\nnetwork:\n  ";
  for (const char each : std::string_view(part)) text += each == '\n' ? "\n  " : std::string(1, each);
  const auto written =
      load_experiment(scratch.file("exp.yaml", text + "\nworkload: {type: synthetic}\n"), {}, diagnostics);
  REQUIRE_MESSAGE(written, diagnostics.text());
  REQUIRE(taken.experiment);
  CHECK(config::dump(taken.experiment->experiment) == config::dump(written->experiment));
}

TEST_CASE("mistakes in a part are reported at their place in the part") {
  CHECK(load("topology: {type: torus, dimz: [4, 4]}\n").messages ==
        "part.yaml:1:25: unknown key \"dimz\" in network.topology; did you mean \"dims\"? valid keys: type, dims, "
        "bidirectional\n");
  CHECK(load("router: {queue: 500 packets}\n").messages.starts_with("part.yaml:1:17: network.router.queue: "));
  CHECK(load("- topology\n").messages.starts_with("part.yaml:1:1: no keys; "));
  CHECK(load("# nothing\n").messages.starts_with("part.yaml:1:1: the file is empty; "));
}

TEST_CASE("a whole experiment, and a part that takes in another, are refused as parts with what to write") {
  CHECK(load("fsin: 1\nnetwork: {packet: 64 B}\n").messages ==
        "part.yaml:1:1: key \"fsin\" belongs to an experiment; a file that network.file names has the keys of network "
        "at its top, such as topology, router and link\n"
        "part.yaml:2:1: key \"network\" belongs to an experiment; a file that network.file names has the keys of "
        "network at its top, such as topology, router and link\n");
  CHECK(load("file: other.yaml\n").messages ==
        "part.yaml:1:1: a file that network.file names cannot take in another; write the keys of that file here\n");
}

TEST_CASE("a part that cannot be opened is reported where it is named") {
  const std::string messages = load(part, "", {"network.file=nothing-there/part.yaml"}).messages;
  CHECK(messages.starts_with(
      "override 'network.file=nothing-there/part.yaml': network.file: \"nothing-there/part.yaml\": no such file; "
      "check the path (looked for /"));
  CHECK(messages.ends_with("/nothing-there/part.yaml)\n"));
  const Scratch scratch;
  scratch.file("torus.yaml", part);
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {file: torsu.yaml}\n");
  const Ran missing = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(missing.code == 3);
  CHECK(missing.err == "exp.yaml:2:17: network.file: \"torsu.yaml\": no such file; did you mean \"torus.yaml\"?\n");
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {file: .}\n");
  CHECK(run_fsin_in(scratch.path(), {"check", "exp.yaml"}).err ==
        "exp.yaml:2:17: network.file: \".\": is a folder; give a YAML file\n");
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {file: [torus.yaml]}\n");
  CHECK(run_fsin_in(scratch.path(), {"check", "exp.yaml"}).err.starts_with("exp.yaml:2:17: network.file: a list"));
}

TEST_CASE("fsin check names the part, and `file` alone still means the trace") {
  const Scratch scratch;
  scratch.file("torus.yaml", part);
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {file: torus.yaml}\nworkload: {type: trace, file: a.txt}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml", "file=b.txt"});
  CHECK(ran.err.find("b.txt") != std::string::npos);
  const Ran checked = run_fsin_in(scratch.path(), {"check", "exp.yaml", "workload={type: synthetic}"});
  CHECK(checked.out.find("network.file  torus.yaml (exp.yaml:2:17)\n") != std::string::npos);
  const Ran replaced = run_fsin_in(scratch.path(), {"check", "exp.yaml", "workload={type: synthetic}",
                                                    "network={file: torus.yaml, topology: {dims: [2, 2]}}"});
  CHECK(replaced.out.find("torus 2x2, adaptive random, 2 VCs") != std::string::npos);
}

TEST_CASE("files of networks are an axis of a sweep, and a sweep notices that one has changed") {
  const Scratch scratch;
  scratch.file("one.yaml", "topology: {type: torus, dims: [4, 4]}\n");
  scratch.file("two.yaml", "topology: {type: mesh, dims: [4, 4]}\nrouting: dor\n");
  scratch.file("exp.yaml",
               "fsin: 1\nworkload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 100, cycles: 500}\n"
               "sweep: {grid: {network.file: [one.yaml, two.yaml]}, seeds: 2}\n");
  const Ran listed = run_fsin_in(scratch.path(), words({"--list"}));
  CHECK(listed.out.find("(torus 4x4, ") != std::string::npos);
  CHECK(listed.out.find("(mesh 4x4, dor, ") != std::string::npos);
  REQUIRE(run_fsin_in(scratch.path(), words({"--out", "results"})).code == 0);
  CHECK(run_fsin_in(scratch.path(), words({"--out", "results", "--resume"})).code == 0);
  scratch.file("two.yaml", "topology: {type: mesh, dims: [4, 2]}\nrouting: dor\n");
  const Ran changed = run_fsin_in(scratch.path(), words({"--out", "results", "--resume"}));
  CAPTURE(changed.err);
  CHECK(changed.code == 3);
  CHECK(changed.err.find("another version") != std::string::npos);
}

}  // namespace network_part_test
