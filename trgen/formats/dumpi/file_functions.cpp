// SPDX-License-Identifier: Apache-2.0
// The MPI-IO calls in a binary DUMPI file, whose numbers follow those of the other calls of MPI 2. Their layouts are
// not known, so a file is read up to the first of them. Source: the files of sst-dumpi (Sandia), from its
// common/dumpiio.c.
#include <array>

#include "trgen/formats/dumpi/signature_tables.hpp"

namespace trgen::formats::dumpi {
namespace {

constexpr std::array<std::string_view, 58> names{"MPI_File_delete",
                                                 "MPI_File_set_size",
                                                 "MPI_File_preallocate",
                                                 "MPI_File_get_size",
                                                 "MPI_File_get_group",
                                                 "MPI_File_get_amode",
                                                 "MPI_File_set_info",
                                                 "MPI_File_get_info",
                                                 "MPI_File_set_view",
                                                 "MPI_File_get_view",
                                                 "MPI_File_read_at",
                                                 "MPI_File_read_at_all",
                                                 "MPI_File_write_at",
                                                 "MPI_File_write_at_all",
                                                 "MPI_File_iread_at",
                                                 "MPI_File_iwrite_at",
                                                 "MPI_File_read",
                                                 "MPI_File_read_all",
                                                 "MPI_File_write",
                                                 "MPI_File_write_all",
                                                 "MPI_File_iread",
                                                 "MPI_File_iwrite",
                                                 "MPI_File_seek",
                                                 "MPI_File_get_position",
                                                 "MPI_File_get_byte_offset",
                                                 "MPI_File_read_shared",
                                                 "MPI_File_write_shared",
                                                 "MPI_File_iread_shared",
                                                 "MPI_File_iwrite_shared",
                                                 "MPI_File_read_ordered",
                                                 "MPI_File_write_ordered",
                                                 "MPI_File_seek_shared",
                                                 "MPI_File_get_position_shared",
                                                 "MPI_File_read_at_all_begin",
                                                 "MPI_File_read_at_all_end",
                                                 "MPI_File_write_at_all_begin",
                                                 "MPI_File_write_at_all_end",
                                                 "MPI_File_read_all_begin",
                                                 "MPI_File_read_all_end",
                                                 "MPI_File_write_all_begin",
                                                 "MPI_File_write_all_end",
                                                 "MPI_File_read_ordered_begin",
                                                 "MPI_File_read_ordered_end",
                                                 "MPI_File_write_ordered_begin",
                                                 "MPI_File_write_ordered_end",
                                                 "MPI_File_get_type_extent",
                                                 "MPI_Register_datarep",
                                                 "MPI_File_set_atomicity",
                                                 "MPI_File_get_atomicity",
                                                 "MPI_File_sync",
                                                 "MPIO_Test",
                                                 "MPIO_Wait",
                                                 "MPIO_Testall",
                                                 "MPIO_Waitall",
                                                 "MPIO_Testany",
                                                 "MPIO_Waitany",
                                                 "MPIO_Waitsome",
                                                 "MPIO_Testsome"};

}  // namespace

std::span<const std::string_view> file_functions() { return names; }

}  // namespace trgen::formats::dumpi
