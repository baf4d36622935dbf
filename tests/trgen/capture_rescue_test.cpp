// SPDX-License-Identifier: Apache-2.0
// trgen capture where there is no room, for the files of the ranks or for the trace: nothing recorded is lost.
#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/trgen/fake_mpi.hpp"

namespace capture_rescue_test {

using namespace trgen;
using test::FakeMpi;
using test::has;
using test::Outcome;
using test::save_run;
using test::started_rank;

namespace {

namespace fs = std::filesystem;

/// The one folder that a capture left in tmp.
std::string left_folder(const FakeMpi& mpi) {
  for (const auto& each : fs::directory_iterator(mpi / "tmp")) return each.path().string();
  return "";
}

/// The command that a message gives after "with: ", without the name of the program.
std::string command_in(const std::string& message) {
  const std::string before = "with: trgen ";
  const auto begin = message.find(before);
  if (begin == std::string::npos) return "";
  const auto from = begin + before.size();
  return message.substr(from, message.find('\n', from) - from);
}

std::string without_end(const std::string& text, const std::string& end) {
  CHECK(text.ends_with(end));
  return text.substr(0, text.size() - end.size());
}

}  // namespace

TEST_CASE("where the trace finds no room the files of the ranks stay, and the command that is named makes it of them") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const Outcome outcome = mpi.capture("-n 2 -o /dev/full -- true");
  CHECK(outcome.code == 3);
  CHECK(has(outcome.err, "/dev/full: cannot write beyond "));
  CHECK(has(outcome.err, "\ntrgen capture: what was recorded is kept: 2 files of ranks, "));
  const std::string folder = left_folder(mpi);
  CHECK(has(outcome.err, " bytes, in " + folder + "; "));
  const std::string command = without_end(command_in(outcome.err), "/dev/full");
  CHECK(command == "capture --merge " + folder + " -o ");
  const Outcome merged = test::trgen_in(mpi, command + "t.txt");
  CHECK(merged.code == 0);
  CHECK(has(merged.out, "t.txt: 2 ranks, 10 records, "));
  CHECK(merged.err == "trgen capture: " + folder +
                          " still has the files of the ranks; remove it when the trace is what "
                          "you want\n");
  CHECK(fs::exists(folder));
  CHECK(mpi.capture("-n 2 -o direct.txt -- true").code == 0);
  CHECK(test::read_file(mpi / "t.txt") == test::read_file(mpi / "direct.txt"));
}

TEST_CASE("several captures whose trace finds no room stay, and are merged as they were to be") {
  const FakeMpi mpi;
  for (std::uint64_t run = 1; run <= 3; ++run) save_run(mpi / ("mpi/files." + std::to_string(run)), 1000 * run);
  const Outcome outcome = mpi.capture("-n 2 --repeat 3 --keep median -o /dev/full -- true");
  CHECK(outcome.code == 3);
  CHECK(has(outcome.err, "what was recorded is kept: 6 files of ranks, "));
  const std::string command = without_end(command_in(outcome.err), "/dev/full");
  CHECK(has(command, " --keep median -o "));
  const Outcome merged = test::trgen_in(mpi, command + "t.txt");
  CHECK(merged.code == 0);
  CHECK(has(merged.err, "trgen capture: the records of 3 captures agree; CPU bursts, median of each: "));
  CHECK(nlohmann::json::parse(test::trgen_in(mpi, "info --json t.txt").out)["bursts"]["total_ns"] == 2000);
}

TEST_CASE("the command that is named has the rate of the capture, and supposes no reason") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const Outcome outcome =
      mpi.capture("-n 2 --time-independent --clock cpu --rate '1.5 Gips' -o gone/t.ti -- rmdir gone", "mkdir gone &&");
  CHECK(outcome.code == 3);
  CHECK_FALSE(has(outcome.err, "room"));
  const std::string command = without_end(command_in(outcome.err), "gone/t.ti");
  CHECK(has(command, " --time-independent --rate '1500000000 ips' -o "));
  const Outcome merged = test::trgen_in(mpi, command + "t.ti");
  CHECK(merged.code == 0);
  CHECK(has(test::read_file(mpi / "t.ti_files/rank-000000.ti"), "#rate 1500000000\n"));
  CHECK(has(test::trgen_in(mpi, "capture --help").out, "[--time-independent [--rate SPEED]]"));
}

TEST_CASE("a signal while the trace is written leaves the files of the ranks, and says where") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  // Opening a pipe that nobody reads waits for ever.
  const Outcome outcome = mpi.capture("-n 2 -o pipe -- true", "mkfifo pipe && timeout --preserve-status -s TERM 2 env");
  CHECK(outcome.code == 130);
  CHECK(has(outcome.err,
            "trgen capture: interrupted; no trace was written; what was recorded is kept: 2 files of ranks"));
  CHECK(test::trgen_in(mpi, without_end(command_in(outcome.err), "pipe") + "t.txt").code == 0);
}

TEST_CASE("ranks whose files stayed empty do not take the others with them") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  test::write_file(mpi / "mpi/files/rank-000000.raw", "");
  const Outcome outcome = mpi.capture("-n 2 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.out, "t.txt: 2 ranks, 5 records, "));
  CHECK(has(outcome.out, "rank 0: its file is empty: there was no room for a record\n"));
  CHECK(has(outcome.err, "trgen capture: there was no room left in "));
  CHECK(
      has(outcome.err, ": 1 of 2 ranks stopped recording; records are missing, and the trace is marked incomplete; "));
  CHECK(mpi.clean());
}

TEST_CASE(
    "a rank that had no room for all its records is marked with the cause and the number of those that are missing") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  auto full = started_rank(1, 2);
  full.header.flags = TRGEN_HOOKS_PRESENT | TRGEN_STOPPED_EARLY;
  full.header.lost_records = 1234;
  full.header.stop_error = EFBIG;
  test::write_file(mpi / "mpi/files/rank-000001.raw", full.bytes());
  const Outcome outcome = mpi.capture("-n 2 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.out,
            "rank 1: the limit on the size of its file was reached after 2 records; what follows was not "
            "recorded (1234 records)\n"));
  CHECK(has(outcome.err, "trgen capture: the limit on the size of a file (ulimit -f) was reached in "));
  CHECK(has(outcome.err, ": 1 of 2 ranks stopped recording; 1,234 records are missing, and "));
  CHECK(mpi.clean());
}

TEST_CASE("a capture in which no rank had room for a record says so, and leaves nothing") {
  const FakeMpi mpi;
  for (const char* each : {"0", "1"}) test::write_file(mpi / ("mpi/files/rank-00000" + std::string(each) + ".raw"), "");
  const Outcome outcome = mpi.capture("-n 2 -- true");
  CHECK(outcome.code == 3);
  CHECK(has(outcome.err, " is full: no rank had room for a record; point TMPDIR to a folder with room"));
  CHECK(mpi.clean());
}

TEST_CASE("a later capture without a record is left out, and the first is not lost") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files.1", 1000);
  fs::create_directories(mpi / "mpi/files.2");
  const Outcome outcome = mpi.capture("-n 2 --repeat 2 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.err, "trgen capture: capture 2 of 2 is left out: "));
  CHECK(has(outcome.out, "t.txt: 2 ranks, 10 records, "));
  CHECK(mpi.clean());
}

TEST_CASE("a prefix of Open MPI is not taken for one of MPICH") {
  const FakeMpi mpi;
  fs::create_directories(mpi / "open/bin");
  test::write_file(mpi / "open/bin/mpiexec", "#!/bin/sh\necho 'mpiexec (OpenRTE) 4.1.4'\n");
  fs::permissions(mpi / "open/bin/mpiexec", fs::perms::owner_all);
  const Outcome outcome = test::trgen_in(mpi, "capture --mpi open -n 2 -- true");
  CHECK(outcome.code == 2);
  CHECK(has(outcome.err, "--mpi open: this is Open MPI, and only programs for MPICH can be recorded; "));
}

TEST_CASE("what --merge cannot do is told") {
  const FakeMpi mpi;
  const auto fault = [&](const std::string& words, int code) {
    const Outcome outcome = test::trgen_in(mpi, "capture " + words);
    CHECK(outcome.code == code);
    return outcome.err;
  };
  CHECK(has(fault("--merge nowhere", 2), "--merge nowhere: there is no such folder"));
  CHECK(has(fault("--merge tmp -n 2", 2), "--ranks applies to a program that is run, and --merge DIR runs none"));
  CHECK(has(fault("--merge tmp -- true", 2), "--merge DIR runs no program; leave out \"true\""));
  CHECK(has(fault("--merge tmp", 3), "tmp: this folder has no files of ranks (rank-000000.raw, ...)"));
}

}  // namespace capture_rescue_test
