// SPDX-License-Identifier: Apache-2.0
// The functions of MPI that send one message.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace trgen::formats::dumpi {

inline constexpr std::array<std::string_view, 4> blocking_sends{"MPI_Send", "MPI_Bsend", "MPI_Ssend", "MPI_Rsend"};
inline constexpr std::array<std::string_view, 4> isends{"MPI_Isend", "MPI_Ibsend", "MPI_Issend", "MPI_Irsend"};

template <std::size_t Size>
bool is_one_of(std::string_view name, const std::array<std::string_view, Size>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace trgen::formats::dumpi
