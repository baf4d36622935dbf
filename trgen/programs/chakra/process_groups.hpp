// SPDX-License-Identifier: Apache-2.0
// The process groups of a Chakra trace: their names and members.
//
// A trace names the group of a collective, but not its members. They are read from a JSON file, {"NAME": [ranks], ...},
// as ASTRA-sim has it; without one, a named group has the ranks whose files have a collective of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/input_path.hpp"

namespace trgen::programs::chakra {

using Members = std::vector<std::uint32_t>;
using ProcessGroups = std::map<std::string, Members>;

/// Reads the file. Empty after a fault, which is in `fault`.
std::optional<ProcessGroups> read_process_groups(const fsin::InputPath& file, std::string& fault);

/// A group as a line of ranks at equal distances that begins at a multiple of its extent, so that lines beside it fill
/// all ranks: the generalisation of a group of one rank to all others.
struct Line {
  std::uint32_t size = 1;
  std::uint32_t stride = 1;
};
std::optional<Line> as_line(const Members& members);

}  // namespace trgen::programs::chakra
