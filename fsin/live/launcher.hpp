// SPDX-License-Identifier: Apache-2.0
// The program of a live run: mpirun of Open MPI or mpiexec of MPICH, which starts the ranks with the provider and the
// shim, and its end, however that comes.
//
// Nothing outlives the simulator: mpirun gets a signal when the simulator dies, and each rank when mpirun does.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/live/mpi_library.hpp"
#include "fsin/live/shared_memory.hpp"

namespace fsin::live {

/// What the user starts.
struct Command {
  std::uint32_t ranks = 1;
  std::vector<std::string> options;  ///< of mpirun
  std::vector<std::string> words;    ///< the program and its arguments
};

/// What starts the ranks, and the folders with their libraries.
struct Tools {
  MpiLibrary library = MpiLibrary::open_mpi;  ///< automatic: unknown, and taken for Open MPI
  std::string mpirun;                         ///< or mpiexec
  std::string libraries;                      ///< of fsin
  std::string mpi;                            ///< of MPICH; empty: as the program finds them
};
/// Finds them for a program; `missing` says what is not there, and how to get it.
std::optional<Tools> find_tools(const std::string& program, MpiLibrary library, std::string& missing);

class Launcher {
 public:
  /// Throws InputOutputError when mpirun cannot be started.
  Launcher(const Tools& tools, const Command& command, const SharedMemory& memory);
  /// Ends what still runs.
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// How mpirun has ended, as waitpid() says it; nothing while it runs.
  std::optional<int> ended();
  /// Asks all processes to end, then makes them.
  void end();

 private:
  void wait_for_ranks() const;

  const Mapping& memory_;
  pid_t process_ = -1;
  std::optional<int> status_;
};

/// "ended with exit code 3", of a status of waitpid().
std::string end_text(int status);

}  // namespace fsin::live
