// SPDX-License-Identifier: Apache-2.0
// Finds the MPICH that runs a captured program, and the tracing library for it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace trgen::commands {

struct MpiInstall {
  std::filesystem::path mpiexec{};
  std::filesystem::path
      libraries{};  ///< folder of libmpich.so.12 that takes precedence over others; empty: that of the system
  std::filesystem::path tracer{};  ///< libtrgen-trace.so
  bool patched = false;            ///< the library has the hooks, so that traces are extended
  std::string origin{};            ///< for messages: "build/mpich", "--mpi /opt/mpich", "the MPICH of the system"
};

/// Finds the MPICH. `given` is the value of --mpi; without it $TRGEN_MPI, else build/mpich of the source tree that
/// contains trgen, else an MPICH in PATH. Throws UsageError when the named MPICH is none, and record::TraceError when
/// there is none at all.
MpiInstall find_mpi(const std::optional<std::string>& given);

}  // namespace trgen::commands
