// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/rank_window.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"

namespace trgen::record {
namespace {

WindowRule::Bound bound_of(const std::optional<Place>& place, std::span<const std::string> state_names) {
  if (!place) return {};
  const auto found = std::find(state_names.begin(), state_names.end(), place->name);
  return {true, place->kind, place->number, static_cast<std::uint32_t>(found - state_names.begin())};
}

using Windows = std::span<const RankWindow>;
using Ranks = std::span<const std::uint32_t>;

/// Reports a marker that some rank does not have often enough. Ranks that have it stop counting, so the smallest count
/// is that of a rank that has not.
void check_marker(const std::optional<Place>& place, bool at_to, Windows windows, Ranks ranks,
                  std::vector<RegionFault>& faults) {
  if (!place || place->kind != Place::Kind::marker) return;
  const auto count = [at_to](const RankWindow& each) { return at_to ? each.to_markers() : each.from_markers(); };
  const auto least = std::min_element(windows.begin(), windows.end(),
                                      [&](const auto& a, const auto& b) { return count(a) < count(b); });
  if (least == windows.end() || count(*least) >= place->number) return;
  const auto lacking = std::count_if(windows.begin(), windows.end(),
                                     [&](const RankWindow& each) { return count(each) < place->number; });
  const std::string others =
      lacking > 1 ? fmt::format(" (and fewer than {} times on {} ranks)", place->number, lacking) : "";
  const std::string advice = count(*least) == 0 ? "name a marker that every rank passes, a record or a time"
                                                : fmt::format("every rank has occurrences 1 to {}", count(*least));
  faults.push_back({at_to, fmt::format("state {} begins {} on rank {}{}; {}", fsin::in_quotes(place->name),
                                       fsin::counted(count(*least), "time"),
                                       ranks[static_cast<std::size_t>(least - windows.begin())], others, advice)});
}

void check_order(const Region& region, Windows windows, Ranks ranks, std::vector<RegionFault>& faults) {
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const RankWindow& window = windows[i];
    if (window.ends_at() == 0 || window.begins_at() <= window.ends_at()) continue;
    faults.push_back(
        {true,
         fmt::format("on rank {}, {} is record {}, before {}, record {}; exchange them, or name a later place",
                     ranks[i], to_text(*region.to), window.ends_at(), to_text(*region.from), window.begins_at())});
    return;
  }
}

/// The fault that no rank has a record inside the region.
RegionFault empty_fault(const Region& region, Windows windows) {
  const bool begun =
      std::any_of(windows.begin(), windows.end(), [](const auto& each) { return each.begins_at() != 0; });
  if (begun || !region.from) {
    return {true,
            fmt::format("no record of any rank lies in the region {}; name places further apart", to_text(region))};
  }
  std::uint64_t records = 0;
  std::uint64_t latest = 0;
  for (const RankWindow& each : windows) {
    records = std::max(records, each.records());
    latest = std::max(latest, each.latest_ns());
  }
  return {false,
          fmt::format("no rank reaches {}: the longest has {} records, the last of them at {}; name an earlier place",
                      to_text(*region.from), records, fsin::to_text(fsin::Nanoseconds{static_cast<double>(latest)}))};
}

bool is_mpi(const std::string& name) { return name.starts_with("MPI_"); }

}  // namespace

WindowRule::WindowRule(const Region& region, std::span<const std::string> state_names)
    : from_(bound_of(region.from, state_names)), to_(bound_of(region.to, state_names)) {
  const bool all = std::none_of(state_names.begin(), state_names.end(), is_mpi);
  for (const std::string& name : state_names) calls_.push_back(all || is_mpi(name));
}

bool RankWindow::reached(const WindowRule::Bound& bound, const Record& record, std::uint64_t& markers) const {
  switch (bound.kind) {
    case Place::Kind::record:
      return calls_ == 0 && count_ >= bound.number;
    case Place::Kind::time:
      return calls_ == 0 && record.time_ns >= bound.number;
    default:
      return record.kind == Kind::state_start && record.state == bound.state && ++markers == bound.number;
  }
}

bool RankWindow::inside(const WindowRule& rule, const Record& record) {
  ++count_;
  latest_ns_ = std::max(latest_ns_, record.time_ns);
  const bool begins = begins_at_ == 0 && (!rule.from().exists || reached(rule.from(), record, from_markers_));
  if (begins) begins_at_ = count_;
  if (rule.to().exists && ends_at_ == 0 && reached(rule.to(), record, to_markers_)) ends_at_ = count_;
  if (record.kind == Kind::state_start && rule.is_call(record.state)) ++calls_;
  if (record.kind == Kind::state_end && rule.is_call(record.state) && calls_ > 0) --calls_;
  return begins_at_ != 0 && ends_at_ == 0;
}

std::vector<RegionFault> window_faults(const Region& region, Windows windows, Ranks ranks, std::uint64_t records) {
  std::vector<RegionFault> faults;
  check_marker(region.from, false, windows, ranks, faults);
  check_marker(region.to, true, windows, ranks, faults);
  if (faults.empty()) check_order(region, windows, ranks, faults);
  if (faults.empty() && records == 0) faults.push_back(empty_fault(region, windows));
  return faults;
}

}  // namespace trgen::record
