// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/traces_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "fsin/core/quantity_text.hpp"
#include "fsin/report/aligned.hpp"

namespace fsin::report {
namespace {

using study::TimedTrace;
using study::TraceComparison;

/// "+1.234%": of the second against the first.
std::string change_text(double first, double second) {
  if (first == second) return "equal";
  return first > 0 ? fmt::format("{:+.3f}%", 100 * (second / first - 1)) : "";
}

std::string whole_text(double cycles) { return grouped_text(static_cast<std::uint64_t>(std::llround(cycles))); }

double end_of(const TimedTrace& trace, std::uint32_t rank) { return static_cast<double>(trace.ranks[rank]); }

/// The ranks whose ends differ most.
std::vector<std::uint32_t> worst_ranks(const TraceComparison& comparison, std::size_t most) {
  const auto& [first, second] = comparison.traces;
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < first.ranks.size(); ++rank) {
    if (first.ranks[rank] != second.ranks[rank]) ranks.push_back(rank);
  }
  const auto change = [&](std::uint32_t rank) {
    return std::abs(study::relative_error(first.ranks[rank], second.ranks[rank]));
  };
  std::stable_sort(ranks.begin(), ranks.end(), [&](auto a, auto b) { return change(a) > change(b); });
  ranks.resize(std::min(most, ranks.size()));
  return ranks;
}

std::string ends_text(const TraceComparison& comparison, std::size_t most) {
  const auto& [first, second] = comparison.traces;
  if (!comparison.same_ranks) {
    return fmt::format("\nranks are not compared: A has {}, B {}\n", first.ranks.size(), second.ranks.size());
  }
  std::string text =
      fmt::format("\nends of ranks: {:.3f}% apart in the mean, {:+.3f}% at most (rank {})\n",
                  100 * comparison.ranks.mean, 100 * comparison.ranks.worst, comparison.ranks.worst_rank);
  const std::vector<std::uint32_t> ranks = worst_ranks(comparison, most);
  if (ranks.empty()) return text;
  std::vector<TableRow> rows{{"rank", "A, cycles", "B, cycles", "B against A"}};
  for (const std::uint32_t rank : ranks) {
    rows.push_back({std::to_string(rank), grouped_text(first.ranks[rank]), grouped_text(second.ranks[rank]),
                    change_text(end_of(first, rank), end_of(second, rank))});
  }
  return text + aligned(rows);
}

}  // namespace

std::string traces_text(const TraceComparison& comparison, std::size_t most) {
  const auto& [first, second] = comparison.traces;
  std::string text = fmt::format("A: {}\nB: {}\n{}{}\n\n", first.name, second.name, comparison.network,
                                 comparison.default_network ? " (no experiment was given)" : "");
  const auto row = [&](const char* what, double a, double b) {
    return TableRow{what, whole_text(a), whole_text(b), change_text(a, b)};
  };
  text += aligned(
      {{"", "A", "B", "B against A"},
       {"outcome", std::string(stats::to_string(first.outcome)), std::string(stats::to_string(second.outcome)), ""},
       row("cycles", static_cast<double>(first.cycles), static_cast<double>(second.cycles)),
       {"simulated time", seconds_text(first.seconds), seconds_text(second.seconds), ""},
       row("messages", static_cast<double>(first.messages), static_cast<double>(second.messages)),
       row("computing, cycles a rank", first.computing, second.computing),
       row("waiting, cycles a rank", first.waiting, second.waiting)});
  return text + ends_text(comparison, most);
}

nlohmann::ordered_json traces_json(const TraceComparison& comparison, const std::string& version) {
  nlohmann::ordered_json json{{"version", version},
                              {"network", comparison.network},
                              {"default_network", comparison.default_network},
                              {"cycle_seconds", comparison.seconds_per_cycle}};
  for (std::size_t i = 0; i < comparison.traces.size(); ++i) {
    const TimedTrace& trace = comparison.traces[i];
    json[i == 0 ? "a" : "b"] = {{"trace", trace.name},
                                {"outcome", stats::to_string(trace.outcome)},
                                {"cycles", trace.cycles},
                                {"seconds", trace.seconds},
                                {"messages", trace.messages},
                                {"computing_cycles", trace.computing},
                                {"waiting_cycles", trace.waiting},
                                {"ranks", trace.ranks},
                                {"fingerprint", trace.fingerprint}};
  }
  json["error"] = comparison.error;
  if (comparison.same_ranks) {
    json["ranks"] = {{"mean_error", comparison.ranks.mean},
                     {"worst_error", comparison.ranks.worst},
                     {"worst", comparison.ranks.worst_rank}};
  }
  return json;
}

}  // namespace fsin::report
