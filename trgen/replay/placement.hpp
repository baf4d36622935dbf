// SPDX-License-Identifier: Apache-2.0
// Ranks on nodes: which node each rank of a trace runs on. One rank a node.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace trgen::replay {

/// Rank i on node i.
std::vector<std::uint32_t> place_consecutively(std::uint32_t ranks);

/// Different nodes drawn from the seed, all choices alike. ranks <= nodes.
std::vector<std::uint32_t> place_randomly(std::uint32_t ranks, std::uint32_t nodes, std::uint64_t seed);

/// One node number a line, for rank 0, 1, ...; blank lines and what follows a # do not count. Adds every mistake to
/// `diagnostics`, with its line; the result is of use only if there is none.
std::vector<std::uint32_t> read_placement(const std::filesystem::path& file, std::uint32_t ranks, std::uint32_t nodes,
                                          fsin::Diagnostics& diagnostics);

/// The same from text that was read already; `name` is the source of the marks.
std::vector<std::uint32_t> parse_placement(const std::string& name, const std::string& text, std::uint32_t ranks,
                                           std::uint32_t nodes, fsin::Diagnostics& diagnostics);

}  // namespace trgen::replay
