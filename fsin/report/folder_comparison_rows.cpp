// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/folder_comparison_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::report {
namespace {

using sweep::ComparedFigure;
using sweep::ComparedPoint;
using sweep::ConfigDifference;
using sweep::FolderComparison;
using sweep::Plan;
using sweep::Results;

/// Points that are named one by one; of more, the first and how many others.
constexpr std::size_t most_named = 4;

std::string plain(double value) {
  return std::fabs(value) >= 1e5 ? fmt::format("{:.0f}", value) : fmt::format("{:.5g}", value);
}

/// "1234 +- 56".
std::string with_width(double value, double half_width, const char* sign) {
  return (value > 0 ? sign : "") + estimate_text(value, half_width).both();
}

std::string ratio_text(const stats::Difference& difference) {
  return difference.ratio ? with_width(difference.ratio->value, difference.ratio->half_width, "") : "-";
}

std::string verdict(const ComparedPoint& point, const ComparedFigure& figure) {
  std::string text;
  if (figure.difference.identical) {
    text = "=";
  } else if (!figure.difference.p_value) {
    text = "?";
  } else if (figure.significant) {
    text = "*";
  }
  const bool odd = !point.outcome_a.finished() || !point.outcome_b.finished();
  if (odd) text += fmt::format(" ({}; {})", point.outcome_a.text(), point.outcome_b.text());
  return text;
}

std::string folder_line(const char* letter, const Results& results) {
  return fmt::format("{}  {}: {}, {}{}\n", letter, results.folder, counted(results.plan.points.size(), "point"),
                     counted(results.runs.size(), "run"), results.complete ? "" : ", not complete");
}

std::string both(const char* what, const std::string& a, const std::string& b) {
  return a == b ? fmt::format("{:<8}  {}\n", what, a) : fmt::format("{:<8}  A: {}, B: {}\n", what, a, b);
}

std::string seeds_text(const Plan& plan) {
  const std::string until =
      plan.until.is_null() ? ""
                           : fmt::format(", until the interval is within {}", json_text(plan.until["relative_error"]));
  return fmt::format("{} to {}{}", plan.first_seed, plan.first_seed + plan.seeds - 1, until);
}

/// Nothing when one program made both.
std::string program_text(const Results& a, const Results& b) {
  if (same_program(a, b)) return {};
  const auto shown = [](const Results& results) { return results.program.empty() ? "not known" : results.program; };
  return fmt::format("{:<8}  A: {}, B: {}: the code that simulates is not the same\n", "program", shown(a), shown(b));
}

std::string trace_text(const Results& a, const Results& b) {
  std::set<std::string> names;
  for (const Results* results : {&a, &b}) {
    for (const auto& [name, digest] : results->plan.traces.items()) names.insert(name);
  }
  std::string text;
  for (const std::string& name : names) {
    const auto digest = [&](const Results& results) {
      return results.plan.traces.is_object() && results.plan.traces.contains(name)
                 ? results.plan.traces[name].get<std::string>()
                 : std::string("none");
    };
    const std::string of_a = digest(a), of_b = digest(b);
    text += of_a == of_b ? fmt::format("{:<8}  {}, the same\n", "trace", name)
                         : fmt::format("{:<8}  {}: A {}, B {}\n", "trace", name, of_a, of_b);
  }
  return text;
}

template <class Name>
std::string listed(const std::vector<std::size_t>& items, Name name) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most_named); ++i) text += (i == 0 ? "" : "; ") + name(items[i]);
  if (items.size() > most_named) text += fmt::format("; and {} more", items.size() - most_named);
  return text;
}

std::string only_in(const char* letter, const Plan& plan, const std::vector<std::size_t>& points) {
  if (points.empty()) return {};
  return fmt::format("only in {} ({}): {}\n", letter, points.size(),
                     listed(points, [&](std::size_t i) { return plan.points[i].name; }));
}

}  // namespace

std::string folders_text(const Results& a, const Results& b) {
  return folder_line("A", a) + folder_line("B", b) + both("version", a.version, b.version) + program_text(a, b) +
         both("engine", a.plan.engine, b.plan.engine) + both("seeds", seeds_text(a.plan), seeds_text(b.plan)) +
         trace_text(a, b);
}

std::vector<TableRow> config_rows(const FolderComparison& comparison) {
  if (comparison.config.empty()) return {};
  std::vector<TableRow> rows{{"configuration", "A", "B", "in"}};
  for (const ConfigDifference& each : comparison.config) {
    const bool all = each.pairs.size() == comparison.points.size();
    const auto name = [&](std::size_t pair) { return comparison.points[pair].name; };
    rows.push_back({each.key, each.a.empty() ? "-" : each.a, each.b.empty() ? "-" : each.b,
                    all ? "every point" : listed(each.pairs, name)});
  }
  return rows;
}

std::string only_text(const Results& a, const Results& b, const FolderComparison& comparison) {
  return only_in("A", a.plan, comparison.only_a) + only_in("B", b.plan, comparison.only_b);
}

std::vector<FigureRows> figure_rows(const FolderComparison& comparison) {
  std::vector<FigureRows> all;
  for (const ComparedPoint& point : comparison.points) {
    for (const ComparedFigure& figure : point.figures) {
      auto found =
          std::find_if(all.begin(), all.end(), [&](const FigureRows& each) { return each.name == figure.name; });
      if (found == all.end())
        found =
            all.insert(all.end(), {figure.name, figure.unit, {{"point", "A", "B", "B - A", "B / A", "verdict"}}, {}});
      const stats::Difference& d = figure.difference;
      found->rows.push_back({point.name, plain(d.a.mean), plain(d.b.mean),
                             with_width(d.difference.value, d.difference.half_width, "+"), ratio_text(d),
                             verdict(point, figure)});
      found->compared.push_back({&point, &figure});
    }
  }
  return all;
}

std::string comparison_legend(const FolderComparison& comparison) {
  std::size_t same_seeds = 0, same_runs = 0, untested = 0;
  for (const ComparedPoint& point : comparison.points) {
    same_seeds += point.same_seeds ? 1U : 0U;
    same_runs += point.same_deliveries ? 1U : 0U;
    for (const ComparedFigure& figure : point.figures) untested += figure.difference.p_value ? 0U : 1U;
  }
  const std::size_t all = comparison.points.size();
  std::string text = fmt::format(
      "{} of {} points are paired by seed{}; +- is the half width of each {:.4g}% interval "
      "by itself.\n",
      same_seeds, all, same_seeds < all ? ", the others compared by Welch's t" : "", comparison.confidence * 100);
  text += fmt::format("*  significant, {} of {}: at {:.4g}% for all of them together, by Holm's correction\n",
                      comparison.significant(), comparison.tests, comparison.confidence * 100);
  text += fmt::format("=  the same value in every run; {} of {} points have the same deliveries to the cycle\n",
                      same_runs, all);
  if (untested > 0) text += fmt::format("?  one run on a side: no interval and no test ({} figures)\n", untested);
  return text;
}

}  // namespace fsin::report
