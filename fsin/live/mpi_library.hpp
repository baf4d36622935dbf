// SPDX-License-Identifier: Apache-2.0
// The MPI library of a program, as far as that is known before it runs.
#pragma once

#include <cstdint>
#include <string>

namespace fsin::live {

enum class MpiLibrary : std::uint32_t {
  automatic,  ///< by the libraries that the program needs
  open_mpi,
  mpich,
  none  ///< the program calls libfabric by itself
};

/// The library that the program (a path, or a name in PATH) is linked with, directly or through another library.
/// MpiLibrary::none where it is linked with libfabric and with no MPI; automatic where that is unknown: of scripts, and
/// of programs that load their MPI later.
MpiLibrary linked_library(const std::string& program);

/// The same, in the output of ldd.
MpiLibrary library_in(const std::string& ldd_output);

}  // namespace fsin::live
