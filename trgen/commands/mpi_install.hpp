// SPDX-License-Identifier: Apache-2.0
// Which MPICH runs a captured program, and which tracing library goes with it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace trgen::commands {

struct MpiInstall {
  std::filesystem::path mpiexec{};
  std::filesystem::path libraries{};  ///< folder of libmpich.so.12 to put before others; empty: the system's
  std::filesystem::path tracer{};     ///< libtrgen-trace.so
  bool patched = false;               ///< the library has the hooks: extended traces
  std::string origin{};               ///< in words: "build/mpich", "--mpi /opt/mpich", "the MPICH of the system"
};

/// `given`: value of --mpi. Else $TRGEN_MPI, else build/mpich of the tree that trgen itself lies in, else an MPICH in
/// PATH. Throws UsageError when one that was named is none, and record::TraceError when there is none at all.
MpiInstall find_mpi(const std::optional<std::string>& given);

/// The file that a shell would run for this word; nothing when there is none.
std::optional<std::filesystem::path> find_program(const std::string& word);

}  // namespace trgen::commands
