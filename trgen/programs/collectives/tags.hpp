// SPDX-License-Identifier: Apache-2.0
// The tags of the messages inside collectives.
//
// MPICH separates them from the messages of the program by a context of their own, which its traces show as an odd
// number of communicator; Open MPI by negative tags. Sources: MPICH 4, mpir_tags.h; Open MPI 4.1, coll_tags.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "trgen/programs/collective_kind.hpp"
#include "trgen/programs/collectives/library.hpp"

namespace trgen::programs::collectives {

/// Tags in extended traces of the libraries, by value of Kind.
inline constexpr std::array<std::int32_t, kinds> mpich_tags{1, 2, 11, 14, 3, 4, 5, 6, 7, 8, 9, 10, 17, 28, 20, 24};
inline constexpr std::array<std::int32_t, kinds> openmpi_tags{-16, -17, -21, -12, -19, -20, -25, -26,
                                                              -10, -11, -13, -14, -22, -23, -24, -18};

constexpr std::int32_t tag_of(Library library, Kind kind) {
  return (library == Library::mpich ? mpich_tags : openmpi_tags)[static_cast<std::size_t>(kind)];
}

/// Tags that no message of a program has, for communicators without a context for collectives.
constexpr std::int32_t private_tag_of(Library library, Kind kind) {
  const std::int32_t tag = tag_of(library, kind);
  return tag < 0 ? tag : -100 - tag;
}

/// Distance between the tags of the lanes of a round: no tag above is as large.
inline constexpr std::int32_t lane_step = 1000;

}  // namespace trgen::programs::collectives
