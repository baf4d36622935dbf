// SPDX-License-Identifier: Apache-2.0
// The trgen program itself: what it prints, what it leaves behind, what it answers to the shell.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/trgen/run_trgen.hpp"
#include "trgen/commands/tally.hpp"

namespace commands_test {

using namespace trgen;
using test::has;
using test::Outcome;
using test::trgen_in;

namespace {

const std::string small =
    "#ranks 2\n#what a test\n0 0 SS MPI_Bcast\n0 5 MS 1 3 1 100\n0 10 SE MPI_Bcast\n0 110 SS MPI_Send\n0 120 MS 0 0 0 "
    "0\n"
    "0 125 MR 0 0 0 0\n0 130 SE MPI_Send\n1 0 SS MPI_Bcast\n1 7 MR 0 3 1 100\n1 9 SE MPI_Bcast\n";

}  // namespace

TEST_CASE("without a command trgen lists its commands, and a misspelt one is told") {
  const test::Folder folder;
  CHECK(trgen_in(folder, "").code == 2);
  CHECK(trgen_in(folder, "--help").code == 0);
  CHECK(has(trgen_in(folder, "--help").out, "  check       checks that every message is received"));
  const Outcome misspelt = trgen_in(folder, "chekc x");
  CHECK(misspelt.code == 2);
  CHECK(misspelt.err ==
        "trgen: unknown command \"chekc\"; did you mean \"check\"? commands: capture, info, check, stats, convert, "
        "slice, "
        "generate, compress, compare, topology, extrapolate\n");
  const std::string version = trgen_in(folder, "--version").out;
  CHECK(version.find("trgen 0.1.0 (") == 0);
  CHECK(version.find(")\n") == version.size() - 2);
}

TEST_CASE("every command explains itself with examples") {
  const test::Folder folder;
  for (const std::string command :
       {"capture", "info", "check", "stats", "convert", "slice", "generate", "compress", "compare", "topology"}) {
    const Outcome outcome = trgen_in(folder, command + " --help");
    CAPTURE(command);
    CHECK(outcome.code == 0);
    CHECK(outcome.out.starts_with("trgen " + command + ": "));
    CHECK(has(outcome.out, "\n\nusage: trgen " + command + " "));
    CHECK(has(outcome.out, "examples:\n  trgen " + command + " "));
    CHECK(trgen_in(folder, command).code == 2);
  }
}

TEST_CASE("wrong options are told with what to do, and are never guessed") {
  const test::Folder folder;
  CHECK(trgen_in(folder, "info --jso x").err ==
        "trgen info: unknown option --jso; did you mean \"--json\"? options: --json\n");
  CHECK(trgen_in(folder, "generate ring --ranks=-1 -o x").err ==
        "trgen generate: --ranks \"-1\" is not a whole number from 1 to 16777216; trgen generate --help explains\n");
  CHECK(trgen_in(folder, "generate rign -o x")
            .err.starts_with("trgen generate: unknown kernel \"rign\"; did you mean \"ring\"? kernels: ring, "));
  CHECK(trgen_in(folder, "generate butterfly --ranks 6 -o x").err ==
        "trgen generate: kernel butterfly needs a power of two of ranks, 2 or more, not 6; trgen generate --help "
        "explains\n");
  CHECK(trgen_in(folder, "convert a").err ==
        "trgen convert: expects a trace to read and a file to write; trgen convert --help explains\n");
  CHECK(trgen_in(folder, "stats a b").err ==
        "trgen stats: unexpected \"b\"; expects one trace file; trgen stats --help explains\n");
  CHECK(trgen_in(folder, "check --most 0 a").code == 2);
  CHECK(folder.files() == 0);
}

TEST_CASE("all mistakes of a command line are told at once, and nothing is read or written") {
  const test::Folder folder;
  const auto told = [&](const std::string& words) {
    const Outcome outcome = trgen_in(folder, words);
    CHECK(outcome.code == 2);
    CHECK(folder.files() == 0);
    return outcome.err;
  };
  CHECK(told("generate rign --ranks 0 --bytes x --records 5 --iterations 5")
            .starts_with("trgen generate: unknown kernel \"rign\"; did you mean \"ring\"? "));
  CHECK(has(told("generate rign --ranks 0 --bytes x --records 5 --iterations 5"),
            "\ntrgen generate: --ranks \"0\" is not a whole number from 1 to 16777216\n"
            "trgen generate: --bytes \"x\" is not a whole number from 0 to "));
  CHECK(has(told("generate ring --records 5 --iterations 5"),
            "--records and --iterations exclude each other\n"
            "trgen generate: needs -o FILE ('-' for standard output); trgen generate --help explains\n"));
  CHECK(told("slice missing.txt out.txt --ranks 3-1,x --from-time now --records 9-2") ==
        "trgen slice: --records \"9-2\" must be a number or a range such as 0-15\n"
        "trgen slice: --from-time \"now\" is not a whole number from 0 to 18446744073709551615\n"
        "trgen slice: --ranks \"3-1\" must be a number or a range such as 0-15\n"
        "trgen slice: --ranks \"x\" must be a number or a range such as 0-15; trgen slice --help explains\n");
  CHECK(told("stats a b --top x --spool-memory y") ==
        "trgen stats: unexpected \"b\"; expects one trace file\n"
        "trgen stats: --top \"x\" is not a whole number from 0 to 1000000\n"
        "trgen stats: --spool-memory \"y\" is not a whole number from 0 to 1048576; trgen stats --help explains\n");
  CHECK(
      told("convert missing.txt --format txet")
          .starts_with("trgen convert: expects a trace to read and a file to write\n"
                       "trgen convert: --format: unknown \"txet\"; did you mean \"text\"? valid values: container, "));
}

TEST_CASE("info counts what the trace holds") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  const Outcome text = trgen_in(folder, "info t.txt");
  CHECK(text.code == 0);
  CHECK(has(text.out, "  records         10: SS 3, SE 3, MS 2, MR 2\n"));
  CHECK(has(text.out, "  to self         1 with 0 bytes\n"));
  CHECK(has(text.out, "  in collectives  1 (50.0 % of the messages, 100.0 % of the bytes)\n"));
  const auto json = nlohmann::json::parse(trgen_in(folder, "info --json t.txt").out);
  CHECK(json["ranks"] == 2);
  CHECK(json["records"] == 10);
  CHECK(json["comments"] == std::vector<std::string>{"#what a test"});
  CHECK(json["bursts"] == nlohmann::json{{"count", 1}, {"total_ns", 100}, {"longest_rank_ns", 100}});
  CHECK(json["duration_ns"] == 130);
  CHECK(json["sizes"][1] == nlohmann::json{{"from", 64}, {"to", 127}, {"messages", 1}, {"bytes", 100}});
  CHECK(json["communicators"][1]["communicator"] == 1);
  CHECK(json["communicators"][1]["messages"] == 1);
  CHECK(json["communicators"][1]["bytes"] == 100);
  CHECK(json["states"][0] ==
        nlohmann::json{{"state", "MPI_Bcast"}, {"messages", 1}, {"bytes", 100}, {"calls", 2}, {"time_ns", 19}});
  CHECK(json["host"]["records_per_cpu_second"] > 0);
  CHECK(json["host"]["peak_rss_bytes"] > 1000000);
}

TEST_CASE("info reads standard input and several files") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  const auto json = nlohmann::json::parse(trgen_in(folder, "info --json -", "cat t.txt |").out);
  CHECK(json["file"] == "<stdin>");
  const std::string two = trgen_in(folder, "info --json t.txt t.txt").out;
  CHECK(std::count(two.begin(), two.end(), '\n') == 2);
}

TEST_CASE("check answers ok in one line, or every problem in one line each and exit code 3") {
  const test::Folder folder;
  test::write_file(folder / "good.txt", small);
  test::write_file(folder / "bad.txt", small + "1 20 SS MPI_Recv\n1 30 MR 0 3 1 77\n1 40 SE MPI_Recv\n");
  const Outcome good = trgen_in(folder, "check good.txt");
  CHECK(good.code == 0);
  CHECK(good.out ==
        "good.txt: ok: 2 ranks, 10 records, 2 messages, every one received; 1 to self, 2 in flight at most\n");
  CHECK(good.err.empty());
  const Outcome bad = trgen_in(folder, "check good.txt bad.txt");
  CHECK(bad.code == 3);
  CHECK(has(bad.out,
            "bad.txt:14: rank 1: MR 0 3 1 77: rank 0 never sends this message\n"
            "bad.txt: 1 problem in 2 ranks, 13 records, 2 messages\n"));
  const auto json = nlohmann::json::parse(trgen_in(folder, "check --json bad.txt").out);
  CHECK(json["ok"] == false);
  CHECK(json["problems"][0]["line"] == 14);
  CHECK(json["problems"][0]["record"] == "MR 0 3 1 77");
}

TEST_CASE("faulty files are told with exit code 3") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", "0 0 MS 1 0 0 -5\n");
  test::write_file(folder / "empty.txt", "");
  const Outcome negative = trgen_in(folder, "info t.txt");
  CHECK(negative.code == 3);
  CHECK(negative.out.empty());
  CHECK(negative.err == "t.txt:1: number of bytes \"-5\" is negative; a message has 0 bytes or more\n");
  CHECK(trgen_in(folder, "check empty.txt").err == "empty.txt: the file is empty; was it written to the end?\n");
  const std::string missing = trgen_in(folder, "check missing.txt").err;
  CHECK(missing.starts_with("missing.txt: cannot open: No such file or directory (looked for /"));
  CHECK(missing.ends_with("/missing.txt)\n"));
  CHECK(trgen_in(folder, "check missing.txt").code == 3);
}

TEST_CASE("a spool that cannot be written tells how much is needed") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  const Outcome outcome = trgen_in(folder, "check --spool-memory 0 t.txt", "TMPDIR=/nonexistent");
  CHECK(outcome.code == 3);
  CHECK(outcome.err ==
        "t.txt: cannot make a temporary file for the trace in '/nonexistent': No such file or directory; point TMPDIR "
        "to a folder that can be written (the whole trace needs about 1 MB)\n");
}

TEST_CASE("a full disk while writing leaves nothing behind") {
  const test::Folder folder;
  const Outcome outcome = trgen_in(folder, "generate ring --iterations 10000 -o /dev/full");
  CHECK(outcome.code == 3);
  CHECK(has(outcome.err, "/dev/full: cannot write beyond 0 bytes: No space left on device"));
}

TEST_CASE("a truncated trace leaves no output") {
  const test::Folder folder;
  trgen_in(folder, "generate random --iterations 500 -o whole.txt.zst");
  const std::string whole = test::read_file(folder / "whole.txt.zst");
  test::write_file(folder / "cut.txt.zst", whole.substr(0, whole.size() / 2));
  const Outcome outcome = trgen_in(folder, "convert cut.txt.zst out.txt");
  CHECK(outcome.code == 3);
  CHECK(outcome.err.starts_with("cut.txt.zst: truncated zstd data after "));
  CHECK(folder.files() == 2);
}

TEST_CASE("convert keeps every record through all compressions") {
  const test::Folder folder;
  CHECK(trgen_in(folder, "generate waterfall --ranks 12 --iterations 20 --compute 700 -o a.txt").code == 0);
  CHECK(trgen_in(folder, "convert a.txt b.txt.gz").code == 0);
  CHECK(trgen_in(folder, "convert b.txt.gz c.txt.zst --spool-memory 0").code == 0);
  CHECK(trgen_in(folder, "convert - -", "cat c.txt.zst |").out == test::read_file(folder / "a.txt"));
  CHECK(test::read_file(folder / "b.txt.gz").starts_with("\x1F\x8B"));
  CHECK(test::read_file(folder / "c.txt.zst").starts_with("\x28\xB5\x2F\xFD"));
}

TEST_CASE("generate makes as many records as asked for, and check finds them sound") {
  const test::Folder folder;
  for (const std::string kernel : {"ring", "pingpong", "stencil", "all-to-all", "random"}) {
    CAPTURE(kernel);
    CHECK(trgen_in(folder, "generate " + kernel + " --ranks 8 --bytes 64 --records 1000 -o t.txt.zst").code == 0);
    const auto json = nlohmann::json::parse(trgen_in(folder, "check --json t.txt.zst").out);
    CHECK(json["ok"] == true);
    CHECK(json["records"] >= 1000);
    CHECK(json["records"] < 1400);
  }
  CHECK(has(trgen_in(folder, "generate --list").out, "  ring             send to rank+1"));
  CHECK(trgen_in(folder, "generate ring --records 5 --iterations 5 -o x.txt").code == 2);
}

TEST_CASE("slice writes a sound trace and says what it dropped") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  const Outcome outcome = trgen_in(folder, "slice t.txt s.txt --ranks 0");
  CHECK(outcome.code == 0);
  CHECK(outcome.err ==
        "s.txt: 6 records of 1 ranks; dropped 1 send and receive records whose partner rank is not in the slice, and 0 "
        "whose partner record is not\n");
  CHECK(trgen_in(folder, "check s.txt").code == 0);
  CHECK(trgen_in(folder, "slice t.txt x.txt").code == 2);
  CHECK(trgen_in(folder, "slice t.txt x.txt --ranks 0-5").err ==
        "trgen slice: --ranks: rank 5 does not exist: t.txt has ranks 0 to 1; trgen slice --help explains\n");
  CHECK(trgen_in(folder, "slice t.txt x.txt --ranks 1-0").code == 2);
  CHECK(trgen_in(folder, "slice t.txt x.txt --from-time 99999").err ==
        "trgen slice: --from: no rank reaches 99999 ns: the longest has 7 records, the last of them at 130 ns; name an "
        "earlier place; trgen slice --help explains\n");
  CHECK(folder.files() == 2);
}

TEST_CASE("stats tells who sends how much to whom") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small + "1 20 MS 0 0 0 7\n0 140 MR 1 0 0 7\n");
  const auto json = nlohmann::json::parse(trgen_in(folder, "stats --json --top 1 t.txt").out);
  CHECK(json["pairs"] == 2);
  CHECK(json["to_self"]["messages"] == 1);
  CHECK(json["top_pairs"] == nlohmann::json{{{"source", 0}, {"destination", 1}, {"messages", 1}, {"bytes", 100}}});
  CHECK(json["bytes_received_of_a_rank"] ==
        nlohmann::json{{"least", 7}, {"mean", 53.5}, {"most", 100}, {"most_at_rank", 1}});
  CHECK(has(trgen_in(folder, "stats t.txt").out, "2 of 2 pairs of ranks used (100.0 %)"));
}

TEST_CASE("the functions that count as collectives are those of MPI") {
  for (const std::string_view name : {"MPI_Bcast", "MPI_Iallreduce", "MPI_Alltoallv", "MPI_Reduce_scatter_block",
                                      "MPI_Comm_split", "MPI_Barrier", "MPI_Ibarrier", "MPI_Init", "MPI_Exscan"}) {
    CAPTURE(name);
    CHECK(commands::is_collective(name));
  }
  for (const std::string_view name : {"MPI_Send", "MPI_Irecv", "MPI_Wait", "MPI_Initialized", "MPI_Comm_rank",
                                      "MPI_Request_free", "MPI_Isend", "compute"}) {
    CAPTURE(name);
    CHECK_FALSE(commands::is_collective(name));
  }
}

TEST_CASE("what is set for collectives and can do no call is refused before anything is written") {
  const test::Folder folder;
  std::string trace = "#ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    int time = 0;
    for (const char* const bytes : {"64000", "8"}) {
      trace += fmt::format("{0} {1} SS MPI_Allreduce communicator=0 sent={2} received={2}\n", rank, ++time, bytes);
      trace += fmt::format("{} {} SE MPI_Allreduce\n", rank, ++time);
    }
  }
  test::write_file(folder / "t.txt", trace);
  const Outcome some = trgen_in(folder, "convert --collectives mpich,allreduce=ring t.txt some.txt");
  CHECK_MESSAGE(some.code == 0, some.err);
  CHECK(has(some.err, "t.txt: collectives.allreduce names ring, which cannot do 1 of 2 calls ("));
  const Outcome none = trgen_in(folder, "convert --collectives mpich,allreduce=torus-ring,torus=5x3 t.txt none.txt");
  CHECK(none.code == 2);
  CHECK(has(none.err, "--collectives: collectives.allreduce names torus-ring, which can do none of the calls: "));
  CHECK(folder.files() == 2);
}

}  // namespace commands_test
