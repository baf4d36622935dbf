// SPDX-License-Identifier: Apache-2.0
// See suggest.hpp. The distance is the optimal string alignment distance.
#include "fsin/core/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"

namespace fsin {
namespace {

std::string normalised(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c == '_') c = '-';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string digits_of(std::string_view name) {
  std::string digits;
  std::copy_if(name.begin(), name.end(), std::back_inserter(digits), [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table suffice: this one, the one before and, for a swap, the one before that.
  std::array<std::vector<std::size_t>, 3> rows;
  rows.fill(std::vector<std::size_t>(b.size() + 1));
  auto& [before, last, row] = rows;
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  bool alone = true;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t shorter = std::min(name.size(), candidate.size());
    const std::size_t allowed = std::max<std::size_t>(1, (longer + 1) / 4);
    // Names whose lengths differ so much need no table; a name may be a megabyte of rubbish.
    if (longer - shorter > allowed) continue;
    const std::string digits = digits_of(name);
    if (!digits.empty() && digits != digits_of(candidate)) continue;
    const std::size_t distance = edit_distance(normalised(name), normalised(candidate));
    if (distance > allowed || distance >= longer) continue;
    if (best && distance == best_distance && candidate != *best) alone = false;
    if (best && distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
    alone = true;
  }
  return alone ? best : std::nullopt;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates, std::string_view what) {
  if (candidates.empty()) return fmt::format("; there are no {}", what);
  const std::optional<std::string_view> near = nearest(name, candidates);
  const std::string guess = near ? fmt::format("; did you mean {}?", in_quotes(*near)) : std::string(";");
  return fmt::format("{} {}: {}", guess, what, fmt::join(candidates, ", "));
}

}  // namespace fsin
