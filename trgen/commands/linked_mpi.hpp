// SPDX-License-Identifier: Apache-2.0
// Which MPI a program is linked with, as far as that can be told before it runs. The numbers of mpi.h are not the same
// in MPICH and Open MPI, so that a program compiled for one does not run on the other.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/commands/capture_plan.hpp"

namespace trgen::commands {

struct OpenMpiLink {
  std::string library{};   ///< "libmpi.so.40"; empty: linked in statically
  std::string language{};  ///< compiler wrapper of the program's language: "mpicc", "mpicxx" or "mpifort"
};

/// Of what ldd prints for a program; nothing when there is no Open MPI in it, or an MPICH too.
std::optional<OpenMpiLink> open_mpi_in(std::string_view ldd_output);

/// Of a program file, whose shared libraries are looked up with this LD_LIBRARY_PATH. Scripts, and programs that load
/// their MPI later, are not seen through: the tracing library asks again in MPI_Init.
std::optional<OpenMpiLink> open_mpi_of(const std::filesystem::path& program, const std::string& library_path);

/// Throws record::TraceError when the program that is to be captured is linked with Open MPI.
void check_linked_mpi(const CapturePlan& plan, const MpiInstall& mpi);

}  // namespace trgen::commands
