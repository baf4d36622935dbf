// SPDX-License-Identifier: Apache-2.0
// Placement: the node on which each rank of a trace runs, at most one rank on a node.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace trgen::replay {

/// Places rank i on node i.
std::vector<std::uint32_t> place_consecutively(std::uint32_t ranks);

/// Places ranks on different nodes drawn from the seed, all placements being equally likely. ranks <= nodes.
std::vector<std::uint32_t> place_randomly(std::uint32_t ranks, std::uint32_t nodes, std::uint64_t seed);

/// Reads one node number a line, for ranks 0, 1, ...; blank lines and anything after a # are skipped. Adds every
/// mistake, with its line, to `diagnostics`; the result is valid only if there is none.
std::vector<std::uint32_t> read_placement(const std::filesystem::path& file, std::uint32_t ranks, std::uint32_t nodes,
                                          fsin::Diagnostics& diagnostics);

/// As read_placement(), from text; `name` is the source that messages give.
std::vector<std::uint32_t> parse_placement(const std::string& name, const std::string& text, std::uint32_t ranks,
                                           std::uint32_t nodes, fsin::Diagnostics& diagnostics);

}  // namespace trgen::replay
