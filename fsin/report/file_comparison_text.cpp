// SPDX-License-Identifier: Apache-2.0
// How a comparison is written: as a table for a terminal and as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "fsin/core/append.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/report/file_comparison.hpp"
#include "fsin/report/table.hpp"

namespace fsin::report {
namespace {

/// Decimals that keep about five digits of the largest value in a table.
int decimals_for(const FileComparison& comparison) {
  double largest = 0;
  for (const auto& cell : comparison.cells) {
    if (cell) largest = std::max(largest, std::fabs(cell->value.mean));
  }
  if (largest >= 1000) return 0;
  if (largest >= 1) return 3;
  return 5;
}

std::string grouped(double value, int decimals) {
  if (decimals == 0 && value >= 0) return grouped_text(static_cast<std::uint64_t>(std::llround(value)));
  return fmt::format("{:.{}f}", value, decimals);
}

std::string with_width(const stats::Estimate& estimate, int decimals) {
  if (!std::isfinite(estimate.half_width)) return grouped(estimate.mean, decimals);
  return fmt::format("{} +- {}", grouped(estimate.mean, decimals), grouped(estimate.half_width, decimals));
}

std::string cell_text(const std::optional<ComparedCell>& cell, int decimals, bool with_ratio) {
  if (!cell) return "-";
  std::string text = with_width(cell->value, decimals);
  if (with_ratio && cell->ratio) text += fmt::format("   x {}", with_width(*cell->ratio, 3));
  if (!cell->outcome.finished()) text += fmt::format(" ({})", cell->outcome.text());
  return text;
}

std::string csv_number(double value) { return std::isfinite(value) ? fmt::format("{:.9g}", value) : ""; }

void pad(std::string& line, std::size_t width) {
  if (line.size() < width) line.append(width - line.size(), ' ');
}

}  // namespace

std::string comparison_text(const FileComparison& comparison) {
  const int decimals = decimals_for(comparison);
  std::vector<std::vector<std::string>> lines(comparison.rows.size() + 1);
  lines[0].emplace_back(comparison.metric);
  lines[0].insert(lines[0].end(), comparison.columns.begin(), comparison.columns.end());
  for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
    lines[row + 1].push_back(comparison.rows[row]);
    for (std::size_t column = 0; column < comparison.columns.size(); ++column) {
      lines[row + 1].push_back(cell_text(comparison.at(row, column), decimals, column > 0));
    }
  }
  std::vector<std::size_t> starts(comparison.columns.size() + 1, 0);
  for (std::size_t column = 1; column < starts.size(); ++column) {
    std::size_t width = 0;
    for (const auto& line : lines) width = std::max(width, line[column - 1].size());
    starts[column] = starts[column - 1] + width + 3;
  }
  std::string text;
  for (const auto& fields : lines) {
    std::string line;
    for (std::size_t column = 0; column < fields.size(); ++column) {
      pad(line, starts[column]);
      line += fields[column];
    }
    text += line + '\n';
  }
  return text;
}

std::string comparison_csv(const FileComparison& comparison) {
  std::string text = "row,column,metric,n,mean,half_width,ratio,ratio_half_width,outcome\n";
  for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
    for (std::size_t column = 0; column < comparison.columns.size(); ++column) {
      const auto& cell = comparison.at(row, column);
      if (!cell) continue;
      const auto& [value, ratio, outcome] = *cell;
      append(text, "{},{},{},{},{},{},{},{},{}\n", csv_field(comparison.rows[row]),
             csv_field(comparison.columns[column]), csv_field(comparison.metric), value.n, csv_number(value.mean),
             csv_number(value.half_width), ratio ? csv_number(ratio->mean) : "",
             ratio ? csv_number(ratio->half_width) : "", outcome.text());
    }
  }
  return text;
}

}  // namespace fsin::report
