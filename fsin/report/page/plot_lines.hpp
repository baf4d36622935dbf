// SPDX-License-Identifier: Apache-2.0
// The points of a report as lines over one axis: what the pictures for LaTeX and the still picture of the page draw.
//
// Rows are the offered loads if the sweep has an axis of loads, else the steps of the last numeric axis, else the
// points themselves, by name. Every combination of the other axes is a line of its own.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

/// What became of the runs of a point: the number in the column `state` of tables, and the kind of its mark.
enum class PointState : std::uint8_t { settled, unsettled, saturated, stopped };

PointState state_of(const Json& report, std::size_t point);
/// "saturated"; of `stopped`: "another outcome", as a deadlock.
std::string_view words_of(PointState state);

/// Colours of lines: those of the page in the light theme (assets/core.js).
inline constexpr std::array<std::string_view, 8> line_colours{"#0072b2", "#d55e00", "#009e73", "#b4568f",
                                                              "#b87800", "#3b93c9", "#5f6b76", "#7d5fc4"};

struct PlotLine {
  std::string label;                          ///< empty when there is only one line
  std::map<std::size_t, std::size_t> points;  ///< by row
};

class PlotLines {
 public:
  /// Of what report_json() returns, which must outlive this.
  explicit PlotLines(const Json& report);

  /// Whether rows are steps of an axis; else they are points.
  bool has_axis() const { return axis_.has_value(); }
  /// "Offered load (phits per node and cycle)".
  std::string axis_title() const;
  /// By row: the step as it is written, a number; of points their numbers.
  const std::map<std::size_t, std::string>& rows() const { return rows_; }
  const std::vector<PlotLine>& lines() const { return lines_; }
  /// The names of the steps that tell this point from others, without the axis of the rows.
  std::string name(std::size_t point) const;

 private:
  void choose_axis();
  void add(std::size_t point);
  std::string label(std::size_t point, std::size_t axis) const;

  const Json& report_;
  const Json& axes_;
  std::optional<std::size_t> axis_;
  std::map<std::size_t, std::string> rows_;
  std::vector<PlotLine> lines_;
};

/// The figures that are printed without being asked for: those of titles.hpp that differ between points, in cycles or
/// in seconds, whichever compares the points. Of a report with one point, all that are marked there.
std::vector<std::string> printed_figures(const Json& report);

}  // namespace fsin::report::page
