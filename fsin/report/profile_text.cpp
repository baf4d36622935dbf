// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/profile_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "fsin/core/quantity_text.hpp"

namespace fsin::report {
namespace {

using profile::PathCycles;
using profile::PathPart;

constexpr std::size_t most_phases = 10;
constexpr std::size_t most_of_path = 3;

double percent(double part, Cycle whole) { return whole == 0 ? 0 : 100 * part / static_cast<double>(whole); }

Cycle of(const PathCycles& cycles, PathPart part) { return cycles[static_cast<std::size_t>(part)]; }

void add_phases(const result::KeptProfile& kept, Cycle cycles, std::vector<LabelledLine>& lines) {
  const auto& rows = kept.phases;
  std::size_t width = 5;
  for (const auto& row : rows) width = std::max(width, call_text(kept.names, row.call).size());
  lines.push_back(
      {"phases", fmt::format("{:<{}}  {:>6}  {:>6}  {:>6}  {:>6}  {:>12}  {:>10}  of the run, mean over ranks", "",
                             width, "time", "waits", "room", "most", "calls", "bytes")});
  std::size_t shown = 0;
  for (const auto& row : rows) {
    if (row.mean == 0 && row.calls == 0) continue;
    if (shown++ == most_phases) {
      lines.push_back({"", fmt::format("... {} more in the JSON result", rows.size() - most_phases)});
      break;
    }
    const auto share = [&](workload::Activity activity) {
      return percent(row.cycles[static_cast<std::size_t>(activity)], cycles);
    };
    lines.push_back(
        {"", fmt::format("{:<{}}  {:>5.1f}%  {:>5.1f}%  {:>5.1f}%  {:>5.1f}%  {:>12}  {:>10}",
                         call_text(kept.names, row.call), width, percent(row.mean, cycles),
                         share(workload::Activity::wait_message), share(workload::Activity::wait_room),
                         percent(static_cast<double>(row.most), cycles),
                         row.call == profile::no_call ? "" : grouped_text(row.calls), bytes_text(row.bytes))});
  }
}

/// The largest of a table: "rank 3 45.2%, rank 7 12.0%".
template <class Map, class Name>
std::string largest(const Map& map, Cycle cycles, Name name) {
  std::vector<std::pair<Cycle, typename Map::key_type>> order;
  for (const auto& [key, parts] : map) order.emplace_back(profile::total(parts), key);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(order.size(), most_of_path); ++i) {
    if (i > 0) text += ", ";
    text += fmt::format("{} {:.1f}%", name(order[i].second), percent(static_cast<double>(order[i].first), cycles));
  }
  if (order.size() > most_of_path) text += fmt::format("; {} others", order.size() - most_of_path);
  return text;
}

std::string links_text(const profile::CriticalPath& path) {
  std::string text = fmt::format("{:.1f}% in the injection queues of the sources",
                                 percent(static_cast<double>(path.queue), path.cycles));
  std::size_t shown = 0;
  for (const profile::PathLink& link : path.links) {
    if (link.delay == 0 || shown++ == most_of_path) break;
    text += fmt::format(", {:.1f}% before link {} to {} (port {}, {} packets)",
                        percent(static_cast<double>(link.delay), path.cycles), link.from, link.to, link.port,
                        grouped_text(link.packets));
  }
  return text;
}

void add_path(const result::KeptProfile& kept, std::vector<LabelledLine>& lines) {
  const profile::CriticalPath& path = *kept.path;
  if (!path.known) {
    lines.push_back({"path", "the run did not come to its end: it has no critical path"});
    return;
  }
  constexpr std::array<std::pair<PathPart, std::string_view>, 6> parts{{{PathPart::compute, "computing"},
                                                                        {PathPart::send, "sending"},
                                                                        {PathPart::wait_room, "waiting for room"},
                                                                        {PathPart::network, "under way"},
                                                                        {PathPart::delay, "under way behind others"},
                                                                        {PathPart::wait, "waiting"}}};
  std::string text;
  for (const auto& [part, word] : parts) {
    const Cycle cycles = of(kept.summary.cycles, part);
    if (cycles == 0) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {:.1f}%", word, percent(static_cast<double>(cycles), path.cycles));
  }
  lines.push_back({"path", fmt::format("{}; {} messages", text, grouped_text(kept.summary.messages))});
  lines.push_back({"", "by rank: " + largest(kept.summary.by_rank, path.cycles,
                                             [](std::uint32_t rank) { return fmt::format("rank {}", rank); })});
  lines.push_back({"", "by call: " + largest(kept.summary.by_call, path.cycles,
                                             [&](std::uint16_t call) { return call_text(kept.names, call); })});
  if (path.links_known) lines.push_back({"", "delayed: " + links_text(path)});
}

}  // namespace

std::string call_text(const std::vector<profile::CallName>& names, std::uint16_t call) {
  return call < names.size() ? names[call].text() : "outside calls";
}

std::vector<LabelledLine> profile_lines(const result::KeptProfile& profile, Cycle cycles) {
  std::vector<LabelledLine> lines;
  add_phases(profile, cycles, lines);
  if (profile.path) add_path(profile, lines);
  return lines;
}

}  // namespace fsin::report
