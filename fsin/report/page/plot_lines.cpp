// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/plot_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/stats/titles.hpp"

namespace fsin::report::page {

PointState state_of(const Json& report, std::size_t point) {
  const std::string outcome = report["points"][point]["outcome"];
  if (outcome == "saturated") return PointState::saturated;
  if (outcome != "finished") return PointState::stopped;
  const auto settled = report["figures"].find("settled");
  if (settled == report["figures"].end()) return PointState::settled;
  const Json& mean = (*settled)["mean"][point];
  return mean.is_number() && mean.get<double>() < 1 ? PointState::unsettled : PointState::settled;
}

std::string_view words_of(PointState state) {
  switch (state) {
    case PointState::settled:
      return "settled";
    case PointState::unsettled:
      return "not settled";
    case PointState::saturated:
      return "saturated";
    case PointState::stopped:
      break;
  }
  return "another outcome";
}

PlotLines::PlotLines(const Json& report) : report_(report), axes_(report["axes"]) {
  choose_axis();
  for (std::size_t point = 0; point < report["points"].size(); ++point) add(point);
}

void PlotLines::choose_axis() {
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (axes_[axis]["steps"].size() < 2 || !axes_[axis]["numeric"].get<bool>()) continue;
    const bool has_load = axis_ && axes_[*axis_]["load"].get<bool>();
    if (axes_[axis]["load"].get<bool>() || !has_load) axis_ = axis;
  }
}

std::string PlotLines::label(std::size_t point, std::size_t axis) const {
  return axes_[axis]["steps"][report_["points"][point]["steps"][axis].get<std::size_t>()];
}

std::string PlotLines::name(std::size_t point) const {
  std::string text;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (axis == axis_ || axes_[axis]["steps"].size() < 2) continue;
    text += (text.empty() ? "" : ", ") + label(point, axis);
  }
  return text;
}

void PlotLines::add(std::size_t point) {
  const std::size_t row = axis_ ? report_["points"][point]["steps"][*axis_].get<std::size_t>() : point;
  rows_.try_emplace(row, axis_ ? label(point, *axis_) : fmt::format("{}", row));
  const std::string wanted = axis_ ? name(point) : "";
  auto line = std::find_if(lines_.begin(), lines_.end(), [&](const PlotLine& each) { return each.label == wanted; });
  if (line == lines_.end()) line = lines_.insert(lines_.end(), PlotLine{wanted, {}});
  line->points.emplace(row, point);
}

std::string PlotLines::axis_title() const {
  if (!axis_) return "Number of the point";
  return stats::with_unit(axes_[*axis_]["title"].get<std::string>(), axes_[*axis_]["unit"].get<std::string>());
}

namespace {

/// Whether the cycles of two points have different lengths, so that numbers of them do not compare.
bool clocks_differ(const Json& points) {
  double shortest = 0, longest = 0;
  for (const Json& point : points) {
    const double own = point.value("seconds_per_cycle", 0.0);
    if (own <= 0) continue;
    shortest = shortest == 0 ? own : std::min(shortest, own);
    longest = std::max(longest, own);
  }
  return longest > 1.001 * shortest;
}

bool differ_between_points(const Json& means) {
  const Json* first = nullptr;
  for (const Json& mean : means) {
    if (!mean.is_number()) continue;
    if (first != nullptr && mean != *first) return true;
    if (first == nullptr) first = &mean;
  }
  return means.size() == 1 && first != nullptr;
}

}  // namespace

std::vector<std::string> printed_figures(const Json& report) {
  const stats::Printed other = clocks_differ(report["points"]) ? stats::Printed::in_seconds : stats::Printed::in_cycles;
  std::vector<std::string> printed;
  for (const auto& [name, figure] : report["figures"].items()) {
    const stats::Printed wanted = stats::title_of(name).printed;
    if ((wanted == stats::Printed::always || wanted == other) && differ_between_points(figure["mean"]))
      printed.push_back(name);
  }
  return printed;
}

}  // namespace fsin::report::page
