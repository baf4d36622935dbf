// SPDX-License-Identifier: Apache-2.0
// trgen capture without an MPI: an mpiexec of the test's own puts prepared rank files where the ranks would leave
// theirs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "tests/trgen/formats/capture/rank_files.hpp"
#include "tests/trgen/run_trgen.hpp"

namespace trgen::test {

namespace fs = std::filesystem;

/// Notes its words, copies files.<n> (run n) or files to TRGEN_TRACE_DIR, and becomes the program.
inline const std::string launcher = R"(#!/bin/sh
here=$(dirname "$0")/..
printf '%s\n' "$@" > "$here/words"
while [ $# -gt 0 ]; do
  case $1 in
    --version) echo HYDRA; exit 0 ;;
    -n) shift 2 ;;
    -genv) if [ "$2" = TRGEN_TRACE_DIR ]; then folder=$3; fi; shift 3 ;;
    *) break ;;
  esac
done
run=$(($(cat "$here/run") + 1))
echo $run > "$here/run"
files=$here/files
if [ -d "$files.$run" ]; then files=$files.$run; fi
cp "$files"/* "$folder" 2> /dev/null
exec "$@"
)";

/// A folder with such an MPI, `mpi`, which counts as patched.
class FakeMpi : public Folder {
 public:
  FakeMpi() {
    for (const char* each : {"mpi/bin", "mpi/lib", "mpi/files", "tmp"}) fs::create_directories(*this / each);
    write_file(*this / "mpi/bin/mpiexec", launcher);
    fs::permissions(*this / "mpi/bin/mpiexec", fs::perms::owner_all);
    write_file(*this / "mpi/lib/libmpich.so.12", "MPIX_Trace_interface");
    write_file(*this / "mpi/lib/libtrgen-trace.so", "");
    write_file(*this / "mpi/run", "0");
  }

  Outcome capture(const std::string& words, const std::string& before = "") const {
    return trgen_in(*this, "capture --mpi mpi " + words, before + " TMPDIR=tmp");
  }
  bool clean() const { return fs::is_empty(*this / "tmp"); }
};

/// Two ranks, one message; the burst before it takes `burst` ns on rank 0.
inline void save_run(const std::string& folder, std::uint64_t burst, std::uint64_t bytes = 8, bool ends = true) {
  fs::create_directories(folder);
  auto first = started_rank(0, 2);
  first.time = 10 + burst;
  first.start("MPI_Send").send(1, 7, 0, bytes).end("MPI_Send");
  auto second = started_rank(1, 2);
  second.start("MPI_Recv");
  if (ends) second.receive(0, 7, 0, bytes, 1, TRGEN_ANY_SOURCE).end("MPI_Recv");
  if (!ends) second.header.flags = TRGEN_HOOKS_PRESENT;
  write_file(folder + "/rank-000000.raw", first.bytes());
  write_file(folder + "/rank-000001.raw", second.bytes());
}

}  // namespace trgen::test
