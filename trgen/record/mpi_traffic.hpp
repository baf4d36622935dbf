// SPDX-License-Identifier: Apache-2.0
// Classifies the functions of MPI, by name, by their use of a network.
//
// Names are accepted as traces write them: MPI_Bcast, mpi_bcast_ (Fortran), PMPI_Bcast, MPI_Bcast_c (large counts). Any
// name that is no MPI function is `other`. Source: MPI 4.0, chapters 3, 5 to 8, 11, 12 and 14.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trgen::record {

enum class Traffic : std::uint8_t {
  other,        ///< not of MPI: functions of the user or of the tracing library
  local,        ///< sends nothing: MPI_Comm_rank, MPI_Type_commit, ...
  messages,     ///< point-to-point messages: MPI_Send, MPI_Waitall, MPI_Start, ...
  collective,   ///< moves data or synchronises within the call: MPI_Bcast, MPI_Barrier, MPI_Neighbor_alltoall, ...
  nonblocking,  ///< a collective whose messages may be in the calls that complete it: MPI_Ibcast, MPI_Bcast_init
  setup,        ///< creates or frees objects of communication: MPI_Init, MPI_Comm_split, MPI_Win_create, MPI_File_open
  one_sided,    ///< MPI_Put, MPI_Get, MPI_Win_fence, ...
  files,        ///< MPI_File_read_all, MPI_File_iwrite, ...
};

Traffic traffic_of(std::string_view function);

/// "MPI_Bcast", "PMPI_Bcast" and "mpi_bcast_" give "bcast"; empty for a name that is not of MPI.
std::string bare_name(std::string_view function);

}  // namespace trgen::record
