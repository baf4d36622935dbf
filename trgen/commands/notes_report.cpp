// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/notes_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "trgen/commands/report.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;

/// Removes the text from `before` to `behind`, both included, if it occurs.
void take_away(std::string& text, std::string_view before, std::string_view behind) {
  const auto first = text.find(before);
  const auto last = text.find(behind, first);
  if (first != std::string::npos && last != std::string::npos) text.erase(first, last + behind.size() - first);
}

/// A reason without the numbers of records, in which reasons of several ranks differ: ranks are grouped by it.
std::string reason_of(std::string why) {
  take_away(why, " after ", " records");
  take_away(why, " (", " records)");
  return why;
}

}  // namespace

std::string span_text(const record::TraceNotes& notes, std::uint64_t span) {
  return record::is_volume(notes.clock) ? fmt::format("{} {}", grouped(span), notes.clock) : seconds(span);
}

std::string incomplete_count(const record::TraceNotes& notes, std::uint32_t ranks) {
  return notes.incomplete.empty() ? "none" : fmt::format("{} of {} ranks", notes.incomplete.size(), grouped(ranks));
}

std::vector<std::string> incomplete_lines(const record::TraceNotes& notes, std::size_t most) {
  std::vector<std::string> lines;
  std::vector<bool> told(notes.incomplete.size(), false);
  for (std::size_t first = 0; first < told.size() && lines.size() < most; ++first) {
    if (told[first]) continue;
    const std::string reason = reason_of(notes.incomplete[first].why);
    std::vector<std::uint32_t> ranks;
    for (std::size_t i = first; i < told.size(); ++i) {
      if (reason_of(notes.incomplete[i].why) != reason) continue;
      told[i] = true;
      ranks.push_back(notes.incomplete[i].rank);
    }
    lines.push_back(ranks.size() == 1 ? fmt::format("rank {}: {}", ranks.front(), notes.incomplete[first].why)
                                      : fmt::format("ranks {}: {}", record::ranks_text(ranks), reason));
  }
  return lines;
}

std::vector<std::string> not_captured_lines(const record::TraceNotes& notes) {
  std::vector<std::string> lines;
  for (const record::NotCaptured& each : notes.not_captured) {
    lines.push_back(fmt::format("{}: {} calls, {} bytes", each.function, grouped(each.calls), grouped(each.bytes)));
  }
  return lines;
}

ordered_json json_of(const record::Omissions& omissions) {
  ordered_json object;
  for (std::size_t kind = 0; kind < record::Omission::kind_names.size(); ++kind) {
    object[std::string(record::Omission::kind_names[kind])] =
        omissions.count(static_cast<record::Omission::Kind>(kind));
  }
  object["what"] = ordered_json::array();
  for (const record::Omission& each : omissions.list()) {
    object["what"].push_back({{"kind", each.kind_name()}, {"what", each.what}, {"count", each.count}});
  }
  object["text"] = omissions.text();
  return object;
}

void add_notes(ordered_json& object, const record::TraceNotes& notes) {
  object["clock"] = notes.clock;
  ordered_json incomplete = ordered_json::array();
  for (const auto& each : notes.incomplete) incomplete.push_back({{"rank", each.rank}, {"why", each.why}});
  object["incomplete"] = std::move(incomplete);
  ordered_json not_captured = ordered_json::array();
  for (const auto& each : notes.not_captured) {
    not_captured.push_back({{"function", each.function}, {"calls", each.calls}, {"bytes", each.bytes}});
  }
  object["not_captured"] = std::move(not_captured);
}

}  // namespace trgen::commands
