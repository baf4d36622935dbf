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

std::string bracketed(std::string_view variable) {
  return variable.find(' ') == std::string_view::npos ? std::string(variable) : fmt::format("({})", variable);
}

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
      try_with(fmt::format("{} % {}", bracketed(variable), by),
               mapped(points, [by](std::int64_t at) { return at % by; }));
      try_with(fmt::format("{} / {}", bracketed(variable), by),
               mapped(points, [by](std::int64_t at) { return at / by; }));
    }
  }
  return least;
}

std::string affine(const Piece& piece, const std::string& variable) {
  if (piece.slope == 0) return fmt::format("{}", piece.value);
  const std::int64_t at_zero = piece.value - piece.slope * piece.from;
  const std::string name = bracketed(variable);
  if (piece.slope < 0 && at_zero != 0)
    return piece.slope == -1 ? fmt::format("({} - {})", at_zero, name)
                             : fmt::format("({} - {} * {})", at_zero, name, -piece.slope);
  std::string text = piece.slope == 1 ? name : fmt::format("{} * {}", name, piece.slope);
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

/// True when the variable takes all values from 0 on.
bool counts_from_zero(const Points& points) {
  return points.front().first == 0 && points.back().first + 1 == static_cast<std::int64_t>(points.size());
}

/// `1 << i` or `8 >> i`; empty where the numbers are not of this kind.
std::string power_of_two(const Points& points, std::string_view variable) {
  constexpr std::size_t most_points = 62;
  const std::int64_t first = points.front().second;
  const std::int64_t last = points.back().second;
  if (!counts_from_zero(points) || points.size() > most_points || first <= 0 || last <= 0) return {};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const std::int64_t before = points[i - 1].second;
    const std::int64_t number = points[i].second;
    if (first < last ? number / 2 != before || number % 2 != 0 : before / 2 != number || before % 2 != 0) return {};
  }
  return fmt::format("({} {} {})", first, first < last ? "<<" : ">>", bracketed(variable));
}

/// The numbers as multiples of the coordinates of a grid of all values of the variable, whose rows have `width` values
/// and whose planes have `height` rows; empty where they are something else.
std::string over_grid(const Points& points, std::string_view variable, std::int64_t width, std::int64_t height) {
  const auto total = static_cast<std::int64_t>(points.size());
  const std::int64_t plane = width * height;
  const std::int64_t base = points.front().second;
  const auto factor = [&](std::int64_t at) {
    return at < total ? points[static_cast<std::size_t>(at)].second - base : 0;
  };
  for (const auto& [at, number] : points) {
    if (number != base + at % width * factor(1) + at / width % height * factor(width) + at / plane * factor(plane))
      return {};
  }
  std::string text = base == 0 ? "" : fmt::format("{}", base);
  const auto add = [&](const std::string& coordinate, std::int64_t by) {
    if (by == 0) return;
    text += text.empty() ? (by < 0 ? "-" : "") : by < 0 ? " - " : " + ";
    text += by == 1 || by == -1 ? coordinate : fmt::format("{} * {}", coordinate, by < 0 ? -by : by);
  };
  const std::string name = bracketed(variable);
  add(fmt::format("{} % {}", name, width), factor(1));
  add(plane == total ? fmt::format("{} / {}", name, width) : fmt::format("{} / {} % {}", name, width, height),
      factor(width));
  if (plane < total) add(fmt::format("{} / {}", name, plane), factor(plane));
  return fmt::format("({})", text);
}

/// A sum of multiples of coordinates of a grid of all values of the variable, of two dimensions where that is enough;
/// empty where there is none.
std::string over_coordinates(const Points& points, std::string_view variable) {
  if (!counts_from_zero(points)) return {};
  const auto total = static_cast<std::int64_t>(points.size());
  for (const bool plane : {true, false}) {
    for (std::int64_t width = 2; width < total; ++width) {
      if (total % width != 0) continue;
      const std::int64_t rows = total / width;
      for (std::int64_t height = plane ? rows : 2; plane ? height == rows : height < rows; ++height) {
        if (rows % height != 0) continue;
        if (std::string text = over_grid(points, variable, width, height); !text.empty()) return text;
      }
    }
  }
  return {};
}

/// A number for the place in a row and one for the row, added, in fewer pieces than `most`; empty where there is no
/// such grid.
std::string over_rows_and_columns(const Points& points, std::string_view variable, std::size_t most) {
  if (!counts_from_zero(points)) return {};
  const auto total = static_cast<std::int64_t>(points.size());
  const auto number = [&](std::int64_t at) { return points[static_cast<std::size_t>(at)].second; };
  std::string text;
  for (std::int64_t width = 2; width < total; ++width) {
    if (total % width != 0) continue;
    Points columns(points.begin(), points.begin() + width);
    Points rows;
    for (std::int64_t row = 0; row < total / width; ++row) rows.emplace_back(row, number(row * width) - number(0));
    const auto sum = [&](std::int64_t at) {
      return columns[static_cast<std::size_t>(at % width)].second + rows[static_cast<std::size_t>(at / width)].second;
    };
    if (!std::all_of(points.begin(), points.end(), [&](const auto& each) { return sum(each.first) == each.second; }))
      continue;
    const std::vector<Piece> of_columns = pieces_of(columns, false);
    const std::vector<Piece> of_rows = pieces_of(rows, false);
    if (of_columns.size() + of_rows.size() >= most) continue;
    most = of_columns.size() + of_rows.size();
    const std::string name = bracketed(variable);
    text = fmt::format("({} + {})", pieces_text(of_columns, 0, of_columns.size(), fmt::format("{} % {}", name, width)),
                       pieces_text(of_rows, 0, of_rows.size(), fmt::format("{} / {}", name, width)));
  }
  return text;
}

}  // namespace

std::optional<std::string> formula_of(const Points& points, std::string_view variable) {
  const Choice found = best(points, variable, false);
  if (found.pieces.size() > 1) {
    if (std::string text = power_of_two(points, variable); !text.empty()) return text;
  }
  if (found.pieces.size() > few_pieces) {
    if (std::string text = over_coordinates(points, variable); !text.empty()) return text;
    std::string text = over_rows_and_columns(points, variable, found.pieces.size());
    if (!text.empty()) return text;
  }
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
