// SPDX-License-Identifier: Apache-2.0
// Units of quantities: names, scales, accepted spellings, and suggestions for an unknown unit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/units.hpp"

namespace fsin {

struct Unit {
  Dimension dimension;
  std::string_view name;
  std::uint64_t scale;  ///< base units in one of this unit; picoseconds for times, nanometres for lengths
};

/// All units. Within a dimension the smallest comes first; printing takes the last one that divides.
std::span<const Unit> all_units();

/// The unit in which examples are written: "ns".
std::string_view base_unit(Dimension dimension);

/// True when a quantity of the dimension can be written in the unit.
bool suits(const Unit& unit, Dimension dimension);

/// The names of the units in which the dimension can be written.
std::vector<std::string_view> unit_names(Dimension dimension);

/// The unit of this name or accepted spelling; null when there is none.
const Unit* find_unit(std::string_view name);

/// The units that an unknown name can mean, each with its value: `; did you mean "Gb/s" (1000000000 b/s)?`; only ";"
/// when no unit is near.
std::string unit_guess(std::string_view name, Dimension dimension);

}  // namespace fsin
