// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace fsin::report::page {

Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr);
}

std::string cut_note(std::size_t shown, std::size_t all) {
  if (shown >= all) return "";
  return fmt::format("To keep the page small it holds this for the first {} of {} points.", shown, all);
}

}  // namespace fsin::report::page
