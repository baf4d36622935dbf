// SPDX-License-Identifier: Apache-2.0
// How much each event of a structure sends, over all ranks and executions.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

struct Volume {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  bool bytes_known = true;  ///< false where sizes are listed, or too many to add up

  Volume& operator+=(const Volume& other) {
    messages += other.messages;
    bytes += other.bytes;
    bytes_known = bytes_known && other.bytes_known;
    return *this;
  }
};

/// By event: its sends. Other events have none.
std::vector<Volume> volumes_of(const Structure& structure);

}  // namespace trgen::structure
