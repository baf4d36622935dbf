// SPDX-License-Identifier: Apache-2.0
// Reads and writes YAML. Internal to fsin/config; yaml.cpp is the only file that includes yaml-cpp.
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

/// Reads one YAML document as a tree; empty after an error, and, without an error, for a text without a document.
/// Duplicate keys are reported and skipped. If `origin` has no line, it is the mark of everything inside. `most`: the
/// weight that the values may have together.
std::optional<Tree> parse_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics,
                               std::size_t most = max_weight);

/// Writes a tree as YAML: maps in block style, lists in flow style, with a newline at the end.
std::string emit_yaml(const Tree& tree);

}  // namespace fsin::config
