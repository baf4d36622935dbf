// SPDX-License-Identifier: Apache-2.0
// YAML in and out, for the inside of fsin/config. yaml.cpp is the only file that sees yaml-cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/config/tree.hpp"

namespace fsin::config {

inline constexpr std::size_t max_text_bytes = std::size_t{1} << 20U;  ///< of a file
inline constexpr std::size_t max_depth = 100;                         ///< of nested lists and maps
inline constexpr std::size_t max_weight = std::size_t{8} << 20U;      ///< bytes after aliases are expanded, 64 a value

/// One YAML document as a tree; empty after an error, and when there is no document at all (no error then). Duplicate
/// keys are reported and skipped. If the origin has no line, it stands for the place of everything inside.
std::optional<Tree> parse_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics);

/// Block style for maps, flow style for lists; ends with a newline.
std::string emit_yaml(const Tree& tree);

}  // namespace fsin::config
