// SPDX-License-Identifier: Apache-2.0
// Finds the MPI with which a program is linked, as far as that is possible before it runs. The constants of mpi.h
// differ between MPICH and Open MPI, so that a program compiled for one does not run on the other.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/commands/capture_plan.hpp"

namespace trgen::commands {

struct OpenMpiLink {
  std::string library{};   ///< "libmpi.so.40"; empty: linked statically
  std::string language{};  ///< compiler wrapper for the language of the program: "mpicc", "mpicxx" or "mpifort"
};

/// Open MPI in the output of ldd for a program; empty when it has no Open MPI, or also an MPICH.
std::optional<OpenMpiLink> open_mpi_in(std::string_view ldd_output);

/// Open MPI in a program file, whose shared libraries are searched with this LD_LIBRARY_PATH. Not recognised: scripts,
/// and programs that load their MPI later; the tracing library checks again in MPI_Init.
std::optional<OpenMpiLink> open_mpi_of(const std::filesystem::path& program, const std::string& library_path);

/// Throws record::TraceError when the program that is to be captured is linked with Open MPI.
void check_linked_mpi(const CapturePlan& plan, const MpiInstall& mpi);

}  // namespace trgen::commands
