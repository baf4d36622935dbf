// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace trgen::structure {
namespace {

constexpr std::size_t most_pieces = 48;
constexpr std::int64_t most_divisor = 64;
constexpr std::size_t few_pieces = 2;
constexpr std::size_t many_pieces = 8;

/// Values from `from` on, up to the next piece: value + slope * (variable - from).
struct Piece {
  std::int64_t from = 0;
  std::int64_t value = 0;
  std::int64_t slope = 0;
};

/// A variable made of another one, and pieces over it.
struct Choice {
  std::string variable;
  Points points;
  std::vector<Piece> pieces;
};

std::vector<Piece> pieces_of(const Points& points, bool flat) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < points.size();) {
    Piece piece{points[i].first, points[i].second, 0};
    if (!flat && i + 1 < points.size()) {
      const std::int64_t run = points[i + 1].first - points[i].first;
      const std::int64_t rise = points[i + 1].second - points[i].second;
      if (rise % run == 0) piece.slope = rise / run;
    }
    const auto fits = [&](const auto& point) {
      return point.second == piece.value + piece.slope * (point.first - piece.from);
    };
    while (i < points.size() && fits(points[i])) ++i;
    pieces.push_back(piece);
  }
  return pieces;
}

/// The points over another variable; empty if two points with the same variable have different numbers.
template <class Map>
std::optional<Points> mapped(const Points& points, Map map) {
  std::map<std::int64_t, std::int64_t> made;
  for (const auto& [at, number] : points) {
    if (made.emplace(map(at), number).first->second != number) return std::nullopt;
  }
  return Points(made.begin(), made.end());
}

/// The variable over which there are fewest pieces; the simplest one where several have as few.
Choice best(const Points& points, std::string_view variable, bool flat) {
  Choice least{std::string(variable), points, pieces_of(points, flat)};
  const auto try_with = [&](std::string name, const std::optional<Points>& other) {
    if (!other) return;
    std::vector<Piece> pieces = pieces_of(*other, flat);
    if (pieces.size() < least.pieces.size()) least = {std::move(name), *other, std::move(pieces)};
  };
  // Coordinates of a grid of all ranks are natural; any other number only where it says much more.
  const std::int64_t total = points.back().first + 1;
  for (const bool natural : {true, false}) {
    if (least.pieces.size() <= (natural ? few_pieces : many_pieces)) break;
    for (std::int64_t by = 2; by <= std::min(most_divisor, total - 1); ++by) {
      if ((total % by == 0) != natural) continue;
      try_with(fmt::format("{} % {}", variable, by), mapped(points, [by](std::int64_t at) { return at % by; }));
      try_with(fmt::format("{} / {}", variable, by), mapped(points, [by](std::int64_t at) { return at / by; }));
    }
  }
  return least;
}

std::string affine(const Piece& piece, const std::string& variable) {
  if (piece.slope == 0) return fmt::format("{}", piece.value);
  const std::int64_t at_zero = piece.value - piece.slope * piece.from;
  const std::string bracketed = variable.find(' ') == std::string::npos ? variable : fmt::format("({})", variable);
  std::string text = piece.slope == 1 ? bracketed : fmt::format("{} * {}", bracketed, piece.slope);
  if (at_zero != 0) text += fmt::format(" {} {}", at_zero > 0 ? "+" : "-", at_zero > 0 ? at_zero : -at_zero);
  return piece.slope == 1 && at_zero == 0 ? text : fmt::format("({})", text);
}

/// Halves the pieces, so that the depth of the expression is the logarithm of their number.
std::string pieces_text(const std::vector<Piece>& pieces, std::size_t from, std::size_t to,
                        const std::string& variable) {
  if (to - from == 1) return affine(pieces[from], variable);
  const std::size_t middle = (from + to) / 2;
  return fmt::format("({} < {} ? {} : {})", variable, pieces[middle].from, pieces_text(pieces, from, middle, variable),
                     pieces_text(pieces, middle, to, variable));
}

}  // namespace

std::optional<std::string> formula_of(const Points& points, std::string_view variable) {
  const Choice found = best(points, variable, false);
  if (found.pieces.size() > most_pieces) return std::nullopt;
  return pieces_text(found.pieces, 0, found.pieces.size(), found.variable);
}

std::optional<std::string> condition_of(const Points& points, std::string_view variable) {
  const Choice found = best(points, variable, true);
  if (found.pieces.size() > most_pieces) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < found.pieces.size(); ++i) {
    if (found.pieces[i].value == 0) continue;
    const bool last = i + 1 == found.pieces.size();
    const std::int64_t from = found.pieces[i].from;
    const std::int64_t to = last ? found.points.back().first : found.pieces[i + 1].from - 1;
    if (!text.empty()) text += " || ";
    if (i == 0 && last) {
      text += "1";
    } else if (from == to) {
      text += fmt::format("{} == {}", found.variable, from);
    } else if (i == 0) {
      text += fmt::format("{} <= {}", found.variable, to);
    } else if (last) {
      text += fmt::format("{} >= {}", found.variable, from);
    } else {
      text += fmt::format("({0} >= {1} && {0} <= {2})", found.variable, from, to);
    }
  }
  return text;
}

}  // namespace trgen::structure
