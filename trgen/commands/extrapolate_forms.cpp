// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/extrapolate_forms.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/programs/script/expression.hpp"

namespace trgen::commands {
namespace {

using programs::script::Expression;

/// An expression of a script; an error where it is none.
std::optional<Expression> compiled(const Arguments& arguments, std::string_view option, std::string_view text,
                                   std::span<const std::string> names, Diagnostics& diagnostics) {
  std::string error;
  auto made = Expression::compile(text, names, error);
  if (!made)
    arguments.error(
        fmt::format("--{} {}: {} (names: {})", option, fsin::in_quotes(text), error, fmt::join(names, ", ")),
        diagnostics);
  return made;
}

}  // namespace

extrapolation::GridRule wanted_grid(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("grid");
  if (!text) return {};
  const std::array<std::string, 1> names{"ranks"};
  std::vector<Expression> sides;
  int depth = 0;
  std::string part;
  for (const char c : *text + ",") {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c != ',' || depth > 0) {
      part += c;
      continue;
    }
    if (auto side = compiled(arguments, "grid", part, names, diagnostics)) sides.push_back(std::move(*side));
    part.clear();
  }
  if (sides.size() < 2 || sides.size() > 3) {
    arguments.error(fmt::format("--grid {} must be two or three sides, e.g. \"ranks / 4, 4\"", fsin::in_quotes(*text)),
                    diagnostics);
    return {};
  }
  const auto dimensions = static_cast<unsigned>(sides.size());
  return {"grid " + *text, dimensions,
          [sides = std::move(sides)](std::uint32_t ranks) -> std::optional<extrapolation::Sides> {
            extrapolation::Sides made{1, 1, 1};
            std::uint64_t product = 1;
            const std::array<Expression::Value, 1> values{ranks};
            for (std::size_t d = 0; d < sides.size(); ++d) {
              std::string error;
              const auto side = sides[d].evaluate(values, error);
              if (!side || *side < 1 || *side > ranks) return std::nullopt;
              made[d] = static_cast<std::uint32_t>(*side);
              product *= made[d];
            }
            return product == ranks ? std::optional(made) : std::nullopt;
          }};
}

std::vector<extrapolation::OwnForm> wanted_partners(const Arguments& arguments, Diagnostics& diagnostics) {
  static const std::array<std::string, 2> names{"rank", "ranks"};
  constexpr std::size_t most = 16;
  std::vector<extrapolation::OwnForm> made;
  for (const std::string& text : arguments.texts("partner")) {
    const auto form = compiled(arguments, "partner", text, names, diagnostics);
    if (!form) continue;
    made.push_back({text, [form = *form](std::uint32_t rank, std::uint32_t ranks) -> std::optional<std::uint32_t> {
                      std::string error;
                      const std::array<Expression::Value, 2> values{rank, ranks};
                      const auto partner = form.evaluate(values, error);
                      if (!partner || *partner < 0 || *partner >= ranks) return std::nullopt;
                      return static_cast<std::uint32_t>(*partner);
                    }});
  }
  if (made.size() > most) arguments.error(fmt::format("--partner can be given {} times at most", most), diagnostics);
  return made;
}

}  // namespace trgen::commands
