// SPDX-License-Identifier: Apache-2.0
// Inputs of a kind of program (kind.hpp), in one value for checks that are divided over several functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/kind.hpp"

namespace trgen::programs {

struct Request {
  std::uint32_t nodes = 0;  ///< nodes of the network: the default for the number of ranks
  fsin::Diagnostics& diagnostics;
  const MarkOf& mark_of;

  /// Adds an error at a key.
  void refuse(std::string_view key, std::string message) const { diagnostics.error(mark_of(key), std::move(message)); }
};

}  // namespace trgen::programs
