// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/folder_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/stats/metrics.hpp"
#include "fsin/sweep/point_match.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::sweep {
namespace {

stats::JointOutcome joint_outcome(std::span<const Run> runs) {
  stats::JointOutcome outcome;
  for (const Run& run : runs) outcome.add(run.result.outcome);
  return outcome;
}

std::vector<double> values_of(std::span<const Run> runs, const std::string& figure) {
  std::vector<double> values;
  for (const Run& run : runs) {
    if (const auto value = run.result.figure(figure)) values.push_back(*value);
  }
  return values;
}

bool same_seeds(std::span<const Run> a, std::span<const Run> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Run& x, const Run& y) { return x.seed == y.seed; });
}

bool same_deliveries(std::span<const Run> a, std::span<const Run> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Run& x, const Run& y) {
    return x.seed == y.seed && x.result.fingerprint && x.result.fingerprint == y.result.fingerprint;
  });
}

std::string unit_of(const std::string& figure) {
  for (const stats::Metric& metric : stats::metrics()) {
    if (metric.name == figure) return std::string(metric.unit);
  }
  return {};
}

/// A cycle takes another time on the two sides, so that seconds tell something else than cycles.
bool other_clock(const FlatConfig& a, const FlatConfig& b) {
  for (const char* key : {"network.link.bandwidth", "network.phit"}) {
    const auto x = a.find(key), y = b.find(key);
    if (x != a.end() && y != b.end() && x->second != y->second) return true;
  }
  return false;
}

class Comparer {
 public:
  Comparer(const Results& a, const Results& b, const std::vector<std::string>& figures)
      : a_(a), b_(b), figures_(figures) {
    for (std::size_t i = 0; i < a.plan.points.size(); ++i) configs_a_.push_back(flat_config(a.plan, i));
    for (std::size_t i = 0; i < b.plan.points.size(); ++i) configs_b_.push_back(flat_config(b.plan, i));
    result_.confidence = std::max(a.plan.confidence, b.plan.confidence);
  }

  FolderComparison compare() {
    PointMatch match = match_points(a_.plan, b_.plan, configs_a_, configs_b_);
    result_.only_a = std::move(match.only_a);
    result_.only_b = std::move(match.only_b);
    std::vector<std::pair<FlatConfig, FlatConfig>> configs;
    for (const auto& [a, b] : match.pairs) {
      configs.emplace_back(configs_a_[a], configs_b_[b]);
      add(a, b);
    }
    result_.config = config_differences(configs);
    correct();
    check_names();
    return std::move(result_);
  }

 private:
  void add(std::size_t a, std::size_t b) {
    const auto runs_a = a_.runs_of(a), runs_b = b_.runs_of(b);
    ComparedPoint point{.a = a,
                        .b = b,
                        .name = a_.plan.points[a].name,
                        .outcome_a = joint_outcome(runs_a),
                        .outcome_b = joint_outcome(runs_b),
                        .same_config = configs_a_[a] == configs_b_[b],
                        .same_seeds = same_seeds(runs_a, runs_b),
                        .same_deliveries = same_deliveries(runs_a, runs_b),
                        .figures = {}};
    for (const std::string& name : figures_of(a, b)) add(point, name, runs_a, runs_b);
    result_.points.push_back(std::move(point));
  }

  std::vector<std::string> figures_of(std::size_t a, std::size_t b) const {
    if (!figures_.empty()) return figures_;
    const std::string main = main_figure(a_.plan, a);
    if (main == "saturation.load") return {main, "load.accepted"};
    if (main != "cycles") return {main, "load.accepted"};
    return other_clock(configs_a_[a], configs_b_[b]) ? std::vector<std::string>{main, "simulated_seconds"}
                                                     : std::vector<std::string>{main};
  }

  void add(ComparedPoint& point, const std::string& name, std::span<const Run> runs_a,
           std::span<const Run> runs_b) const {
    const std::vector<double> a = values_of(runs_a, name), b = values_of(runs_b, name);
    if (a.empty() || b.empty()) return;
    const bool paired = point.same_seeds && a.size() == runs_a.size() && b.size() == runs_b.size();
    ComparedFigure figure{.name = name,
                          .unit = unit_of(name),
                          .difference = paired ? stats::paired_difference(a, b, result_.confidence)
                                               : stats::welch_difference(a, b, result_.confidence),
                          .adjusted_p = std::nullopt,
                          .significant = false};
    point.figures.push_back(std::move(figure));
  }

  /// One family of tests: every figure of every point.
  void correct() {
    std::vector<ComparedFigure*> tested;
    std::vector<double> p_values;
    for (ComparedPoint& point : result_.points) {
      for (ComparedFigure& figure : point.figures) {
        if (!figure.difference.p_value) continue;
        tested.push_back(&figure);
        p_values.push_back(*figure.difference.p_value);
      }
    }
    const std::vector<double> adjusted = stats::holm_adjusted(p_values);
    for (std::size_t i = 0; i < tested.size(); ++i) {
      tested[i]->adjusted_p = adjusted[i];
      tested[i]->significant = adjusted[i] <= 1 - result_.confidence;
    }
    result_.tests = tested.size();
  }

  void check_names() const {
    for (const std::string& name : figures_) {
      const bool found = std::any_of(result_.points.begin(), result_.points.end(), [&](const ComparedPoint& point) {
        return std::any_of(point.figures.begin(), point.figures.end(), [&](const auto& f) { return f.name == name; });
      });
      if (!found && !result_.points.empty()) {
        throw SweepError(
            fmt::format("{} and {}: no point of both has the figure {}; its names are those of "
                        "fsin list statistic",
                        a_.folder, b_.folder, name));
      }
    }
  }

  const Results& a_;
  const Results& b_;
  const std::vector<std::string>& figures_;
  std::vector<FlatConfig> configs_a_, configs_b_;
  FolderComparison result_;
};

}  // namespace

bool same_program(const Results& a, const Results& b) { return !a.program.empty() && a.program == b.program; }

FolderComparison compare_results(const Results& a, const Results& b, const std::vector<std::string>& figures) {
  return Comparer(a, b, figures).compare();
}

std::size_t FolderComparison::significant() const {
  std::size_t count = 0;
  for (const ComparedPoint& point : points) {
    for (const ComparedFigure& figure : point.figures) count += figure.significant ? 1U : 0U;
  }
  return count;
}

bool FolderComparison::differs() const {
  const auto changed = [](const ComparedPoint& point) {
    const bool untested = std::any_of(point.figures.begin(), point.figures.end(), [](const ComparedFigure& figure) {
      return !figure.difference.p_value && !figure.difference.identical;
    });
    return untested || (point.same_config && point.same_seeds && !point.same_deliveries);
  };
  return !only_a.empty() || !only_b.empty() || significant() > 0 || std::any_of(points.begin(), points.end(), changed);
}

}  // namespace fsin::sweep
