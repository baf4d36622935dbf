// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/topology_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "trgen/commands/report.hpp"
#include "trgen/pattern/matrix.hpp"
#include "trgen/pattern/text_drawing.hpp"
#include "trgen/pattern/words.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;
using pattern::Amount;
using pattern::Pattern;
using pattern::Verdict;

constexpr std::uint32_t most_matrix_cells = 64;

double part_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// "66.7 % of the pairs, 6.3 % expected by chance".
std::string expectation(const Pattern& pattern, const Verdict& verdict) {
  const double pairs = static_cast<double>(verdict.graph.pairs().size());
  std::string text =
      fmt::format("{:.1f} % of the pairs, {:.1f} % expected by chance",
                  100 * static_cast<double>(pattern.evidence.hits) / pairs, 100 * pattern.evidence.expected / pairs);
  if (pattern.evidence.hits < pattern.evidence.possible)
    text += fmt::format("; {} of its {} pairs are there", grouped(pattern.evidence.hits),
                        grouped(pattern.evidence.possible));
  return text;
}

void print_patterns(const Verdict& verdict) {
  const auto& parts = verdict.explanation.parts;
  const Amount& whole = verdict.graph.total();
  for (std::size_t i = 0; i < verdict.patterns.size(); ++i) {
    const Pattern& pattern = verdict.patterns[i];
    print("  {}  {}\n", pattern::sign_of(static_cast<std::uint32_t>(i + 1)), pattern::claim(pattern, parts));
    const std::string ways = pattern::direction(pattern);
    print("       {}{}{}\n", share_text(pattern.both(), whole), ways.empty() ? "" : "; ", ways);
    if (pattern.is_grid() || pattern.form == pattern::Form::butterfly)
      print("       {}\n", pattern::numbering_text(pattern));
    print("       {}; {}\n", pattern::certainty(pattern), expectation(pattern, verdict));
  }
  const auto& explanation = verdict.explanation;
  if (explanation.left_pairs > 0) {
    print("  {}  without a pattern: {} pairs\n       {}\n", pattern::sign_of(0), grouped(explanation.left_pairs),
          share_text(explanation.left, whole));
  }
}

void print_messages(const TopologyFindings& found, bool drawings) {
  const Verdict& verdict = found.messages;
  const char* const what = found.together ? "all messages" : "point-to-point";
  if (verdict.graph.pairs().empty()) {
    print("{}: none between different ranks\n", what);
    return;
  }
  print("{}: {} messages with {} bytes, {} pairs of ranks\n", what, grouped(verdict.graph.total().messages),
        grouped(verdict.graph.total().bytes), grouped(verdict.graph.pairs().size()));
  print_patterns(verdict);
  if (!drawings) return;
  print("\n  senders down, receivers across:\n{}",
        pattern::matrix_drawing(verdict.graph, patterns_of_pairs(verdict.explanation, verdict.patterns),
                                most_matrix_cells, "    "));
  for (const Pattern& pattern : verdict.patterns) {
    const std::string drawing = pattern::grid_drawing(pattern, "    ");
    if (drawing.empty()) continue;
    print("\n  ranks of the {}:\n{}", pattern::title(pattern, verdict.explanation.parts), drawing);
    break;
  }
}

std::string inside_text(const Verdict& verdict) {
  std::string text;
  for (const Pattern& pattern : verdict.patterns) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", pattern::claim(pattern, verdict.explanation.parts),
                        percent(pattern.both().messages, verdict.graph.total().messages));
  }
  if (verdict.explanation.left_pairs > 0)
    text += fmt::format("{}without a pattern ({})", text.empty() ? "" : "; ",
                        percent(verdict.explanation.left.messages, verdict.graph.total().messages));
  return text;
}

void print_collectives(const TopologyFindings& found) {
  print("\ncollectives:{}\n", found.collectives.empty() ? " none" : "");
  for (const CollectiveVerdict& each : found.collectives) {
    const std::size_t members = std::max<std::size_t>(each.calls.members(), 1);
    print("  {}: {}; calls of a rank, on average: {:.4g}\n", each.calls.function,
          pattern::groups_text(each.calls, found.ranks),
          static_cast<double>(each.calls.calls) / static_cast<double>(members));
    if (each.inside.graph.pairs().empty()) {
      if (each.calls.contributed > 0)
        print("       {} bytes contributed; no messages recorded inside\n", grouped(each.calls.contributed));
      continue;
    }
    print("       {} messages with {} bytes inside: {}\n", grouped(each.inside.graph.total().messages),
          grouped(each.inside.graph.total().bytes), inside_text(each.inside));
  }
}

ordered_json amount_json(const Amount& amount, const Amount& whole) {
  return {{"messages", amount.messages},
          {"bytes", amount.bytes},
          {"share_of_messages", part_of(amount.messages, whole.messages)},
          {"share_of_bytes", part_of(amount.bytes, whole.bytes)}};
}

ordered_json pattern_json(const Pattern& pattern, const Verdict& verdict) {
  const auto& parts = verdict.explanation.parts;
  ordered_json object = amount_json(pattern.both(), verdict.graph.total());
  object["pattern"] = pattern::form_name(pattern.form);
  object["title"] = pattern::title(pattern, parts);
  object["sure"] = pattern.is_sure();
  object["counted"] = pattern.by_definition;
  object["bits_saved"] = pattern.evidence.bits;
  object["pairs"] = pattern.evidence.hits;
  object["possible_pairs"] = pattern.evidence.possible;
  object["expected_pairs"] = pattern.evidence.expected;
  object["forward"] = pattern.forward.messages;
  object["backward"] = pattern.backward.messages;
  object["extents"] = pattern.extents;
  object["wavefront"] = pattern.sweeps;
  if (!pattern.axes) return object;
  const pattern::Numbering& numbering = *pattern.axes->numbering;
  ordered_json axes = ordered_json::array();
  for (const pattern::Axis& axis : pattern.axes->axes)
    axes.push_back({{"extent", axis.extent}, {"stride", axis.stride}, {"wraps", axis.wraps}, {"silent", axis.silent}});
  object["numbering"] = {{"text", pattern::numbering_text(pattern)},
                         {"first", numbering.first()},
                         {"step", numbering.step()},
                         {"multiplier", numbering.multiplier()},
                         {"offset", pattern.axes->offset},
                         {"positions", numbering.count()},
                         {"axes", std::move(axes)}};
  return object;
}

ordered_json verdict_json(const Verdict& verdict) {
  ordered_json patterns = ordered_json::array();
  for (const Pattern& each : verdict.patterns) patterns.push_back(pattern_json(each, verdict));
  ordered_json rest = amount_json(verdict.explanation.left, verdict.graph.total());
  rest["pairs"] = verdict.explanation.left_pairs;
  return {{"messages", verdict.graph.total().messages},
          {"bytes", verdict.graph.total().bytes},
          {"pairs", verdict.graph.pairs().size()},
          {"patterns", std::move(patterns)},
          {"without_pattern", std::move(rest)}};
}

}  // namespace

std::string share_text(const Amount& part, const Amount& whole) {
  return fmt::format("{} of the messages, {} of the bytes", percent(part.messages, whole.messages),
                     percent(part.bytes, whole.bytes));
}

void print_topology(const TopologyFindings& found, bool drawings) {
  print("{}: {} ranks\n\n", found.name, grouped(found.ranks));
  if (found.to_self.messages > 0)
    print("left out: {} messages with {} bytes of ranks to themselves\n", grouped(found.to_self.messages),
          grouped(found.to_self.bytes));
  print_messages(found, drawings);
  print_collectives(found);
}

ordered_json topology_json(const TopologyFindings& found) {
  ordered_json collectives = ordered_json::array();
  for (const CollectiveVerdict& each : found.collectives) {
    ordered_json sizes = ordered_json::array();
    for (const auto& group : each.calls.groups) sizes.push_back(group.size());
    ordered_json object = verdict_json(each.inside);
    object["function"] = each.calls.function;
    object["calls"] = each.calls.calls;
    object["group_sizes"] = std::move(sizes);
    object["stride"] = each.calls.stride();
    object["bytes_contributed"] = each.calls.contributed;
    collectives.push_back(std::move(object));
  }
  return {{"file", found.name},
          {"ranks", found.ranks},
          {"together", found.together},
          {"to_self", {{"messages", found.to_self.messages}, {"bytes", found.to_self.bytes}}},
          {"point_to_point", verdict_json(found.messages)},
          {"collectives", std::move(collectives)}};
}

}  // namespace trgen::commands
