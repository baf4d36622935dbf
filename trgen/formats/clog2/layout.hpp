// SPDX-License-Identifier: Apache-2.0
// Layout of a CLOG-02.44 file: a preamble of text, blocks of records, a table of communicators. Merged files are
// big-endian.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trgen::formats::clog2::layout {

inline constexpr std::string_view version = "CLOG-02.44";
inline constexpr std::size_t preamble_bytes = 1024;
inline constexpr std::size_t usual_block_bytes = 65536;
inline constexpr std::size_t most_block_bytes = std::size_t{1} << 24;

enum class Type : std::int32_t {
  end_log,
  end_block,
  state_definition,
  event_definition,
  constant,
  bare_event,
  cargo_event,
  message,
  collective,
  communicator,
  source_place,
  time_shift,
};

/// Bytes of a record's header: time (double), communicator, rank in it, thread, type.
inline constexpr std::size_t header_bytes = 24;
/// Bytes after the header, by type of the record.
inline constexpr std::array<std::size_t, 12> body_bytes{0, 0, 112, 104, 40, 8, 40, 24, 16, 48, 48, 8};

inline constexpr std::int32_t send_event = -101;
inline constexpr std::int32_t receive_event = -102;
inline constexpr std::int32_t constant_event = -201;

// Kinds of a communicator record.
inline constexpr std::int32_t world_created = 0;
inline constexpr std::int32_t self_created = 1;
inline constexpr std::int32_t communicator_freed = 10;
inline constexpr std::int32_t intra_created = 100;
inline constexpr std::int32_t intra_local_created = 101;
/// Kinds in the table of communicators.
inline constexpr std::int32_t intra_kind = 1;

inline constexpr std::int32_t known_states = 300;
inline constexpr std::int32_t first_user_event = 600;
inline constexpr std::int32_t first_user_solo_event = 5000;

// Lengths of fixed fields in bodies.
inline constexpr std::size_t color_bytes = 24;
inline constexpr std::size_t name_bytes = 32;
inline constexpr std::size_t format_bytes = 40;
inline constexpr std::size_t uuid_bytes = 32;
inline constexpr std::size_t uuid_name_at = 12;
inline constexpr std::size_t uuid_name_bytes = 20;

/// The host name in the identity of a communicator whose members the trace does not describe.
inline constexpr std::string_view undescribed = "trgen:no members";
/// Beginning of the name of the constant that gives the clock of the times.
inline constexpr std::string_view clock_constant = "trgen:clock ";

struct KnownState {
  std::int32_t number;
  std::string_view name;
};

/// MPE's numbers of the MPI functions; events 2n and 2n + 1 begin and end state n.
inline constexpr std::array<KnownState, 44> states{
    {{0, "MPI_Allgather"},  {1, "MPI_Allgatherv"},      {2, "MPI_Allreduce"},      {3, "MPI_Alltoall"},
     {4, "MPI_Alltoallv"},  {5, "MPI_Barrier"},         {6, "MPI_Bcast"},          {7, "MPI_Gather"},
     {8, "MPI_Gatherv"},    {11, "MPI_Reduce_scatter"}, {12, "MPI_Reduce"},        {13, "MPI_Scan"},
     {14, "MPI_Scatter"},   {15, "MPI_Scatterv"},       {21, "MPI_Comm_dup"},      {22, "MPI_Comm_free"},
     {24, "MPI_Comm_rank"}, {27, "MPI_Comm_size"},      {28, "MPI_Comm_split"},    {58, "MPI_Bsend"},
     {68, "MPI_Ibsend"},    {69, "MPI_Iprobe"},         {70, "MPI_Irecv"},         {71, "MPI_Irsend"},
     {72, "MPI_Isend"},     {73, "MPI_Issend"},         {76, "MPI_Probe"},         {77, "MPI_Recv"},
     {78, "MPI_Rsend"},     {80, "MPI_Send"},           {81, "MPI_Sendrecv"},      {83, "MPI_Ssend"},
     {85, "MPI_Start"},     {86, "MPI_Startall"},       {87, "MPI_Test"},          {88, "MPI_Testall"},
     {89, "MPI_Testany"},   {105, "MPI_Wait"},          {106, "MPI_Waitall"},      {107, "MPI_Waitany"},
     {108, "MPI_Waitsome"}, {115, "MPI_Dims_create"},   {250, "MPE_Isend_waited"}, {251, "MPE_Irecv_waited"}}};

}  // namespace trgen::formats::clog2::layout
