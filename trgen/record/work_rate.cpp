// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/work_rate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace trgen::record {
namespace {

struct Unit {
  std::string_view name;
  double scale;
  std::string_view clock;
};

constexpr std::array units{Unit{"f/s", 1, "flops"},           Unit{"kf/s", 1e3, "flops"},
                           Unit{"Mf/s", 1e6, "flops"},        Unit{"Gf/s", 1e9, "flops"},
                           Unit{"Tf/s", 1e12, "flops"},       Unit{"ips", 1, "instructions"},
                           Unit{"kips", 1e3, "instructions"}, Unit{"Mips", 1e6, "instructions"},
                           Unit{"Gips", 1e9, "instructions"}, Unit{"Tips", 1e12, "instructions"}};

}  // namespace

std::optional<WorkRate> parse_work_rate(std::string_view text, std::string& error) {
  constexpr std::string_view form = "write a number and a unit, e.g. \"10 Gf/s\" or \"2 Gips\"";
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view name = text.substr(end);
  while (name.starts_with(' ')) name.remove_prefix(1);
  const auto number = fsin::parse_real(text.substr(0, end));
  if (!number) {
    error = fmt::format("{} is not a rate of computing; {}", fsin::in_quotes(text), form);
    return std::nullopt;
  }
  const auto* const unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.name == name; });
  if (unit == units.end()) {
    std::vector<std::string_view> names;
    for (const Unit& each : units) names.push_back(each.name);
    error = name.empty() ? fmt::format("{} has no unit; {}", fsin::in_quotes(text), form)
                         : fmt::format("{} has an unknown unit{}", fsin::in_quotes(text),
                                       fsin::suggestion(name, names, "valid units"));
    return std::nullopt;
  }
  const double rate = std::round(*number * unit->scale);
  if (!(rate >= 1 && rate <= 1e18)) {
    error = fmt::format("{} is out of range; give 1 f/s to 1000000 Tf/s, or ips", fsin::in_quotes(text));
    return std::nullopt;
  }
  return WorkRate{static_cast<std::uint64_t>(rate), unit->clock};
}

}  // namespace trgen::record
