// SPDX-License-Identifier: Apache-2.0
// How a rank that called exit or _exit is told, and found again in the notes of its trace.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/text.hpp"

namespace trgen::formats::capture {

inline constexpr std::string_view exit_beginning = "; called exit(";

/// The end of the sentence on a rank that ended without MPI_Finalize.
inline std::string exit_words(std::uint32_t code) { return fmt::format("{}{})", exit_beginning, code); }

/// The code in a sentence that ends so.
inline std::optional<std::uint64_t> exit_code_in(std::string_view sentence) {
  const std::size_t at = sentence.rfind(exit_beginning);
  if (at == std::string_view::npos || !sentence.ends_with(')')) return std::nullopt;
  sentence.remove_prefix(at + exit_beginning.size());
  sentence.remove_suffix(1);
  return fsin::parse_natural(sentence);
}

}  // namespace trgen::formats::capture
