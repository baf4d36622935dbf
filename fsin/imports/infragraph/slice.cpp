// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/infragraph/slice.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "fsin/core/text.hpp"

namespace fsin::imports::infragraph {

std::optional<Range> range_of(std::string_view text, std::uint64_t count, const Mark& mark, Diagnostics& diagnostics) {
  Range made{0, count, 1};
  std::string_view inside = text.substr(name_of(text).size());
  if (inside.empty()) return made;
  const auto fail = [&](const std::string& what) -> std::optional<Range> {
    diagnostics.input_error(mark, fmt::format("{}: {}", in_quotes(text), what));
    return std::nullopt;
  };
  if (inside.size() < 2 || inside.back() != ']') return fail("expected indexes such as [0], [0:4] or [0:8:2]");
  inside = inside.substr(1, inside.size() - 2);
  std::array<std::optional<std::uint64_t>, 3> pieces;
  std::size_t piece = 0;
  for (bool more = true; more; ++piece) {
    const std::size_t colon = inside.find(':');
    more = colon != std::string_view::npos;
    const std::string_view number = trimmed(inside.substr(0, colon));
    inside.remove_prefix(more ? colon + 1 : inside.size());
    if (piece >= pieces.size()) return fail("a slice has at most three numbers");
    pieces[piece] = parse_natural(number);
    if (!number.empty() && !pieces[piece]) return fail("indexes are whole numbers from 0");
  }
  if (piece == 1) {
    if (!pieces[0]) return fail("expected an index in the brackets");
    made.first = *pieces[0];
    made.end = made.first < count ? made.first + 1 : made.first;
  } else {
    made.first = pieces[0].value_or(0);
    made.end = pieces[1].value_or(count);
    made.step = pieces[2].value_or(1);
    if (made.step == 0) return fail("the step of a slice must not be 0");
  }
  if (made.end > count || (piece == 1 && made.first >= count)) return fail(fmt::format("there are {}, from 0", count));
  return made;
}

}  // namespace fsin::imports::infragraph
