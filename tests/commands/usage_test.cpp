// SPDX-License-Identifier: Apache-2.0
// What a user sees after a mistake on the command line or in an experiment: exact text, exit code, nothing on stdout.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace usage_test {

using namespace fsin::test;

namespace {

struct Mistake {
  std::vector<std::string> words;
  int code;
  std::string message;  ///< {} in it is the folder
};

void check(const std::vector<Mistake>& mistakes) {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\nmeasure: {cycles: 1000}\n");
  scratch.file("misspelt.yaml", "fsin: 1\nnetwrk: {}\n");
  scratch.file("empty.yaml", "");
  for (const Mistake& mistake : mistakes) {
    std::string line = "fsin";
    for (const std::string& word : mistake.words) line += " " + word;
    CAPTURE(line);
    const Ran ran = run_fsin_in(scratch.path(), mistake.words);
    CHECK(ran.code == mistake.code);
    CHECK(ran.out.empty());
    std::string message = mistake.message + "\n";
    if (const std::size_t place = message.find("{}/"); place != std::string::npos) {
      message.replace(place, 2, std::filesystem::canonical(scratch.path()).string());
    }
    CHECK(ran.err == message);
  }
}

}  // namespace

TEST_CASE("a wrong option says which and what to write") {
  check({
      {{"run", "exp.yaml", "--see=3"},
       2,
       "fsin run: unknown option --see; did you mean \"--seed\"? options: --seed, --seeds, --jobs, --json, --out, "
       "--timeline, --timeline-cycles, --timeline-ranks, --timeline-shortest, --timeline-every, --profile, "
       "--critical-path, --packet-log, --message-log, --engine, --rng, "
       "--threads, --force-threads, --checkpoint, --checkpoint-every, --allow-deadlock, --check, --quiet"},
      {{"run", "exp.yaml", "--seed=-1"},
       2,
       "fsin run: --seed \"-1\" is not a whole number from 0 to 18446744073709551615"},
      {{"run", "exp.yaml", "--seeds", "1e-3"}, 2, "fsin run: --seeds \"1e-3\" is not a whole number from 1 to 100000"},
      {{"run", "exp.yaml", "-j", "0"}, 2, "fsin run: --jobs \"0\" is not a whole number from 1 to 1024"},
      {{"run", "exp.yaml", "--seed"}, 2, "fsin run: option --seed needs a value; see fsin run --help"},
      {{"run", "exp.yaml", "--check=3"}, 2, "fsin run: option --check takes no value; leave it out"},
      {{"run", "exp.yaml", "--seed", "1", "--seed", "2"}, 2, "fsin run: option --seed is given twice; keep one"},
      {{"run", "exp.yaml", "--engine", "evnt"},
       2,
       "fsin run: --engine: unknown \"evnt\"; did you mean \"event\"? valid values: event, reference"},
      {{"run", "exp.yaml", "--threads", "2", "--engine", "reference"},
       2,
       "fsin run: the reference engine has one thread; leave --threads out, or use --engine event"},
      {{"run", "exp.yaml", "--threads", "65"}, 2, "fsin run: --threads \"65\" is not a whole number from 1 to 64"},
      {{"run", "exp.yaml", "--rng", "original"},
       2,
       "fsin run: --rng original needs the call order of the original, which only the reference engine has; add "
       "--engine reference"},
  });
}

TEST_CASE("wrong words say what belongs there") {
  check({
      {{"run"}, 2, "fsin run: no experiment given; write fsin run EXP.yaml"},
      {{"check"}, 2, "fsin check: no experiment given; write fsin check EXP.yaml"},
      {{"run", "exp.yaml", "other.yaml"},
       2,
       "fsin run: \"other.yaml\" is one experiment too many; an override is written key=value"},
      {{"topology", "exp.yaml", "--dot", "--csv"},
       2,
       "fsin topology: --properties, --dot, --csv, --svg, --edges, --routes and --worst-permutation exclude each "
       "other; keep one"},
      {{"help", "topology.tors"},
       2,
       "fsin help: nothing is called \"topology.tors\"; did you mean topology.torus?; fsin list shows all names"},
      {{"help", "workload.laod", "laod"},
       2,
       "fsin help: nothing is called \"workload.laod\"; did you mean workload.load?; fsin list shows all names\n"
       "fsin help: nothing is called \"laod\"; did you mean load?; fsin list shows all names"},
      {{"report", "r", "--figure", "latency.mean"},
       2,
       "fsin report: --figure is for pictures; write --figures DIR too"},
      {{"report", "r", "--figures", "tex", "--figure-size", "colum"},
       2,
       "fsin report: --figure-size: unknown \"colum\"; did you mean \"column\"? valid values: column, page"},
  });
  const Ran unknown = run_fsin({"rnu"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("fsin: unknown command \"rnu\"; did you mean \"run\"? commands: run, ") == 0);
}

TEST_CASE("a wrong experiment says where and what to do, on one line") {
  check({
      {{"run", "epx.yaml"}, 3, "epx.yaml: no such file; did you mean \"exp.yaml\"?"},
      {{"run", "nope.yaml"}, 3, "nope.yaml: no such file; check the path (looked for {}/nope.yaml)"},
      {{"compare-models", "-"},
       2,
       "fsin compare-models: reads the experiment once for each model, and standard input can be read once; give a "
       "file"},
      {{"run", "misspelt.yaml"},
       2,
       "misspelt.yaml:2:1: unknown key \"netwrk\" at the top level; did you mean \"network\"? valid keys: name, "
       "description, network, workload, measure"},
      {{"run", "exp.yaml", "virtual_chanels=3"},
       2,
       "override 'virtual_chanels=3': unknown key \"virtual_chanels\"; did you mean network.router.virtual_channels?"},
      {{"run", "exp.yaml", "packet=63 B"},
       2,
       "override 'packet=63 B': a packet of 63 B is no multiple of the phit of 4 B; write 60 B or 64 B"},
      {{"run", "exp.yaml", "pattern=transpose", "dims=[6,5]"},
       2,
       "override 'pattern=transpose': pattern transpose permutes the bits of node numbers and needs a power of four of "
       "nodes, the network has 30; the nearest are 16 and 64"},
      {{"run", "exp.yaml", "flow_control=dateline"},
       2,
       "override 'flow_control=dateline' (default): dateline uses virtual channels in pairs and there is 1; write an "
       "even number"},
  });
}

TEST_CASE("a trace that is not there, or too large for the network, is refused") {
  const Scratch scratch;
  const std::string trace = std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.W.64.txt.zst";
  scratch.file("trace.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: trace, file: '" +
                   trace + "'}\n");
  const Ran large = run_fsin_in(scratch.path(), {"run", "trace.yaml"});
  CHECK(large.code == 2);
  CHECK(large.err ==
        "trace.yaml:3:31: trace of 64 ranks on 16 nodes: every rank needs a node of its own; use a topology "
        "of at least 64 nodes, a trace of fewer ranks, or several ranks a node (placement.per_node)\n");
  const Ran missing = run_fsin_in(scratch.path(), {"run", "trace.yaml", "file=nope.txt"});
  CHECK(missing.code == 3);
  CHECK(missing.out.empty());
  CHECK(missing.err.find("nope.txt") != std::string::npos);
}

TEST_CASE("without a command the overview goes to stderr, with --help to stdout") {
  const Ran bare = run_fsin({});
  CHECK(bare.code == 2);
  CHECK(bare.out.empty());
  const Ran asked = run_fsin({"--help"});
  CHECK(asked.code == 0);
  CHECK(asked.out == bare.err);
  for (const char* command : {"run", "check", "list", "help", "topology"}) {
    CAPTURE(command);
    CHECK(asked.out.find("\n  " + std::string(command) + " ") != std::string::npos);
    const Ran help = run_fsin({command, "--help"});
    CHECK(help.code == 0);
    CHECK(help.out.find("fsin " + std::string(command) + ": ") == 0);
    CHECK(help.out.find("\n\nusage: fsin " + std::string(command)) != std::string::npos);
    CHECK(help.out.find("\nexamples:\n  fsin ") != std::string::npos);
  }
}

TEST_CASE("--version names the program, the compiler and the libraries") {
  const Ran ran = run_fsin({"--version"});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("fsin 0.") == 0);
  for (const char* word :
       {"simulating code ", "build type ", "compiler ", "Boost 1.", "fmt ", "nlohmann-json 3.", "yaml-cpp 0."}) {
    CHECK(ran.out.find(word) != std::string::npos);
  }
}

TEST_CASE("a relative path that leads nowhere says where it was looked for") {
  const Scratch scratch;
  const std::string folder = std::filesystem::canonical(scratch.path()).string();
  std::filesystem::create_directory(scratch.path() / "sub");
  scratch.file("sub/exp.yaml", "fsin: 1\nworkload: {type: trace, file: t.txt}\n");
  scratch.file("graph.yaml", "fsin: 1\nnetwork: {topology: {type: graph, file: sub/g.edges}}\n");
  const Ran trace = run_fsin_in(scratch.path(), {"run", "sub/exp.yaml"});
  CHECK(trace.code == 3);
  CHECK(trace.err.find("(looked for " + folder + "/sub/t.txt)") != std::string::npos);
  const Ran written = run_fsin_in(scratch.path(), {"run", "sub/exp.yaml", "file=t.txt"});
  CHECK(written.err.find("(looked for " + folder + "/t.txt)") != std::string::npos);
  const Ran graph = run_fsin_in(scratch.path(), {"check", "graph.yaml"});
  CHECK(graph.code == 3);
  CHECK(graph.err.find("(looked for " + folder + "/sub/g.edges)") != std::string::npos);
  const Ran absolute = run_fsin_in(scratch.path(), {"run", folder + "/none.yaml"});
  CHECK(absolute.err == folder + "/none.yaml: no such file; check the path\n");
}

}  // namespace usage_test
