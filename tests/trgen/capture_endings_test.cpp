// SPDX-License-Identifier: Apache-2.0
// How the program of a capture ends, or does not begin: what is told, and that nothing is left running.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "tests/trgen/fake_mpi.hpp"

namespace capture_endings_test {

using namespace trgen;
using test::FakeMpi;
using test::has;
using test::Outcome;
using test::save_run;
using test::started_rank;

namespace fs = std::filesystem;

TEST_CASE("a rank that calls exit is told with its own code, and a program whose ranks all do has a word too") {
  const FakeMpi mpi;
  const auto save = [&](std::uint32_t code) {
    fs::create_directories(mpi / "mpi/files");
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
      auto file = started_rank(rank, 2);
      file.header.flags = TRGEN_HOOKS_PRESENT | TRGEN_EXITED;
      file.header.exit_code = rank == 0 ? 0 : code;
      test::write_file(mpi / ("mpi/files/rank-00000" + std::to_string(rank) + ".raw"), file.bytes());
    }
  };
  save(3);
  const Outcome other = mpi.capture("-n 2 -o t.txt -- sh -c 'exit 9'");
  CHECK(other.code == 1);
  CHECK(other.err ==
        "trgen capture: rank 1 called exit(3) before MPI_Finalize; mpiexec ended with exit code 9; the trace is marked "
        "incomplete\n");
  save(0);
  const Outcome all = mpi.capture("-n 2 -o t.txt -- true");
  CHECK(all.code == 1);
  CHECK(all.err ==
        "trgen capture: rank 0 called exit(0) before MPI_Finalize; mpiexec ended with exit code 0, but 2 of 2 ranks "
        "left no whole record; the trace is marked incomplete\n");
}

TEST_CASE("ranks that end without a word to MPI or to the system have one from capture") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100, 8, false);
  const Outcome outcome = mpi.capture("-n 2 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(outcome.err ==
        "trgen capture: the program ended with exit code 0, but 1 of 2 ranks left no whole record; the trace is marked "
        "incomplete\n");
}

TEST_CASE("a word that is no program is told with the reason") {
  const FakeMpi mpi;
  test::write_file(mpi / "solver", "#!/bin/sh\n");
  const auto told = [&](const std::string& word) {
    const Outcome outcome = mpi.capture("-n 2 -- " + word);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK(has(told("./solver"), "\"./solver\" may not be run: it has no permission x; chmod +x ./solver gives it"));
  CHECK(has(told("solver"), "there is no program \"solver\" in PATH; for the file here write ./solver"));
  CHECK(has(told("./mpi"), "\"./mpi\" is a folder, not a program"));
  CHECK(has(told("./none"), "there is no program \"./none\""));
}

TEST_CASE("a trgen that is killed leaves no program running") {
  const FakeMpi mpi;
  const std::string pid = (mpi / "pid");
  mpi.capture("-n 2 -- sh -c 'echo $$ > " + pid + "; exec sleep 300'", "timeout --preserve-status -s KILL 1 env");
  const std::string number = test::read_file(pid);
  REQUIRE(!number.empty());
  const std::string process = "/proc/" + number.substr(0, number.find('\n')) + "/exe";
  std::error_code error;
  for (int tries = 0; tries < 100 && fs::exists(process, error); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  CHECK_FALSE(fs::exists(process, error));
}

}  // namespace capture_endings_test
