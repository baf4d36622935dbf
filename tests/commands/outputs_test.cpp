// SPDX-License-Identifier: Apache-2.0
// Where fsin writes: pipes, descriptors and devices, links, files that it reads; and what reaches the terminal.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"
#include "tests/shell.hpp"

namespace outputs_test {

using namespace fsin::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* small =
    "fsin: 1\nname: \"small\"\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {warmup: 100, cycles: 400}\n";
constexpr const char* swept =
    "fsin: 1\nname: few\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {warmup: 100, cycles: 400}\n"
    "sweep:\n  grid:\n    workload.load: [0.1, 0.2]\n";

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A result and nothing else.
bool is_result(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  return !json.is_discarded() && json.contains("config");
}

bool drives_a_terminal(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
  });
}

}  // namespace

TEST_CASE("JSON goes through pipes, descriptors, process substitution and named pipes") {
  const Scratch dir;
  dir.file("e.yaml", small);
  CHECK(is_result(bash(dir.path(), "fsin run e.yaml -q --json - | cat").out));
  CHECK(is_result(bash(dir.path(), "fsin run e.yaml -q --json /dev/stdout | cat").out));
  CHECK(is_result(bash(dir.path(), "fsin run e.yaml -q --json /dev/fd/1 | cat").out));
  CHECK(is_result(bash(dir.path(), "fsin run e.yaml -q --json /dev/stderr 2>&1 > /dev/null | cat").out));
  CHECK(is_result(bash(dir.path(), "fsin run e.yaml -q --json /dev/fd/5 5>&1 > /dev/null | cat").out));
  CHECK(is_result(bash(dir.path(),
                       "fsin run e.yaml -q --json >(cat > got.json; touch done) > /dev/null\n"
                       "for i in $(seq 500); do [ -e done ] && break; sleep 0.02; done; cat got.json")
                      .out));
  CHECK(is_result(bash(dir.path(),
                       "mkfifo pipe; cat pipe > piped.json & fsin run e.yaml -q --json pipe > /dev/null\n"
                       "wait; cat piped.json; rm pipe")
                      .out));
  CHECK(bash(dir.path(), "fsin run e.yaml -q --json /dev/null > /dev/null").code == 0);
  // Standard output that is a file is written where it stands, not replaced.
  const Shell into = bash(dir.path(),
                          "(echo before; fsin run e.yaml -q --json /dev/stdout; echo behind) > all.txt\n"
                          "head -n 1 all.txt; tail -n 1 all.txt; sed '1d;$d' all.txt > mid.json");
  CHECK(into.out == "before\nbehind\n");
  CHECK(is_result(read_file(dir.path() / "mid.json")));
}

TEST_CASE("what cannot be written is told before the run, with the reason") {
  const Scratch dir;
  dir.file("e.yaml", small);
  const Shell closed = bash(dir.path(), "fsin run e.yaml -q --json /dev/fd/77");
  CHECK(closed.code == 3);
  CHECK(closed.out == "fsin: /dev/fd/77: cannot open for writing: Bad file descriptor\n");
  const Shell folder = bash(dir.path(), "mkdir here; fsin run e.yaml -q --json here");
  CHECK(folder.code == 3);
  CHECK(folder.out == "fsin: here: cannot open for writing: Is a directory; give the name of a file\n");
}

TEST_CASE("a link stays a link: what it leads to is written, also where nothing was") {
  const Scratch dir;
  dir.file("e.yaml", small);
  const Shell ran =
      bash(dir.path(),
           "mkdir there; echo old > there/old.json; ln -s there/old.json link; ln -s link twice\n"
           "ln -s there/new.json dangling\n"
           "fsin run e.yaml -q --json twice > /dev/null && fsin run e.yaml -q --json dangling > /dev/null");
  CHECK(ran.code == 0);
  CHECK(ran.out.empty());
  for (const char* name : {"link", "twice", "dangling"}) CHECK(fs::is_symlink(dir.path() / name));
  CHECK(is_result(read_file(dir.path() / "there/old.json")));
  CHECK(is_result(read_file(dir.path() / "there/new.json")));
}

TEST_CASE("a loop of links is called that, for inputs and outputs") {
  const Scratch dir;
  dir.file("e.yaml", small);
  bash(dir.path(), "ln -s b a; ln -s a b; ln -s gone dangling.yaml");
  const Shell input = bash(dir.path(), "fsin run a");
  CHECK(input.code == 3);
  CHECK(input.out == "a: a loop of links (a -> b -> a); give the name of the file itself\n");
  const Shell output = bash(dir.path(), "fsin run e.yaml --json a");
  CHECK(output.code == 3);
  CHECK(output.out == "fsin: a: cannot open for writing: a loop of links (a -> b -> a); give another name\n");
  CHECK(fs::is_symlink(dir.path() / "a"));
  CHECK(bash(dir.path(), "fsin run dangling.yaml").out ==
        "dangling.yaml: is a link to \"gone\", and no such file is there\n");
}

TEST_CASE(
    "an output that would overwrite the experiment, the trace or another output is refused, and nothing changes") {
  const Scratch dir;
  dir.file("e.yaml", small);
  dir.file("config.yaml", small);
  const std::string replay =
      "fsin: 1\nname: replay\nnetwork:\n  topology: {type: torus, dims: [2, 2]}\n"
      "workload: {type: trace, file: ring.json}\n";
  dir.file("replay.yaml", replay);
  bash(dir.path(),
       "trgen generate ring --ranks 4 -o ring.txt; mv ring.txt ring.json; ln -s e.yaml link; ln e.yaml hard");
  const std::string trace = read_file(dir.path() / "ring.json");
  const auto refused = [&](const std::string& line, std::string_view why) {
    const Shell ran = bash(dir.path(), line);
    CAPTURE(line);
    CAPTURE(ran.out);
    CHECK(ran.code == 2);
    CHECK(has(ran.out, why));
  };
  refused("fsin run e.yaml --json e.yaml",
          "fsin run: --json: \"e.yaml\" would overwrite the experiment; give another name");
  refused("fsin run ./e.yaml --json ../$(basename \"$PWD\")/e.yaml", "would overwrite the experiment");
  refused("fsin run e.yaml --json link", "would overwrite the experiment");
  refused("fsin run link --json e.yaml", "would overwrite the experiment");
  refused("fsin run e.yaml --json hard", "would overwrite the experiment");
  refused("fsin run config.yaml --out .", "--out (its config.yaml): \"./config.yaml\" would overwrite the experiment");
  refused("fsin run replay.yaml --json ring.json", "would overwrite the file that workload.file names");
  refused("fsin run replay.yaml --timeline ring.json",
          "--timeline: \"ring.json\" would overwrite the file that workload.file names");
  refused("fsin run e.yaml --json x.json --timeline ./x.json", "--json and --timeline would be the same file");
  CHECK(read_file(dir.path() / "e.yaml") == small);
  CHECK(read_file(dir.path() / "config.yaml") == small);
  CHECK(read_file(dir.path() / "ring.json") == trace);
  CHECK_FALSE(fs::exists(dir.path() / "x.json"));
}

TEST_CASE("sweeps, reports, comparisons and merges do not overwrite what they read") {
  const Scratch dir;
  fs::create_directory(dir.path() / "own");
  dir.file("own/columns.yaml", swept);
  dir.file("s.yaml", swept);
  const Shell own = bash(dir.path(), "cd own; fsin sweep columns.yaml --out . -q --no-cache");
  CHECK(own.code == 2);
  CHECK(has(own.out, "--out (its columns.yaml): \"./columns.yaml\" would overwrite the experiment"));
  CHECK(read_file(dir.path() / "own/columns.yaml") == swept);
  REQUIRE(bash(dir.path(), "fsin sweep s.yaml --out r -q --no-cache; cp -r r r2").code == 0);
  const std::string runs = read_file(dir.path() / "r/runs.jsonl");
  CHECK(bash(dir.path(), "fsin report r -o r/runs.jsonl").code == 2);
  CHECK(bash(dir.path(), "fsin report r --json r/sweep.json").code == 2);
  CHECK(bash(dir.path(), "fsin compare r r2 --json r2/runs.jsonl").code == 2);
  CHECK(bash(dir.path(), "fsin merge r r r2").code == 2);
  CHECK(read_file(dir.path() / "r/runs.jsonl") == runs);
  CHECK(read_file(dir.path() / "r2/runs.jsonl") == runs);
  dir.file("e.yaml", small);
  REQUIRE(bash(dir.path(), "fsin run e.yaml -q --json a.json").code == 0);
  const std::string result = read_file(dir.path() / "a.json");
  CHECK(bash(dir.path(), "fsin compare x/y=a.json --csv a.json").code == 2);
  CHECK(read_file(dir.path() / "a.json") == result);
  CHECK(nlohmann::json::accept(bash(dir.path(), "fsin compare r r2 --json /dev/stdout | cat").out));
}

TEST_CASE("the names that outputs are checked by are those that are written") {
  const Scratch dir;
  dir.file("e.yaml", small);
  REQUIRE(bash(dir.path(), "fsin run e.yaml -q --out out > /dev/null").code == 0);
  for (const fs::directory_entry& each : fs::directory_iterator(dir.path() / "out")) {
    const std::string name = each.path().filename().string();
    CAPTURE(name);
    dir.file(name, small);
    const Shell ran = bash(dir.path(), "fsin run " + name + " -q --out .");
    CHECK(ran.code == 2);
    CHECK(has(ran.out, "would overwrite the experiment"));
    fs::remove(dir.path() / name);
  }
}

TEST_CASE("no message drives a terminal, whatever names, values and traces hold") {
  const Scratch dir;
  const std::string escape = "\x1b[31m";
  dir.file("e" + escape + ".yaml", small);
  dir.file("name.yaml",
           "fsin: 1\nname: \"red\\e[31m\\x07\"\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n"
           "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {cycles: 400}\n");
  dir.file("value.yaml", "fsin: 1\nname: v\nnetwork:\n  topology: {type: \"to\\e[31mrus\"}\n\"ke\\ey\": 1\n");
  dir.file("t" + escape + ".txt", "#ranks 2\n0 0 MS 1 0 0 8\n1 0 MR 0 0 0 8\n");
  dir.file("bad.txt", "#ranks 2\n0 0 MS 1 0 0 8\n0 0 M" + escape + " 1 0 0 8\n");
  dir.file("replay.yaml",
           "fsin: 1\nname: r\nnetwork:\n  topology: {type: torus, dims: [2, 2]}\n"
           "workload: {type: trace, file: \"t\\e[31m.txt\"}\n");
  const std::string name = "$'e\\e[31m.yaml'";
  for (const std::string& line : std::vector<std::string>{"fsin run " + name,
                                                          "fsin run " + name + "x",
                                                          "fsin check " + name,
                                                          "fsin run name.yaml",
                                                          "fsin check name.yaml",
                                                          std::string("fsin run value.yaml"),
                                                          std::string("fsin run replay.yaml"),
                                                          std::string("fsin check replay.yaml"),
                                                          std::string("fsin run replay.yaml workload.file=bad.txt"),
                                                          "fsin run name.yaml --json $'/no\\ewhere/x'",
                                                          "fsin $'r\\eun'",
                                                          "fsin run $'--\\e[1m'",
                                                          "fsin run name.yaml $'a\\e=1'",
                                                          "fsin list $'\\e[1m'",
                                                          "fsin help $'\\e[1m'",
                                                          "fsin compare $'\\e[1m=x'",
                                                          "fsin compare x/y=$'\\e[1m'",
                                                          "fsin report $'\\e[1m'",
                                                          "fsin merge whole $'\\e[1m'",
                                                          "fsin sweep $'\\e[1m'",
                                                          "fsin topology $'\\e[1m'"}) {
    const Shell ran = bash(dir.path(), line);
    CAPTURE(line);
    CAPTURE(ran.out);
    CHECK_FALSE(ran.out.empty());
    CHECK_FALSE(drives_a_terminal(ran.out));
  }
}

}  // namespace outputs_test
