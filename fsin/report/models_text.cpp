// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/models_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/quantity_text.hpp"
#include "fsin/report/aligned.hpp"

namespace fsin::report {
namespace {

using study::ModelComparison;
using study::ModelResult;
using study::ModelRow;

constexpr std::size_t most_rows = 12;

bool has_ranks(const ModelComparison& comparison) { return !comparison.models[0].ranks.empty(); }

std::string speed_text(const ModelResult& routers, const ModelResult& model) {
  return model.cpu_s > 0 ? fmt::format("{:.1f} x", routers.cpu_s / model.cpu_s) : "";
}

std::string summary(const ModelComparison& comparison) {
  const bool ranks = has_ranks(comparison);
  std::vector<TableRow> rows;
  rows.push_back(ranks
                     ? TableRow{"model", "outcome", "cycles", "error", "ranks: mean", "worst", "warned", "CPU", "speed"}
                     : TableRow{"model", "outcome", "latency", "accepted", "error", "warned", "CPU", "speed"});
  const ModelResult& routers = comparison.models[0];
  for (const ModelResult& model : comparison.models) {
    if (!model.refused.empty()) continue;
    const bool first = &model == &routers;
    TableRow row{model.name, std::string(stats::to_string(model.outcome))};
    if (ranks) {
      row.push_back(grouped_text(model.cycles));
      row.push_back(first ? "" : error_text(model.error));
      row.push_back(first ? "" : fmt::format("{:.1f}%", 100 * model.mean_rank_error));
      row.push_back(first ? "" : fmt::format("{} (rank {})", error_text(model.worst_rank_error), model.worst_rank));
    } else {
      row.push_back(number_text(model.latency));
      row.push_back(number_text(model.accepted));
      row.push_back(first ? "" : error_text(model.error));
    }
    row.push_back(first ? "" : model.warns() ? "yes" : "no");
    row.push_back(seconds_text(model.cpu_s));
    row.push_back(first ? "" : speed_text(routers, model));
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

std::string parameters(const ModelComparison& comparison) {
  std::string text;
  for (const ModelResult& model : comparison.models) {
    if (!model.refused.empty()) {
      text += fmt::format("{}: no result: {}\n", model.name, model.refused);
    } else if (&model != &comparison.models[0]) {
      text += fmt::format("{}: {}: {}\n", model.name, model.origin, model.parameters);
    }
  }
  return text;
}

std::string warnings(const ModelComparison& comparison) {
  std::string text;
  for (const ModelResult& model : comparison.models) {
    for (const result::ModelCheck& check : model.checks) {
      if (check.warns()) text += fmt::format("{} warns: {}\n", model.name, check.text);
    }
  }
  return text;
}

/// The rows of most cycles or messages; values under routers, and what models add to them.
std::string table_of(const ModelComparison& comparison, const std::vector<ModelRow>& all, const std::string& head,
                     bool of_run) {
  if (all.empty()) return {};
  std::vector<TableRow> rows{{head}};
  if (!of_run) rows[0].emplace_back("messages");
  for (const ModelResult& model : comparison.models) {
    if (model.refused.empty()) rows[0].push_back(model.name);
  }
  const double whole = static_cast<double>(std::max<Cycle>(comparison.models[0].cycles, 1));
  for (const ModelRow& row : all) {
    if (rows.size() > most_rows) break;
    TableRow text{row.name};
    if (!of_run) text.push_back(grouped_text(row.messages));
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (!comparison.models[i].refused.empty()) continue;
      if (i == 0) {
        text.push_back(number_text(row.values[0]));
      } else if (of_run) {
        text.push_back(error_text((row.values[i] - row.values[0]) / whole));
      } else {
        text.push_back(row.values[0] > 0 ? error_text(row.values[i] / row.values[0] - 1) : "");
      }
    }
    rows.push_back(std::move(text));
  }
  return "\n" + aligned(rows);
}

std::string links(const ModelComparison& comparison) {
  std::string text;
  if (comparison.busiest_link > 0) {
    text += fmt::format("\nlinks under routers: busy {:.1f}% of the time, the busiest {:.1f}% (router {} to {})\n",
                        100 * comparison.mean_link, 100 * comparison.busiest_link, comparison.busiest_from,
                        comparison.busiest_to);
  }
  if (!comparison.path) return text;
  const profile::PathCycles& cycles = comparison.path->cycles;
  const auto whole = static_cast<double>(std::max<Cycle>(profile::total(cycles), 1));
  text += "critical path under routers:";
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (cycles[i] == 0) continue;
    text += fmt::format(" {} {:.1f}%", profile::path_part_names[i], 100 * static_cast<double>(cycles[i]) / whole);
  }
  const auto waits = cycles[static_cast<std::size_t>(profile::PathPart::wait_room)] +
                     cycles[static_cast<std::size_t>(profile::PathPart::delay)];
  text +=
      fmt::format("\n{:.1f}% of it waits for room or behind other packets: what models without queues cannot know\n",
                  100 * static_cast<double>(waits) / whole);
  return text;
}

}  // namespace

std::string error_text(double error) { return fmt::format("{:+.1f}%", 100 * error); }

std::string models_text(const ModelComparison& comparison) {
  std::string text = fmt::format("{}: {}\n", comparison.name, comparison.headline);
  text += fmt::format("seed {}; errors are those of {} relative to routers\n\n", comparison.seed, comparison.figure);
  text += summary(comparison) + "\n" + parameters(comparison) + warnings(comparison);
  text += table_of(comparison, comparison.sizes, "latency of messages by size", false);
  text += table_of(comparison, comparison.distances, "latency of messages by the links between their nodes", false);
  text +=
      table_of(comparison, comparison.phases, "cycles of ranks by call; of models, more by a part of the run", true);
  return text + links(comparison);
}

}  // namespace fsin::report
