// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/sampling.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fsin/core/quantity_text.hpp"

namespace fsin::result {

std::string Sampling::text(double seconds_per_cycle) const {
  if (whole()) return fmt::format("all {} rounds were simulated: their times did not settle before", rounds);
  const auto whole_text = [](double number) { return grouped_text(static_cast<std::uint64_t>(std::llround(number))); };
  return fmt::format("{} of {} rounds simulated; the whole takes {} +- {} cycles = {} +- {} at {:.4g}%", simulated,
                     rounds, whole_text(cycles), whole_text(std::ceil(half_width)),
                     seconds_text(cycles * seconds_per_cycle), seconds_text(half_width * seconds_per_cycle),
                     100 * confidence);
}

}  // namespace fsin::result
