// SPDX-License-Identifier: Apache-2.0
// What a program is made for, in one object: the arguments of make() of a kind of program (kind.hpp), with a shorter
// way to refuse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "trgen/programs/kind.hpp"

namespace trgen::programs {

struct Request {
  std::uint32_t nodes = 0;  ///< of the network: the default for the number of ranks
  fsin::Diagnostics& diagnostics;
  const MarkOf& mark_of;

  /// Adds an error at a key.
  void refuse(std::string_view key, std::string message) const { diagnostics.error(mark_of(key), std::move(message)); }
};

}  // namespace trgen::programs
