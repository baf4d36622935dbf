// SPDX-License-Identifier: Apache-2.0
// fsin-mpi: fsin as one of the processes of an MPI program. Process 0 reports; the others keep still, unless they fail.
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/program.hpp"
#include "fsin/mpi/mpi_processes.hpp"

namespace {

/// Whether the other processes end too, within some seconds. One that fails alone must not leave them waiting for it.
bool all_end() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int waited = 0; waited < 500; ++waited) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace fsin;
  MPI_Init(&argc, &argv);
  int code = cli::exit_bug;
  {
    mpi::MpiProcesses processes;
    const bool reports = processes.self() == 0;
    // What all processes find wrong alike (an option, a key of the experiment) is said once.
    if (!reports && (std::freopen("/dev/null", "w", stdout) == nullptr)) return code;
    code = commands::run_program({argv + 1, argv + argc}, processes.count() > 1 ? &processes : nullptr);
  }
  if (code != cli::exit_done && !all_end()) MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Finalize();
  return code;
}
