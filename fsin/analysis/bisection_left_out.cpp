// SPDX-License-Identifier: Apache-2.0
// In place of bisection.cpp in a build without METIS.
#include "fsin/analysis/bisection.hpp"

namespace fsin::analysis {

bool estimates_bisections() { return false; }

std::optional<Halves> cut_in_halves(const topology::PortGraph& /*graph*/) { return std::nullopt; }

}  // namespace fsin::analysis
