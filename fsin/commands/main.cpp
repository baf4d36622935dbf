// SPDX-License-Identifier: Apache-2.0
// fsin. Under mpirun it makes way for fsin-mpi, which is the same program with MPI linked in.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/program.hpp"
#include "fsin/core/bundled.hpp"

namespace {

/// Set by the launchers of MPICH (Hydra), Open MPI and Slurm's PMI.
bool one_of_several() {
  for (const char* name : {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
    const char* size = std::getenv(name);
    if (size != nullptr && std::atoi(size) > 1) return true;
  }
  return false;
}

/// Returns only when there is no fsin-mpi beside this program.
void become_fsin_mpi(char** argv) {
  const std::filesystem::path folder = fsin::program_folder();
  if (folder.empty()) return;
  const std::string other = (folder / "fsin-mpi").string();
  execv(other.c_str(), argv);
}

}  // namespace

int main(int argc, char** argv) {
  if (one_of_several()) {
    become_fsin_mpi(argv);
    std::fputs(
        "fsin: started by mpirun, and there is no fsin-mpi beside it; install the package fsin-mpi or, where fsin was "
        "built, libmpich-dev and mpich, run cmake again and build\n",
        stderr);
    return fsin::cli::exit_usage;
  }
  return fsin::commands::run_program({argv + 1, argv + argc});
}
