// SPDX-License-Identifier: Apache-2.0
// What a trace holds and a replay does not use: said by run, sweep and check, kept in the results, and refused where
// nothing would be left that means anything.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace left_out_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

std::string experiment(const std::string& file, const std::string& more = "") {
  return "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\nworkload: {type: trace, file: " + file + more +
         "}\n";
}

/// Every rank does these lines, its number before each.
std::string on_ranks(unsigned ranks, const std::vector<std::string>& lines) {
  std::string text;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    for (const std::string& line : lines) text += std::to_string(rank) + " " + line + "\n";
  }
  return text;
}

/// A message around the ring, and a collective whose messages are not there.
std::string partial_trace() {
  std::string text = "#insee-trace 1\n#ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    const std::string me = std::to_string(rank);
    text += me + " 0 SS MPI_Send\n" + me + " 1 MS " + std::to_string((rank + 1) % 4) + " 0 0 64\n" + me +
            " 2 SE MPI_Send\n" + me + " 3 SS MPI_Recv\n" + me + " 4 MR " + std::to_string((rank + 3) % 4) +
            " 0 0 64\n" + me + " 5 SE MPI_Recv\n" + me + " 6 SS MPI_Allreduce\n" + me + " 9 SE MPI_Allreduce\n";
  }
  return text;
}

const std::string partial_text = "4 calls whose messages the trace does not have (4 MPI_Allreduce)";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a trace of collectives without messages is refused, with what to do, and run when that is accepted") {
  const Scratch scratch;
  scratch.file("a2a.txt", "#insee-trace 1\n" + on_ranks(64, {"0 SS MPI_Alltoall", "5 SE MPI_Alltoall"}));
  scratch.file("exp.yaml", experiment("a2a.txt"));
  for (const char* command : {"run", "check", "sweep"}) {
    CAPTURE(command);
    const Ran ran = run_fsin_in(scratch.path(), {command, "exp.yaml"});
    CHECK(ran.code == 3);
    CHECK(ran.out.empty());
    CHECK(has(ran.err,
              "a2a.txt: no message is left to replay: 64 calls whose messages the trace does not have (64 "
              "MPI_Alltoall); "));
    CHECK(has(ran.err, "workload.left_out=accept"));
  }
  const Ran accepted = run_fsin_in(scratch.path(), {"run", "exp.yaml", "left_out=accept", "-q", "--json", "-"});
  CHECK(accepted.code == 0);
  CHECK(has(accepted.err, "warning: the replay leaves out 64 calls"));
  CHECK(Json::parse(accepted.out)["workload"]["left_out"]["collectives"] == 64);
}

TEST_CASE("what is left out of a trace is one line with counts, in the text and in JSON of one shape") {
  const Scratch scratch;
  scratch.file("t.txt", partial_trace());
  scratch.file("exp.yaml", experiment("t.txt"));
  const Ran text = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(text.code == 0);
  CHECK(count(text.err, "\n") == 1);
  CHECK(has(text.err, "t.txt: warning: the replay leaves out " + partial_text + "; trgen info tells more\n"));
  CHECK(has(text.out, "left out     " + partial_text + "\n"));
  CHECK(
      has(run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--seeds", "2"}).out, "left out     " + partial_text));
  const Ran check = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(has(check.out, "left out      " + partial_text + "\n"));

  const Json left_out = Json::parse(run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"}).out)
                            .at("workload")
                            .at("left_out");
  CHECK(left_out["collectives"] == 4);
  CHECK(left_out["incomplete_ranks"] == 0);
  CHECK(left_out["what"] == Json::array({{{"kind", "collectives"}, {"what", "MPI_Allreduce"}, {"count", 4}}}));
  // Synthetic load and a trace of which all is replayed have the same members, with nothing in them.
  scratch.file("whole.yaml", experiment(std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.S.4.txt.zst"));
  scratch.file("load.yaml", "fsin: 1\nmeasure: {warmup: 10, cycles: 100}\n");
  for (const char* file : {"whole.yaml", "load.yaml"}) {
    CAPTURE(file);
    const Ran ran = run_fsin_in(scratch.path(), {"run", file, "-q", "--json", "-"});
    const Json none = Json::parse(ran.out).at("workload").at("left_out");
    REQUIRE(none.size() == left_out.size());
    for (const auto& [name, value] : left_out.items()) CHECK(none.contains(name));
    CHECK(none["collectives"] == 0);
    CHECK(none["what"].empty());
    CHECK(none["text"] == "");
    CHECK_FALSE(has(ran.err, "leaves out"));
  }
}

TEST_CASE("a sweep says it once for a trace, keeps it with each run, and shows it below the table and in the report") {
  const Scratch scratch;
  scratch.file("t.txt", partial_trace());
  scratch.file("exp.yaml",
               experiment("t.txt") + "sweep: {grid: {network.router.virtual_channels: [1, 2, 3]}, seeds: 2}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "out"});
  CHECK(ran.code == 0);
  CHECK(count(ran.err, "leaves out") == 1);
  CHECK(count(ran.out, "t.txt: the replay left out " + partial_text) == 1);
  const std::string runs = read_file(scratch.path() / "out" / "runs.jsonl");
  CHECK(count(runs, "\"left_out\":{\"collectives\":4,") == 6);
  CHECK(count(read_file(scratch.path() / "out" / "runs.csv"), partial_text) == 6);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "out"}).code == 0);
  std::string pages;
  for (const auto& file : std::filesystem::recursive_directory_iterator(scratch.path() / "out")) {
    if (file.path().extension() == ".html") pages += read_file(file.path());
  }
  CHECK(has(pages, "t.txt: the replay left out " + partial_text));
}

TEST_CASE("an incomplete trace is refused, replayed up to where it is whole, and its deadlock says what it is") {
  const Scratch scratch;
  scratch.file("t.txt",
               "#insee-trace 1\n#ranks 2\n#incomplete 1 ended without MPI_Finalize\n0 0 SS MPI_Send\n0 1 MS 1 0 0 8\n"
               "0 2 SE MPI_Send\n0 3 SS MPI_Recv\n0 4 MR 1 0 0 8\n0 5 SE MPI_Recv\n1 0 SS MPI_Recv\n1 1 MR 0 0 0 8\n"
               "1 2 SE MPI_Recv\n1 3 SS MPI_Send\n");
  scratch.file("exp.yaml", experiment("t.txt"));
  const std::string why = "1 of 2 ranks end before their program did (rank 1: ended without MPI_Finalize)";
  const Ran refused = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(refused.code == 3);
  CHECK(has(refused.err, "t.txt: the trace is incomplete: " + why));
  const Ran accepted = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "left_out=accept"});
  CHECK(accepted.code == 1);
  CHECK(has(accepted.out, "deadlock"));
  CHECK(has(accepted.out, "  the trace is incomplete: 1 of 2 ranks end before their program did, and who waits for "));
  scratch.file("part.yaml", experiment("t.txt", ", region: {to: record 4}"));
  const Ran part = run_fsin_in(scratch.path(), {"run", "part.yaml", "-q"});
  CHECK(part.code == 0);
  CHECK_FALSE(has(part.err, "incomplete"));
}

TEST_CASE("volumes of work become time by a rate, and never without one") {
  const Scratch scratch;
  // 4,000,000 flops, then a message of 64 bytes to the next node: 16 phits.
  scratch.file("t.ti", "0 init\n0 compute 4e6\n0 send 1 0 64\n0 finalize\n1 init\n1 recv 0 0 64\n1 finalize\n");
  const auto cycles = [&](const std::string& cpu) {
    scratch.file("exp.yaml", experiment("t.ti", cpu));
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    return Json::parse(ran.out)["cycles"].get<std::uint64_t>();
  };
  const std::uint64_t without = cycles("");
  // A phit of 4 B takes 32 ns at 1 Gb/s: 4 ms at 1 Gf/s are 125,000 cycles.
  CHECK(cycles(", cpu: {scale: 1.0, rate: 1 Gf/s}") - without == 125000);
  CHECK(cycles(", cpu: {scale: 1.0, rate: 10 Gf/s}") - without == 12500);
  CHECK(cycles(", cpu: {scale: 2.0, rate: 500 Mf/s}") - without == 500000);
  CHECK(cycles(", cpu: {rate: 1 Gf/s}") - without == 125000);
  const auto refused = [&](const std::string& trace, const std::string& cpu) {
    scratch.file("exp.yaml", experiment(trace, cpu));
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(has(refused("t.ti", ", cpu: {scale: 1.0}"), "the trace counts flops, not time"));
  CHECK(has(refused("t.ti", ", cpu: {scale: 1.0, rate: 2 Gips}"),
            "the trace counts flops, and the rates are of instructions"));
  CHECK(has(refused("t.ti", ", cpu: {scale: 1.0, rate: 2 GF/s}"), "unknown unit; did you mean \"Gf/s\"?"));
  CHECK(has(refused("t.ti", ", cpu: {scale: 1.0, rate: 1000}"), "has no unit"));
  CHECK(has(refused("t.ti", ", cpu: {scale: 1.0, rate: 1 Gf/s, clock_cost: 1 ns}"), "clock_cost is a time"));
  CHECK(has(refused(std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.S.4.txt.zst", ", cpu: {scale: 1.0, rate: 1 Gf/s}"),
            "the trace records times, which need no rate"));
}

}  // namespace left_out_test
