// SPDX-License-Identifier: Apache-2.0
// The MPI libraries whose choice of algorithms is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trgen::programs::collectives {

/// Libraries in the order of library_names.
enum class Library : std::uint8_t { mpich, openmpi, smpi, smpi_ompi, smpi_mpich };

struct LibraryName {
  Library value;
  std::string_view name;
  std::string_view doc;
};

inline constexpr std::array library_names{
    LibraryName{Library::mpich, "mpich", "the tables of MPICH 4.0 to 5.0, with one rank per node"},
    LibraryName{Library::openmpi, "openmpi",
                "the fixed rules of the component tuned of Open MPI 4.1 (in 5.0 with one rank per node)"},
    LibraryName{Library::smpi, "smpi", "the algorithms of SimGrid 3.32 by default (smpi/coll-selector:default)"},
    LibraryName{Library::smpi_ompi, "smpi-ompi", "the algorithms of SimGrid 3.32 with smpi/coll-selector:ompi"},
    LibraryName{Library::smpi_mpich, "smpi-mpich", "the algorithms of SimGrid 3.32 with smpi/coll-selector:mpich"}};

constexpr std::string_view name_of(Library library) { return library_names[static_cast<std::size_t>(library)].name; }

}  // namespace trgen::programs::collectives
