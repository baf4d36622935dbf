// SPDX-License-Identifier: Apache-2.0
// The catalogue of algorithms for collectives. To add one, write its header and add its type to the list in
// catalogue.cpp.
#pragma once

#include <span>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

std::span<const Entry> algorithms();

/// The algorithm of this name for a kind; null where there is none.
const Entry* find_algorithm(Kind kind, std::string_view name);

}  // namespace trgen::programs::collectives
