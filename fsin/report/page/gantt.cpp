// SPDX-License-Identifier: Apache-2.0
// What each rank did over time: for each rank a list of numbers, length * 8 + state, one span after the other from
// cycle 0. Lengths count cells of some number of cycles: one cycle, and then exact, as long as the list is short
// enough; otherwise cells are shared out among the states in them (stats/share_out.hpp).
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <utility>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/stats/share_out.hpp"

namespace fsin::report::page {
namespace {

constexpr const auto& states = result::span_states;
constexpr std::uint64_t nothing = states.size();
constexpr std::uint64_t pack = 8;  ///< larger than the number of states, with one more for no state

/// A rank and its stream, 0 being the rank itself.
using Place = std::pair<std::uint64_t, std::uint64_t>;

struct Span {
  Place rank;
  std::uint64_t state = nothing;
  std::uint64_t from = 0;
  std::uint64_t end = 0;  ///< first cycle after it
};

std::vector<Span> spans_of(const result::KeptDetail* detail) {
  std::vector<Span> spans;
  if (detail == nullptr) return spans;
  for (const result::KeptSpan& span : detail->spans) {
    if (span.to < span.from) throw sweep::SweepError("a span of a rank ends before it begins; run the sweep again");
    spans.push_back({{span.rank, span.stream}, span.state, span.from, span.to + 1});
  }
  return spans;
}

using Ranks = std::map<Place, std::vector<Span>>;

/// A row of the figure under construction.
class Row {
 public:
  void add(std::uint64_t state, std::uint64_t length) {
    if (length == 0) return;
    if (!runs_.empty() && runs_.back() % pack == state) {
      runs_.back() += length * pack;
    } else {
      runs_.push_back(length * pack + state);
    }
  }
  const std::vector<std::uint64_t>& runs() const { return runs_; }

 private:
  std::vector<std::uint64_t> runs_;
};

Row exact_row(const std::vector<Span>& spans) {
  Row row;
  std::uint64_t now = 0;
  for (const Span& span : spans) {
    if (span.from > now) row.add(nothing, span.from - now);
    if (span.end > now) row.add(span.state, span.end - std::max(now, span.from));
    now = std::max(now, span.end);
  }
  return row;
}

Row merged_row(const std::vector<Span>& spans, std::uint64_t cell, std::size_t cells) {
  std::vector<std::array<std::uint64_t, nothing + 1>> filled(cells);
  for (const Span& span : spans) {
    for (std::uint64_t at = span.from; at < span.end;) {
      const std::uint64_t index = at / cell;
      const std::uint64_t stop = std::min((index + 1) * cell, span.end);
      filled[index][span.state] += stop - at;
      at = stop;
    }
  }
  Row row;
  stats::ShareOut<nothing + 1> shares;
  for (auto& parts : filled) {
    const std::uint64_t inside = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
    parts[nothing] = cell > inside ? cell - inside : 0;
    row.add(shares.next(parts), 1);
  }
  return row;
}

struct Chart {
  std::uint64_t cell = 1;
  std::vector<Row> rows;

  std::size_t size() const {
    std::size_t sum = 0;
    for (const Row& row : rows) sum += row.runs().size();
    return sum;
  }
};

Chart chart_of(const Ranks& ranks, std::uint64_t end, std::size_t most, std::size_t cells) {
  Chart chart;
  for (const auto& [rank, spans] : ranks) chart.rows.push_back(exact_row(spans));
  for (; chart.size() > most && cells >= 64; cells /= 2) {
    chart.cell = std::max<std::uint64_t>(1, (end + cells - 1) / cells);
    chart.rows.clear();
    for (const auto& [rank, spans] : ranks) chart.rows.push_back(merged_row(spans, chart.cell, cells));
  }
  return chart;
}

/// Keeps one rank in so many, from the first one on.
std::size_t thin_out(Ranks& ranks, std::size_t most) {
  const std::size_t every = (ranks.size() + most - 1) / most;
  std::size_t place = 0;
  if (every > 1) std::erase_if(ranks, [&](const auto&) { return place++ % every != 0; });
  return every;
}

/// Number of ranks of the workload; the detail may hold fewer, as many as a picture shows.
std::uint64_t ranks_of(const sweep::Results& results, std::size_t point) {
  const sweep::Run* run = results.first_run(point);
  const auto total = run == nullptr ? std::nullopt : run->result.figure("ranks.total");
  return static_cast<std::uint64_t>(total.value_or(0));
}

/// MPI calls of the ranks that are shown, a list for each: call, first cycle and the one after the last, again and
/// again in order of time.
Json calls_json(const result::KeptProfile* profile, const Ranks& ranks) {
  if (profile == nullptr || profile->chart.empty()) return nullptr;
  std::map<Place, std::vector<const profile::CallChart::Span*>> of_rank;
  for (const auto& span : profile->chart) of_rank[{span.rank, span.stream}].push_back(&span);
  Json json{{"names", Json::array()}, {"shortest", profile->chart_shortest}, {"rows", Json::array()}};
  for (std::uint16_t i = 0; i < profile->names.size(); ++i) json["names"].push_back(profile->names[i].text());
  for (const auto& [rank, own] : ranks) {
    auto& spans = of_rank[rank];
    std::stable_sort(spans.begin(), spans.end(), [](auto* a, auto* b) { return a->first < b->first; });
    Json row = Json::array();
    for (const auto* span : spans) {
      for (const std::uint64_t each : {std::uint64_t{span->call}, span->first, span->last + 1}) row.push_back(each);
    }
    json["rows"].push_back(std::move(row));
  }
  return json;
}

/// `all`: number of ranks of the workload, 0 when that is not known.
Json point_json(std::size_t point, const std::vector<Span>& spans, const result::KeptProfile* profile,
                std::uint64_t all, std::size_t most, const Limits& limits) {
  Ranks ranks;
  std::uint64_t end = 0;
  for (const Span& span : spans) {
    ranks[span.rank].push_back(span);
    end = std::max(end, span.end);
  }
  const std::size_t every = thin_out(ranks, limits.rows);
  for (auto& [rank, own] : ranks) {
    std::stable_sort(own.begin(), own.end(), [](const Span& a, const Span& b) { return a.from < b.from; });
  }
  const Chart chart = chart_of(ranks, end, most, limits.cells);
  Json json{{"point", point},        {"cell", chart.cell},   {"end", end},
            {"spans", spans.size()}, {"every", every},       {"ranks", all},
            {"rank", Json::array()}, {"rows", Json::array()}};
  for (const auto& [place, own] : ranks) json["rank"].push_back(rank_label(place.first, place.second));
  for (const Row& row : chart.rows) json["rows"].push_back(row.runs());
  if (Json calls = calls_json(profile, ranks); !calls.is_null()) json["calls"] = std::move(calls);
  return json;
}

}  // namespace

Json gantt_json(const sweep::Results& results, const Limits& limits) {
  constexpr std::size_t most_rows = 20'000'000;  // spans that are read; those kept are merged to `limits.spans`
  const auto rows =
      rows_by_point<Span>(results, most_rows, [&](std::size_t point) { return spans_of(detail_of(results, point)); });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"states", states}, {"note", ""}};
  const std::size_t most = limits.spans / rows.points.size();
  for (const auto& [point, spans] : rows.points) {
    json["points"].push_back(
        point_json(point, spans, profile_of(results, point), ranks_of(results, point), most, limits));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
