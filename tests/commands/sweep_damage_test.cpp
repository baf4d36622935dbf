// SPDX-License-Identifier: Apache-2.0
// fsin sweep over what is damaged, full, or was left by another program.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/commands/sweep_tools.hpp"

namespace sweep_damage_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

TEST_CASE("a damaged entry of the cache is made again with a warning, and replaced") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  CHECK(run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "a"})).code == 0);
  fs::path entry;
  for (const auto& each : fs::recursive_directory_iterator(scratch.path() / "c")) {
    if (each.is_regular_file()) entry = each.path();
  }
  fs::resize_file(entry, fs::file_size(entry) / 2);
  const Ran ran = run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "b"}));
  CHECK(ran.code == 0);
  CHECK(ran.err.find(entry.filename().string() + ": the cached result is damaged; the run is made again\n") !=
        std::string::npos);
  CHECK(ran.err.find("18 runs: 1 simulated, 17 from the cache") != std::string::npos);
  CHECK(simulated(scratch.path() / "a") == simulated(scratch.path() / "b"));
  CHECK(run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "d"})).err.find("18 from the cache") !=
        std::string::npos);
}

TEST_CASE("a cache that cannot be filled is a warning and costs no result") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  const Ran ran = run_fsin_in(scratch.path(), words({"--cache", "exp.yaml/c", "--out", "o"}));
  CHECK(ran.code == 0);
  CHECK(ran.err.find("goes on without filling the cache") != std::string::npos);
  CHECK(ran.err.find("18 runs: 18 simulated") != std::string::npos);
}

TEST_CASE("resume is not deceived by a folder that is marked complete and is not") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  const auto sweep = [&](const char* folder, bool resume) {
    return run_fsin_in(scratch.path(), resume ? words({"--cache", "c", "--out", folder, "--resume"})
                                              : words({"--cache", "c", "--out", folder}));
  };
  CHECK(sweep("whole", false).code == 0);
  CHECK(sweep("o", false).code == 0);
  CHECK(sweep("o", true).err.find("complete; nothing to do") != std::string::npos);
  const fs::path folder = scratch.path() / "o";
  const std::string runs = read_file(folder / "runs.jsonl");
  const auto again = [&](const std::string& complaint) {
    const Ran ran = sweep("o", true);
    CHECK(ran.code == 0);
    CHECK_MESSAGE(ran.err.find(complaint + "; what is missing is made again\n") != std::string::npos, ran.err);
    CHECK(simulated(folder) == simulated(scratch.path() / "whole"));
    CHECK(sweep("o", true).err.find("complete; nothing to do") != std::string::npos);
  };
  scratch.file("o/runs.jsonl", runs.substr(0, runs.size() / 2));
  again("o/runs.jsonl: changed since it was written");
  std::string other = runs;
  other[runs.size() / 2] ^= 1;
  scratch.file("o/runs.jsonl", other);
  again("o/runs.jsonl: changed since it was written");
  fs::remove(folder / "links.csv");
  again("o/links.csv: missing");
  // Without digests, as programs before this one left it: the runs themselves are counted.
  Json held = Json::parse(read_file(folder / "sweep.json"));
  held.erase("files");
  scratch.file("o/sweep.json", held.dump());
  scratch.file("o/runs.jsonl", runs.substr(0, runs.find('\n') + 1));
  again("o: runs are missing");
}

TEST_CASE("what another program left does not count, in a folder or in the comparison of two") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  for (const char* folder : {"a", "o"}) {
    CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", folder})).code == 0);
  }
  const Ran same = run_fsin_in(scratch.path(), {"compare", "a", "o", "--fail-on-difference"});
  CHECK(same.code == 0);
  CHECK(same.err.empty());
  const auto replace = [&](const char* file, const std::string& from, const std::string& to) {
    std::string text = read_file(scratch.path() / file);
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    scratch.file(file, text);
  };
  const std::string program = Json::parse(read_file(scratch.path() / "o/sweep.json"))["program"];
  CHECK(program.size() == 32);
  replace("o/sweep.json", program, std::string(32, '0'));
  const Ran different = run_fsin_in(scratch.path(), {"compare", "a", "o", "--fail-on-difference"});
  CHECK(different.code == 0);
  CHECK(different.err.find("a and o: made by different programs: the code that simulates is not the same") !=
        std::string::npos);
  CHECK(different.out.find("program   A: " + program + ", B: 0000") != std::string::npos);
  // A run that another program made has another key.
  const std::string runs = read_file(scratch.path() / "o/runs.jsonl");
  const std::string key = Json::parse(runs.substr(0, runs.find('\n')))["key"];
  Json held = Json::parse(read_file(scratch.path() / "o/sweep.json"));
  held.erase("files");
  scratch.file("o/sweep.json", held.dump());
  replace("o/runs.jsonl", key, std::string(32, '1'));
  const Ran again = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--resume"}));
  CHECK(again.err.find("o: made by another program or from other files; what is missing is made again\n") !=
        std::string::npos);
  CHECK(again.err.find("18 runs: 18 simulated") != std::string::npos);
}

TEST_CASE("a full disk ends a sweep with one clear error, and what was finished counts when there is room again") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  // A limit on the size of files stands in for a disk without room: writes fail in the same places.
  const std::string program = std::string(FSIN_BINARY_DIR) + "/bin/fsin sweep exp.yaml -q --no-cache --out o";
  const std::string command =
      "cd '" + scratch.path().string() + "' && trap '' XFSZ && ulimit -f 40 && " + program + " >out.txt 2>err.txt";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());  // NOLINT: no threads here
  CHECK(WEXITSTATUS(status) == 3);
  const std::string err = read_file(scratch.path() / "err.txt");
  CHECK(err.find("o/runs.partial.jsonl: cannot write") != std::string::npos);
  CHECK(std::count(err.begin(), err.end(), '\n') == 1);
  const Ran rest = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--resume"}));
  CHECK(rest.code == 0);
  CHECK(rest.err.find(", 0 from the folder") == std::string::npos);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "whole"})).code == 0);
  CHECK(simulated(scratch.path() / "o") == simulated(scratch.path() / "whole"));
}

}  // namespace sweep_damage_test
