// SPDX-License-Identifier: Apache-2.0
// The libraries that a program is linked with, and which MPI they are. The one rule for all that start programs of MPI.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace fsin {

/// Names of libraries in the output of ldd: the first word of each line.
std::vector<std::string_view> library_names(std::string_view ldd_output);

/// The library by which a program is known as one of Open MPI, such as "libmpi.so.40"; nothing where it is linked with
/// none, or also with MPICH. libmpi.so.12 is the name of the common binary interface of MPICH and its relatives (Intel
/// MPI, MVAPICH), and of Open MPI 1.7 to 1.10, which comes with libopen-pal.
std::optional<std::string_view> open_mpi_among(const std::vector<std::string_view>& names);

/// Whether a program is one of MPICH, or of a relative with the same binary interface.
bool mpich_among(const std::vector<std::string_view>& names);

}  // namespace fsin
