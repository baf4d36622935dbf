// SPDX-License-Identifier: Apache-2.0
// The collectives of MPI, and the meaning of their number of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trgen::programs::collectives {

/// Kinds in the order of kind_names. P is the size of the communicator.
enum class Kind : std::uint8_t {
  barrier,               ///< no bytes
  broadcast,             ///< bytes of the buffer
  reduce,                ///< bytes of the buffer
  all_reduce,            ///< bytes of the buffer
  gather,                ///< bytes that each rank contributes; the root ends with P times as many
  gather_v,              ///< bytes of rank i: block_bytes(call, i, root)
  scatter,               ///< bytes that each rank receives; the root begins with P times as many
  scatter_v,             ///< bytes of rank i: block_bytes(call, root, i)
  all_gather,            ///< bytes that each rank contributes; each ends with P times as many
  all_gather_v,          ///< bytes of rank i: block_bytes(call, i, i)
  all_to_all,            ///< bytes from each rank to each rank
  all_to_all_v,          ///< bytes from i to j: block_bytes(call, i, j); also MPI_Alltoallw
  reduce_scatter,        ///< bytes of the part of rank i: block_bytes(call, i, i)
  reduce_scatter_block,  ///< bytes of the part that each rank receives; each begins with P times as many
  scan,                  ///< bytes of the buffer
  exclusive_scan,        ///< bytes of the buffer
};

/// The names in configurations, by value of Kind.
inline constexpr std::array<std::string_view, 16> kind_names{
    "barrier",  "bcast",     "reduce",     "allreduce", "gather",    "gatherv",        "scatter",
    "scatterv", "allgather", "allgatherv", "alltoall",  "alltoallv", "reduce-scatter", "reduce-scatter-block",
    "scan",     "exscan"};

/// The names of the MPI functions, by value of Kind.
inline constexpr std::array<std::string_view, 16> mpi_names{"MPI_Barrier",        "MPI_Bcast",
                                                            "MPI_Reduce",         "MPI_Allreduce",
                                                            "MPI_Gather",         "MPI_Gatherv",
                                                            "MPI_Scatter",        "MPI_Scatterv",
                                                            "MPI_Allgather",      "MPI_Allgatherv",
                                                            "MPI_Alltoall",       "MPI_Alltoallv",
                                                            "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
                                                            "MPI_Scan",           "MPI_Exscan"};

inline constexpr std::size_t kinds = kind_names.size();

constexpr std::string_view name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
constexpr std::string_view mpi_name_of(Kind kind) { return mpi_names[static_cast<std::size_t>(kind)]; }

}  // namespace trgen::programs::collectives
