// SPDX-License-Identifier: Apache-2.0
// trgen capture without an MPI: what it runs, writes and says.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/trgen/fake_mpi.hpp"

namespace capture_command_test {

using namespace trgen;
using test::has;
using test::Outcome;
using test::started_rank;

namespace fs = std::filesystem;
using test::FakeMpi;
using test::save_run;

TEST_CASE("capture runs the program, writes the trace, tells what is in it and leaves nothing else") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const Outcome outcome = mpi.capture("-n 2 -- echo hello --json");
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK(has(outcome.out, "hello --json\ntrace.txt.zst: 2 ranks, 10 records, "));
  CHECK(has(outcome.out, "  messages        1 with 8 bytes\n  in collectives  0.0 % of the messages"));
  CHECK(has(outcome.out, "  wildcards       1 receives of any source, 0 of any tag\n"));
  CHECK(has(outcome.out, "slowest rank 0: 0.000000 s\n  check           ok, 1 messages, every one received\n"));
  CHECK(test::trgen_in(mpi, "check trace.txt.zst").code == 0);
  CHECK(mpi.clean());
}

TEST_CASE("capture gives the ranks, and only them, what makes the trace; the user's settings win") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const std::string words =
      "-n 2 --clock wall --keep-raw raw --env A=b=c --env MPIR_CVAR_NOLOCAL=0 --env LD_PRELOAD=own.so -o t.txt";
  CHECK(mpi.capture(words + " -- env", "MPIR_CVAR_ENABLE_SMP_COLLECTIVES=7 LD_LIBRARY_PATH=/x").code == 0);
  std::string given = test::read_file(mpi / "mpi/words");
  std::replace(given.begin(), given.end(), '\n', ' ');
  CHECK(given.starts_with("-n 2 -genv "));
  CHECK(given.ends_with(" env "));
  CHECK(has(given, "-genv MPIR_CVAR_NOLOCAL 1 "));
  CHECK(given.find("MPIR_CVAR_NOLOCAL 0") > given.find("MPIR_CVAR_NOLOCAL 1"));
  CHECK_FALSE(has(given, "ENABLE_SMP_COLLECTIVES"));
  CHECK(has(given, "-genv MPICH_INTERFACE_HOSTNAME 127.0.0.1 "));
  CHECK(has(given, "-genv A b=c "));
  CHECK(has(given, "-genv TRGEN_TRACE_CLOCK wall "));
  CHECK(has(given, "/mpi/lib/libtrgen-trace.so:own.so "));
  CHECK(has(given, "/mpi/lib:/x "));
  CHECK(fs::exists(mpi / "raw/rank-000001.raw"));
  CHECK(mpi.clean());
}

TEST_CASE("a time-independent capture counts work, at a rate where the machine counts time") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const Outcome outcome = mpi.capture("-n 2 --time-independent --clock cpu --rate '2 Gips' -- true");
  CHECK(outcome.code == 0);
  CHECK(has(outcome.err, "bursts are CPU time, 2 G instructions a second, as --rate says"));
  CHECK(has(test::read_file(mpi / "trace.ti"), "trace.ti_files/rank-000001.ti\n"));
  const std::string first = test::read_file(mpi / "trace.ti_files/rank-000000.ti");
  CHECK(first.starts_with("#clock instructions\n#ranks 2\n#rate 2000000000\n0 init\n"));
  CHECK(has(first, "0 compute "));
  const auto bytes = test::read_file(mpi / "trace.ti").size() + first.size() +
                     test::read_file(mpi / "trace.ti_files/rank-000001.ti").size();
  CHECK(has(outcome.out, "trace.ti: 2 ranks, 10 records, " + std::to_string(bytes) + " bytes, clock cpu\n"));
  CHECK(mpi.clean());
}

TEST_CASE("a time-independent trace of a program that dies is marked incomplete, and check says so") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100, 8, false);
  const Outcome outcome = mpi.capture("-n 2 --time-independent --clock cpu --rate '2 Gips' -- sh -c 'exit 9'");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.err, "the trace is marked incomplete\n"));
  CHECK_FALSE(has(outcome.err, "notes of incomplete ranks"));
  CHECK(has(test::read_file(mpi / "trace.ti_files/rank-000001.ti"),
            "#incomplete 1 ended in MPI_Recv without MPI_Finalize"));
  const Outcome checked = test::trgen_in(mpi, "check trace.ti");
  CHECK(checked.code == 3);
  CHECK(has(checked.out, "trace.ti: incomplete: rank 1: ended in MPI_Recv without MPI_Finalize"));
}

TEST_CASE("convert tells in its own name at what rate times become work") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  CHECK(mpi.capture("-n 2 -o t.txt -- true").code == 0);
  const Outcome outcome = test::trgen_in(mpi, "convert --time-independent --rate '2 Gips' t.txt t.ti");
  CHECK(outcome.code == 0);
  CHECK(has(outcome.err, "trgen convert: bursts are CPU time, 2 G instructions a second, as --rate says"));
  CHECK_FALSE(has(outcome.err, "trgen capture"));
}

TEST_CASE("a place where the ranks cannot meet is told before they start") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const Outcome outcome = mpi.capture("-n 2 -- true", "MPICH_INTERFACE_HOSTNAME=no.such.name.invalid");
  CHECK(outcome.code == 3);
  CHECK(outcome.err.starts_with(
      "trgen capture: the ranks cannot meet at \"no.such.name.invalid\" (MPICH_INTERFACE_HOSTNAME): "));
  CHECK(outcome.err.ends_with("; unset the variable, or add the name to /etc/hosts\n"));
  CHECK_FALSE(fs::exists(mpi / "mpi/words"));
  const Outcome other = mpi.capture("-n 2 --env MPICH_INTERFACE_HOSTNAME=localhost -- true");
  CHECK(other.code == 0);
}

TEST_CASE("a program that dies gives a marked trace and exit code 1") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100, 8, false);
  const Outcome outcome = mpi.capture("-n 2 -o t.txt -- sh -c 'exit 9'");
  CHECK(outcome.code == 1);
  CHECK(outcome.err == "trgen capture: the program ended with exit code 9; the trace is marked incomplete\n");
  CHECK(has(outcome.out,
            "  incomplete      1 of 2 ranks\n                  rank 1: ended in MPI_Recv without "
            "MPI_Finalize after 3 records; was it killed?\n"));
  CHECK(has(test::read_file(mpi / "t.txt"), "#incomplete 1 ended in MPI_Recv without MPI_Finalize"));
  CHECK(test::trgen_in(mpi, "check t.txt").code == 3);
  save_run(mpi / "mpi/files", 100);
  const Outcome other = mpi.capture("-n 2 -o t.txt -- sh -c 'exit 9'");
  CHECK(other.code == 1);
  CHECK(other.err == "trgen capture: the program ended with exit code 9; the trace is complete\n");
  CHECK(mpi.clean());
}

TEST_CASE("a program without records is told, with what may be the reason") {
  const FakeMpi mpi;
  const Outcome outcome = mpi.capture("-n 2 -- true");
  CHECK(outcome.code == 3);
  CHECK(outcome.err ==
        "trgen capture: true ended with exit code 0 and no rank left a record: it does not call MPI_Init, uses an MPI "
        "other than MPICH, or has its MPI linked in statically\n");
  CHECK_FALSE(fs::exists(mpi / "trace.txt.zst"));
  CHECK(mpi.clean());
}

TEST_CASE("a signal ends the program, and what there is is written and marked") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100, 8, false);
  const Outcome outcome = mpi.capture("-n 2 -o t.txt -- sleep 60", "timeout --preserve-status -s TERM 1 env");
  CHECK(outcome.code == 130);
  CHECK(has(outcome.err, "trgen capture: the program was interrupted; the trace is marked incomplete\n"));
  CHECK(has(test::read_file(mpi / "t.txt"), "#incomplete 1 "));
  CHECK(mpi.clean());
}

TEST_CASE("repeated captures keep the least or the median of each burst") {
  const FakeMpi mpi;
  for (std::uint64_t run = 1; run <= 3; ++run) save_run(mpi / ("mpi/files." + std::to_string(run)), 1000 * run);
  const auto burst = [&](const std::string& words) {
    test::write_file(mpi / "mpi/run", "0");
    const Outcome outcome = mpi.capture("-n 2 --repeat 3 -o t.txt " + words + " -- true");
    CHECK(outcome.code == 0);
    CHECK(has(outcome.err, "trgen capture: the records of 3 captures agree; "));
    return nlohmann::json::parse(test::trgen_in(mpi, "info --json t.txt").out)["bursts"]["total_ns"];
  };
  CHECK(burst("") == 1000);
  CHECK(burst("--keep median") == 2000);
  CHECK(has(test::read_file(mpi / "t.txt"), "\n# median of each time of 3 captures\n"));
  CHECK(mpi.clean());
}

TEST_CASE("repeated captures that differ are told with rank and record, and the least of them is kept") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files.1", 1000, 8);
  save_run(mpi / "mpi/files.2", 900, 9);
  const Outcome outcome = mpi.capture("-n 2 --repeat 2 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.err, "trgen capture: captures 1 and 2 differ: rank 0, record 4: MS 1 7 0 8 against MS 1 7 0 9\n"));
  CHECK(has(test::read_file(mpi / "t.txt"), "\n# capture 2 of 2, whose records do not agree\n"));
  CHECK(has(test::read_file(mpi / "t.txt"), " MS 1 7 0 9\n"));
}

TEST_CASE("a later capture that fails is left out") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files.1", 1000);
  save_run(mpi / "mpi/files.2", 900, 8, false);
  const Outcome outcome = mpi.capture("-n 2 --repeat 5 -o t.txt -- true");
  CHECK(outcome.code == 1);
  CHECK(has(outcome.err, "capture 2 of 5 is left out"));
  CHECK_FALSE(has(test::read_file(mpi / "t.txt"), "#incomplete"));
}

TEST_CASE("without the patches the trace is a regular one, and one line says so") {
  const FakeMpi mpi;
  test::write_file(mpi / "mpi/lib/libmpich.so.12", "stock");
  auto file = started_rank(0, 1);
  file.header.flags = TRGEN_FINALIZED;
  test::write_file(mpi / "mpi/files/rank-000000.raw", file.bytes());
  const Outcome outcome = mpi.capture("-n 1 -- true");
  CHECK(outcome.code == 0);
  CHECK(outcome.err ==
        "trgen capture: --mpi mpi is not patched: this will be a regular trace, collectives without their messages; "
        "mpich-patches/build.sh makes a patched one\n");
  test::write_file(mpi / "mpi/lib/libmpich.so.12", "MPIX_Trace_interface");
  CHECK(has(mpi.capture("-n 1 -- true").err, "the program did not load the patched library "));
}

TEST_CASE("what capture cannot do is told before the program runs") {
  const FakeMpi mpi;
  fs::create_directories(mpi / "full");
  test::write_file(mpi / "full/x", "");
  const auto fault = [&](const std::string& words) {
    const Outcome outcome = mpi.capture(words);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK(has(fault("-- true"), "needs -n N, the number of ranks"));
  CHECK(has(fault("-n 2"), "expects '-- PROGRAM ARGS'"));
  CHECK(has(fault("-n 0 -- true"), "--ranks \"0\" is not a whole number from 1 to "));
  CHECK(has(fault("-n 2 --clock cup -- true"), "--clock: unknown \"cup\"; did you mean \"cpu\"?"));
  CHECK(has(fault("-n 2 --env A -- true"), "--env \"A\" must be NAME=VALUE"));
  CHECK(has(fault("-n 2 -o no/t.txt -- true"), "-o no/t.txt: there is no folder no"));
  CHECK(has(fault("-n 2 -o - -- true"), "name a file"));
  CHECK(has(fault("-n 2 --keep-raw full -- true"), "must be a new or empty folder"));
  CHECK(has(fault("-n 2 --keep median -- true"), "--keep needs --repeat 2 or more"));
  CHECK(has(fault("-n 2 --rate '2 Gips' -- true"), "--rate is for --time-independent"));
  CHECK(has(fault("-n 2 --time-independent --rate '2 Gf/s' -- true"), "it must be in instructions a second"));
  CHECK(has(fault("-n 2 --time-independent -o t.txt -- true"), "-o t.txt: a time-independent trace has a name"));
  CHECK(has(fault("-n 2 -- ./missing"), "there is no program \"./missing\""));
  CHECK(fault("--clock cup --repeat 0 --keep none -o - -- ./missing") ==
        "trgen capture: needs -n N, the number of ranks\n"
        "trgen capture: --clock: unknown \"cup\"; did you mean \"cpu\"? valid values: cpu, wall, instructions\n"
        "trgen capture: --repeat \"0\" is not a whole number from 1 to 1000\n"
        "trgen capture: --keep: unknown \"none\"; valid values: min, median\n"
        "trgen capture: -o - would mix the trace with what the program prints; name a file\n"
        "trgen capture: there is no program \"./missing\"; trgen capture --help explains\n");
  CHECK(has(test::trgen_in(mpi, "capture -n 2 --mpi nowhere -- true").err,
            "--mpi nowhere: there is no MPICH here (bin/mpiexec is missing)"));
  CHECK(test::read_file(mpi / "mpi/run") == "0");
}

}  // namespace capture_command_test
