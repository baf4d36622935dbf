// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/link_speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "fsin/core/units.hpp"

namespace fsin::imports {
namespace {

/// The whole number by which `base` is divided to come nearest to `wanted`.
std::uint64_t divisor(std::uint64_t base, std::uint64_t wanted) {
  const std::uint64_t low = std::max<std::uint64_t>(base / wanted, 1);
  const auto off = [&](std::uint64_t by) {
    return std::abs(static_cast<double>(base) / static_cast<double>(by) / static_cast<double>(wanted) - 1);
  };
  return off(low) <= off(low + 1) ? low : low + 1;
}

double off_by(std::uint64_t base, std::uint64_t wanted) {
  return static_cast<double>(base / divisor(base, wanted)) / static_cast<double>(wanted) - 1;
}

}  // namespace

LinkSpeeds fit_speeds(std::span<const std::uint64_t> wanted) {
  const std::uint64_t fastest = *std::max_element(wanted.begin(), wanted.end());
  LinkSpeeds best;
  double best_off = 0;
  for (std::uint64_t times = 1; times <= 20; ++times) {
    const std::uint64_t base = times * fastest;
    double worst = 0;
    for (const std::uint64_t each : wanted) worst = std::max(worst, std::abs(off_by(base, each)));
    if (best.base == 0 || worst < best_off) {
      best.base = base;
      best_off = worst;
    }
    if (worst <= 0.01) break;
  }
  for (const std::uint64_t each : wanted) best.rates.push_back(best.base / divisor(best.base, each));
  return best;
}

void set_speeds(Draft& draft, const Mark& mark, std::span<const std::uint64_t> wanted, const std::string& from) {
  const LinkSpeeds made = fit_speeds(wanted);
  draft.set("network.link.bandwidth", to_text(BitRate{made.base}), from);
  std::string list;
  std::set<std::uint64_t> told;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    list += fmt::format("{}{}", i > 0 ? ", " : "", to_text(BitRate{made.rates[i]}));
    const double off = off_by(made.base, wanted[i]);
    if (std::abs(off) > 0.001 && told.insert(wanted[i]).second)
      draft.leave_out(mark, fmt::format("links of {}: simulated as {}, {:.2g} % {}; a phit takes whole cycles",
                                        to_text(BitRate{wanted[i]}), to_text(BitRate{made.rates[i]}),
                                        100 * std::abs(off), off > 0 ? "faster" : "slower"));
  }
  if (std::any_of(made.rates.begin(), made.rates.end(), [&](std::uint64_t rate) { return rate != made.base; }))
    draft.set("network.link.bandwidth_by_class", "[" + list + "]", "in the order of the classes that fsin check lists");
}

std::uint64_t phit_of(std::uint64_t packet, std::uint64_t most) {
  for (std::uint64_t size = std::min(packet, most); size > 1; --size) {
    if (packet % size == 0) return size;
  }
  return 1;
}

}  // namespace fsin::imports
