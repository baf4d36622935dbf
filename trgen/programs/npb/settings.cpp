// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/settings.hpp"

#include <fmt/core.h>

#include <bit>

namespace trgen::programs::npb {

std::string program_name(std::string_view code, const Settings& settings) {
  std::string name = fmt::format("npb {}, class {}, {} ranks", code, name_of(settings.size), settings.ranks);
  if (settings.iterations) name += fmt::format(", {} iterations", *settings.iterations);
  if (settings.rate > 0) name += fmt::format(", {} operations a second", settings.rate);
  if (settings.phases == Phases::timed) name += ", timed part";
  if (settings.release == Release::npb_3_3_1) name += ", release 3.3.1";
  return name;
}

std::optional<std::uint32_t> exact_log2(std::uint64_t number) {
  if (!std::has_single_bit(number)) return std::nullopt;
  return static_cast<std::uint32_t>(std::countr_zero(number));
}

}  // namespace trgen::programs::npb
