// SPDX-License-Identifier: Apache-2.0
// What each rank did when, as one list of numbers a rank: length * 8 + state, one after the other from cycle 0, in
// cells of a number of cycles. Exact (cells of one cycle) while that is short enough; else cells are shared out among
// the states in them (stats/share_out.hpp).
#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/stats/share_out.hpp"

namespace fsin::report::page {
namespace {

/// The last is of older folders, which did not tell what a rank waited for.
constexpr std::array<std::string_view, 5> states{"compute", "wait_message", "wait_room", "send", "wait"};
constexpr std::uint64_t nothing = states.size();
constexpr std::uint64_t pack = 8;  ///< more than states and nothing

struct Span {
  std::uint64_t rank = 0;
  std::uint64_t state = nothing;
  std::uint64_t from = 0;
  std::uint64_t end = 0;  ///< first cycle after it
};

using Ranks = std::map<std::uint64_t, std::vector<Span>>;

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

/// One rank in every so many, from the first on.
std::size_t thin_out(Ranks& ranks, std::size_t most) {
  const std::size_t every = (ranks.size() + most - 1) / most;
  std::size_t place = 0;
  if (every > 1) std::erase_if(ranks, [&](const auto&) { return place++ % every != 0; });
  return every;
}

/// Ranks of the trace: a table has no more of them than a picture.
std::uint64_t ranks_of(const SweepFolder& folder, std::size_t point) {
  const sweep::Run* run = folder.first_run(point);
  const Json none;
  const Json& total = run != nullptr ? sweep::value_at(run->result, "ranks.total") : none;
  return total.is_number_unsigned() ? total.get<std::uint64_t>() : 0;
}

/// `all`: ranks of the trace, 0 when that is not known.
Json point_json(std::size_t point, const std::vector<Span>& spans, std::uint64_t all, std::size_t most,
                const Limits& limits) {
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
  for (const auto& [rank, own] : ranks) json["rank"].push_back(rank);
  for (const Row& row : chart.rows) json["rows"].push_back(row.runs());
  return json;
}

}  // namespace

Json gantt_json(const SweepFolder& folder, const Limits& limits) {
  auto file = folder.table("gantt.csv");
  if (!file) return nullptr;
  const std::size_t rank = file->column("rank"), state = file->column("state"), from = file->column("from"),
                    to = file->column("to");
  const std::size_t points = folder.plan().points.size();
  constexpr std::size_t most_rows = 20'000'000;  // what is read; what is kept is merged to `limits.spans`
  const auto rows = rows_by_point<Span>(*file, points, most_rows, [&](const CsvFile& row) {
    const auto found = std::find(states.begin(), states.end(), row.text(state));
    if (found == states.end()) row.fail("a state that is none of compute, wait_message, wait_room, send");
    if (row.whole(to) < row.whole(from)) row.fail("a span ends before it begins");
    return Span{row.whole(rank), static_cast<std::uint64_t>(found - states.begin()), row.whole(from),
                row.whole(to) + 1};
  });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"states", states}, {"note", ""}};
  const std::size_t most = limits.spans / rows.points.size();
  for (const auto& [point, spans] : rows.points) {
    json["points"].push_back(point_json(point, spans, ranks_of(folder, point), most, limits));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), points);
  return json;
}

}  // namespace fsin::report::page
