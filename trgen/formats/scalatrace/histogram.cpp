// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/histogram.hpp"

#include <array>

#include "fsin/core/text.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr double most = 1e18;  ///< of microseconds, thousands of instructions, counts

/// Six numbers, none of them negative, between two brackets at the beginning of `text`, which is then behind them.
std::optional<std::array<double, 6>> six_numbers(std::string_view& text, char open, char close) {
  const std::size_t end = text.find(close);
  if (!text.starts_with(open) || end == std::string_view::npos) return std::nullopt;
  io::Fields fields(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  std::array<double, 6> numbers{};
  for (double& each : numbers) {
    const auto value = fsin::parse_real(fields.next());
    if (!value || !(*value >= 0 && *value <= most)) return std::nullopt;
    each = *value;
  }
  if (!fields.done()) return std::nullopt;
  return numbers;
}

}  // namespace

std::optional<double> mean_of_histogram(std::string_view text) {
  const auto head = six_numbers(text, '(', ')');
  if (!head) return std::nullopt;
  double sum = 0;
  double number = 0;
  while (!text.empty()) {
    const auto bucket = six_numbers(text, '{', '}');
    if (!bucket) return std::nullopt;
    sum += (*bucket)[2] * (*bucket)[5];
    number += (*bucket)[5];
  }
  return number > 0 ? sum / number : (*head)[1];
}

}  // namespace trgen::formats::scalatrace
