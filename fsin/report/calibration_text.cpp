// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/aligned.hpp"
#include "fsin/report/calibration.hpp"

namespace fsin::report {
namespace {

using calibration::Choice;
using calibration::Errors;
using calibration::Segment;

std::string ns_text(double ns) { return seconds_text(ns * 1e-9); }

void add_errors(TableRow& row, const Errors& errors) {
  row.insert(row.end(), {percent_text(errors.mean), percent_text(errors.worst), size_text(errors.worst_at)});
}

TableRow judged_row(std::string name, const calibration::Judged& judged) {
  TableRow row{std::move(name)};
  for (const Errors* each : {&judged.fitted, &judged.held_out, &judged.inside}) add_errors(row, *each);
  return row;
}

TableRow judged_head(std::string_view what) {
  return {std::string(what),         "mean",  "worst", "at", "held out: mean", "worst", "at",
          "not beside a jump: mean", "worst", "at"};
}

std::string segments_text(const calibration::PiecewiseFit& fit) {
  std::vector<TableRow> rows{{"messages from", "latency", "time per byte", "bandwidth", "sizes"}};
  for (const Segment& each : fit.model.segments) {
    rows.push_back({size_text(each.from), ns_text(each.latency_ns), fmt::format("{:.4g} ns", each.byte_ns),
                    each.byte_ns > 0 ? fmt::format("{:.4g} GB/s", 1 / each.byte_ns) : "-",
                    std::to_string(each.points)});
  }
  return fmt::format("piecewise, {}:\n{}", counted(fit.model.segments.size(), "segment"), aligned(rows));
}

std::string choices_text(const calibration::PiecewiseFit& fit) {
  std::vector<TableRow> rows{judged_head("segments")};
  for (const Choice& each : fit.choices) {
    const bool chosen = each.segments == fit.choices[fit.chosen].segments;
    rows.push_back(judged_row(fmt::format("{}{}", each.segments, chosen ? " (taken)" : ""), each));
  }
  return "logarithmic errors by number of segments:\n" + aligned(rows);
}

std::string loggps_text(const Calibration& calibration) {
  const calibration::Loggps& model = calibration.loggps.model;
  const double o = calibration.overhead_ns;
  std::vector<TableRow> rows{
      {"L + 2 o", ns_text(model.base_ns), "time of the shortest message"},
      {"o", ns_text(o),
       o > 0 ? "as given by --overhead" : "cannot be told from L by ping-pongs; give it by --overhead"},
      {"L", ns_text(model.base_ns - 2 * o), "latency: the time of the shortest message less 2 o"},
      {"G", fmt::format("{:.4g} ns", model.byte_ns), "per byte; cannot be told from O by ping-pongs, which is 0 here"},
      {"g", "0 ns", "does not show in ping-pongs, where no message leaves behind another"}};
  if (model.eager) {
    rows.push_back({"S", size_text(*model.eager),
                    fmt::format("from there to below {}; longer messages are announced first", size_text(model.next))});
  } else {
    rows.push_back({"S", "none", "no jump of 2 (L + 2 o) was found; no message is announced first"});
  }
  return "loggps:\n" + aligned(rows);
}

std::string comparison_text(const Calibration& calibration) {
  std::vector<TableRow> rows{judged_head("model")};
  const std::string segments = counted(calibration.piecewise.model.segments.size(), "segment");
  rows.push_back(judged_row("piecewise, " + segments, calibration.piecewise.judged()));
  rows.push_back(judged_row("loggps", calibration.loggps.judged));
  for (const calibration::Baseline& each : calibration.baselines) {
    TableRow row{each.name};
    add_errors(row, each.errors);
    row.resize(rows.front().size());
    rows.push_back(std::move(row));
  }
  return "logarithmic errors of models:\n" + aligned(rows);
}

/// Of the model that is written, on each set of measurements by itself.
std::string source_errors_text(const Calibration& calibration) {
  std::vector<TableRow> rows{{"measurements", "mean", "worst", "at"}};
  for (const calibration::Measurements& each : calibration.sources) {
    std::vector<calibration::Point> points;
    for (const calibration::Sample& sample : each.samples) {
      points.push_back({sample.bytes, sample.ns, sample.ns, sample.ns, 1});
    }
    TableRow row{one_line(each.source)};
    add_errors(row, calibration::errors_of_model(points, calibration));
    rows.push_back(std::move(row));
  }
  return "logarithmic errors on each measurement of a set:\n" + aligned(rows);
}

}  // namespace

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kib = 1024;
  const auto shown = [bytes](std::uint64_t unit, std::string_view name) {
    return fmt::format("{:.6g} {}", static_cast<double>(bytes) / static_cast<double>(unit), name);
  };
  if (bytes >= kib * kib && bytes % (kib * kib / 8) == 0) return shown(kib * kib, "MiB");
  if (bytes >= kib && bytes % (kib / 8) == 0) return shown(kib, "KiB");
  return fmt::format("{} B", bytes);
}

std::string percent_text(double fraction) {
  return fraction < 0.0995 ? fmt::format("{:.2f} %", 100 * fraction) : fmt::format("{:.1f} %", 100 * fraction);
}

std::string sources_text(const Calibration& calibration) {
  std::size_t measurements = 0;
  std::size_t least = calibration.points.front().count, most = least;
  for (const calibration::Point& each : calibration.points) {
    measurements += each.count;
    least = std::min(least, each.count);
    most = std::max(most, each.count);
  }
  std::string text = fmt::format("{} from {} to {}, {}", counted(calibration.points.size(), "size"),
                                 size_text(calibration.points.front().bytes),
                                 size_text(calibration.points.back().bytes), counted(measurements, "measurement"));
  if (most > 1) {
    text += least == most ? fmt::format("; the median of the {} of each size is fitted", most)
                          : fmt::format("; the median of the {} to {} of each size is fitted", least, most);
  }
  return text;
}

std::string calibration_text(const Calibration& calibration) {
  std::string text;
  for (const calibration::Measurements& each : calibration.sources) {
    text += fmt::format("{}: {}; {}\n", one_line(each.source), each.format, each.taken);
  }
  text += sources_text(calibration) + "\n\n";
  if (calibration.model == FittedModel::piecewise) {
    text += segments_text(calibration.piecewise) + "\n" + choices_text(calibration.piecewise);
  } else {
    text += loggps_text(calibration);
  }
  text += "\n" + comparison_text(calibration);
  return calibration.sources.size() < 2 ? text : text + "\n" + source_errors_text(calibration);
}

}  // namespace fsin::report
