// SPDX-License-Identifier: Apache-2.0
// Numbers of MPI functions in the events of Dimemas (those of Extrae and Paraver), and in its collective operations.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trgen::formats::dim {

/// Types of events whose values are MPI functions.
inline constexpr std::uint64_t first_mpi_type = 50000001;
inline constexpr std::uint64_t last_mpi_type = 50000005;

struct Event {
  std::uint64_t type = 0;
  std::uint64_t value = 0;
};

/// The function of an event with this value; empty when there is none.
std::string_view function_of(std::uint64_t value);
/// The event with which this function begins.
std::optional<Event> event_of(std::string_view function);

/// The function of this collective operation; empty when there is none.
std::string_view operation_of(std::uint64_t number);
std::optional<std::uint64_t> operation_number(std::string_view function);
/// True when a collective operation has a root.
bool has_root(std::uint64_t number);

}  // namespace trgen::formats::dim
