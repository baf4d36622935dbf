// SPDX-License-Identifier: Apache-2.0
// One line of an ALOG file, split into its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trgen::formats::alog {

struct Line {
  std::int64_t type = 0;
  std::int64_t process = 0;
  std::int64_t task = 0;
  std::int64_t data = 0;
  std::uint64_t cycle = 0;
  std::uint64_t time_ns = 0;
  std::string_view comment;  ///< part of the line it was read from

  /// False when the text is not a line of this form.
  bool parse(std::string_view line);
};

/// Converts microseconds with up to three decimals (further ones are cut) to ns. Empty when the text is no such number,
/// or the time is over 292 years.
std::optional<std::uint64_t> parse_microseconds(std::string_view text);

/// The MPI function for the name of a state in an old log: "MPI_Send" for "MPI_Send", "Send" and "SEND". Empty: none.
std::string_view mpi_function(std::string_view state);

}  // namespace trgen::formats::alog
