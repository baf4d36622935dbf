// SPDX-License-Identifier: Apache-2.0
// Numbers of MPI functions in the events of Dimemas (those of Extrae and Paraver), and of its collective operations.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trgen::formats {

/// Types of events whose values are MPI functions.
inline constexpr std::uint64_t dim_first_mpi_type = 50000001;
inline constexpr std::uint64_t dim_last_mpi_type = 50000005;

struct DimEvent {
  std::uint64_t type = 0;
  std::uint64_t value = 0;
};

/// The function of this value; empty when there is none.
std::string_view dim_function(std::uint64_t value);
/// The event with which this function begins.
std::optional<DimEvent> dim_event(std::string_view function);

/// The function of a collective operation; empty when there is none.
std::string_view dim_operation(std::uint64_t number);
std::optional<std::uint64_t> dim_operation_number(std::string_view function);
/// Whether a collective operation has a root.
bool dim_rooted(std::uint64_t number);

}  // namespace trgen::formats
