// SPDX-License-Identifier: Apache-2.0
// The units of quantities: their names, what they are worth, other spellings, and what an unknown one may have meant.
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
  std::uint64_t scale;  ///< base units in one; picoseconds for times, nanometres for lengths
};

/// All units. Within a dimension the smallest comes first; printing takes the last one that divides.
std::span<const Unit> all_units();

/// The unit that examples are written in: "ns".
std::string_view base_unit(Dimension dimension);

/// Whether a quantity of the dimension can be written in the unit.
bool suits(const Unit& unit, Dimension dimension);

/// Of the units that suit.
std::vector<std::string_view> unit_names(Dimension dimension);

/// By its name or another spelling of it; null when there is none.
const Unit* find_unit(std::string_view name);

/// The units that an unknown name can mean, each with what it is: "; did you mean "Gb/s" (1000000000 b/s)?"; only ";"
/// when nothing is near.
std::string unit_guess(std::string_view name, Dimension dimension);

}  // namespace fsin
