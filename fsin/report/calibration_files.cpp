// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fsin/core/text.hpp"
#include "fsin/report/calibration.hpp"
#include "fsin/report/table.hpp"

namespace fsin::report {
namespace {

/// In nanoseconds: a power of ten, at most a thousandth of the shortest time.
double cycle_for(const Calibration& calibration) {
  double shortest = calibration.points.front().ns;
  for (const calibration::Point& each : calibration.points) shortest = std::min(shortest, each.ns);
  return std::clamp(std::pow(10, std::floor(std::log10(shortest / 1000))), 1e-3, 100.0);
}

template <class Of>
std::string list(const std::vector<calibration::Segment>& segments, std::string_view unit, Of of) {
  std::string text;
  for (const calibration::Segment& each : segments) {
    text += fmt::format("{}{} {}", text.empty() ? "[" : ", ", of(each), unit);
  }
  return text + "]";
}

std::string model_of(const Calibration& calibration) {
  if (calibration.model == FittedModel::loggps) {
    const calibration::Loggps& model = calibration.loggps.model;
    std::string text = fmt::format(
        "model:\n  type: loggps\n  # L and o in L + 2 o, and G and O, cannot be told apart by ping-pongs; g does not "
        "show in them.\n  latency: {} ns\n  overhead: {} ns\n  byte_gap: {} ns\n",
        print_real(model.base_ns - 2 * calibration.overhead_ns), print_real(calibration.overhead_ns),
        print_real(model.byte_ns));
    return model.eager ? text + fmt::format("  eager: {} B\n", *model.eager) : text;
  }
  const auto& segments = calibration.piecewise.model.segments;
  return fmt::format("model:\n  type: piecewise\n  from: {}\n  latency: {}\n  byte_time: {}\n",
                     list(segments, "B", [](const auto& each) { return std::to_string(each.from); }),
                     list(segments, "ns", [](const auto& each) { return print_real(each.latency_ns); }),
                     list(segments, "ns", [](const auto& each) { return print_real(each.byte_ns); }));
}

std::string error_comment(std::string_view what, const calibration::Errors& errors) {
  return fmt::format("# Logarithmic error {}: mean {}, worst {} at {}.\n", what, percent_text(errors.mean),
                     percent_text(errors.worst), size_text(errors.worst_at));
}

}  // namespace

std::string calibrated_network(const Calibration& calibration) {
  std::string text = "# Made by fsin calibrate. An experiment takes it in by network.file, and adds its topology.\n";
  for (const calibration::Measurements& each : calibration.sources) {
    text += fmt::format("# {}: {}; {}.\n", one_line(each.source), each.format, each.taken);
  }
  text += fmt::format("# {}.\n", sources_text(calibration));
  text += error_comment("on them", calibration.judged().fitted);
  text += error_comment("on sizes that were held out", calibration.judged().held_out);
  text += error_comment("on those of them that are not beside a jump", calibration.judged().inside);
  text += model_of(calibration);
  const double cycle = cycle_for(calibration);
  return text + fmt::format(
                    "# Times are rounded to cycles of {} ns, which follow from phit and bandwidth; the model uses "
                    "neither for anything else.\nphit: 4 B\nlink: {{bandwidth: {:.0f} Mb/s}}\n",
                    print_real(cycle), 32e3 / cycle);
}

std::string calibration_csv(const Calibration& calibration) {
  std::string text = "size_B,measured_us,least_us,most_us,measurements,model_us,error,held_out_error";
  constexpr std::array names{"affine_us", "default_affine_us", "simgrid_us"};
  for (std::size_t i = 0; i < calibration.baselines.size(); ++i) text += fmt::format(",{}", names[i]);
  text += "\n";
  for (std::size_t i = 0; i < calibration.points.size(); ++i) {
    const calibration::Point& point = calibration.points[i];
    const double held = calibration.judged().held_out.logarithmic[i];
    text += fmt::format("{},{:.6g},{:.6g},{:.6g},{},{:.6g},{:.6f},{}", point.bytes, point.ns / 1000, point.low / 1000,
                        point.high / 1000, point.count, calibration.ns(point.bytes) / 1000,
                        std::expm1(calibration.judged().fitted.logarithmic[i]),
                        std::isnan(held) ? std::string() : fmt::format("{:.6f}", std::expm1(held)));
    for (const calibration::Baseline& each : calibration.baselines) text += fmt::format(",{:.6g}", each.ns[i] / 1000);
    text += "\n";
  }
  return text;
}

}  // namespace fsin::report
