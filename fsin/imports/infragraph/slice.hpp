// SPDX-License-Identifier: Apache-2.0
// Slices as Python writes them: `port`, `port[3]`, `port[0:4]`, `port[:8:2]`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fsin/core/diagnostic.hpp"

namespace fsin::imports::infragraph {

/// Indexes from first, below end.
struct Range {
  std::uint64_t first = 0, end = 0, step = 1;
};

/// What stands before the brackets.
inline std::string_view name_of(std::string_view text) { return text.substr(0, text.find('[')); }

/// The indexes of a text of which there are `count`; without brackets, all. An error, and nothing, where one of them
/// does not exist, where an index is negative, and where the step is no number above 0.
std::optional<Range> range_of(std::string_view text, std::uint64_t count, const Mark& mark, Diagnostics& diagnostics);

}  // namespace fsin::imports::infragraph
