// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/detail_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/output_file.hpp"
#include "fsin/report/point_front.hpp"
#include "fsin/report/profile_tables.hpp"

namespace fsin::report {
namespace {

using result::KeptDetail;
using result::KeptRank;
using result::KeptResult;
using result::KeptSpan;
using result::KeptTraffic;

Table<SeriesRow> series_table() {
  return {"series.csv",
          {{"from", "cycles", "first cycle of the bin", [](const SeriesRow& row) { return std::to_string(row.from); }},
           {"to", "cycles", "last cycle of the bin; the last bin is longer or shorter than the others",
            [](const SeriesRow& row) { return std::to_string(row.to); }},
           {"injected", "phits", "phits that entered injection queues in the bin, all nodes",
            [](const SeriesRow& row) { return std::to_string(row.injected); }},
           {"delivered", "phits", "phits of packets delivered in the bin, all nodes",
            [](const SeriesRow& row) { return std::to_string(row.delivered); }},
           {"packets", "packets", "packets delivered in the bin",
            [](const SeriesRow& row) { return std::to_string(row.packets); }},
           {"latency", "cycles", "mean latency of the packets delivered in the bin; empty when there is none",
            [](const SeriesRow& row) {
              const std::optional<double> latency = row.latency();
              return latency ? fmt::format("{}", *latency) : std::string();
            }},
           {"in_network", "packets", "packets under way at the end of the bin",
            [](const SeriesRow& row) { return std::to_string(row.in_network); }}}};
}

Table<KeptRank> rank_table() {
  return {
      "ranks.csv",
      {{"rank", "", "rank of the workload", [](const KeptRank& row) { return std::to_string(row.rank); }},
       {"node", "", "node on which the rank ran", [](const KeptRank& row) { return std::to_string(row.node); }},
       {"compute", "cycles", "cycles spent in CPU bursts",
        [](const KeptRank& row) { return std::to_string(row.compute); }},
       {"wait_message", "cycles", "cycles spent waiting at receives",
        [](const KeptRank& row) { return std::to_string(row.wait_message); }},
       {"wait_room", "cycles", "cycles spent at sends while the injection queue was full",
        [](const KeptRank& row) { return std::to_string(row.wait_room); }},
       {"send", "cycles", "cycles spent putting packets into the injection queue and passing records",
        [](const KeptRank& row) { return std::to_string(row.send); }},
       {"finished", "cycles", "cycle of the last record of the rank; the rank is idle from then to the end of the run",
        [](const KeptRank& row) { return std::to_string(row.finished); }},
       {"stream", "", "0: the rank itself; 1 and more: a further stream of the rank, which does its work beside it",
        [](const KeptRank& row) { return std::to_string(row.stream); }}}};
}

Table<KeptSpan> gantt_table() {
  return {"gantt.csv",
          {{"rank", "", "rank of the workload; of more than 256 ranks, evenly spaced ones from rank 0 on are kept",
            [](const KeptSpan& row) { return std::to_string(row.rank); }},
           {"state", "",
            "compute, wait_message, wait_room or send, as in ranks.csv; where states share a bin, their shares of time "
            "are kept",
            [](const KeptSpan& row) { return std::string(result::span_states[row.state]); }},
           {"from", "cycles", "first cycle of the span", [](const KeptSpan& row) { return std::to_string(row.from); }},
           {"to", "cycles", "last cycle of the span", [](const KeptSpan& row) { return std::to_string(row.to); }},
           {"stream", "", "0: the rank itself; 1 and more: a further stream of the rank",
            [](const KeptSpan& row) { return std::to_string(row.stream); }}}};
}

struct NodeTrafficRow {
  KeptTraffic::Cell cell;
  std::uint64_t block_nodes = 1;
};

Table<NodeTrafficRow> node_traffic_table() {
  return {"traffic.csv",
          {{"source", "", "number of the block of source nodes",
            [](const NodeTrafficRow& row) { return std::to_string(row.cell.source); }},
           {"destination", "", "number of the block of destination nodes",
            [](const NodeTrafficRow& row) { return std::to_string(row.cell.destination); }},
           {"nodes_per_block", "nodes", "number of nodes per block: block i begins with node i times this number",
            [](const NodeTrafficRow& row) { return std::to_string(row.block_nodes); }},
           {"packets", "packets", "packets delivered in the whole run",
            [](const NodeTrafficRow& row) { return std::to_string(row.cell.packets); }}}};
}

std::vector<NodeTrafficRow> traffic_rows(const KeptResult& kept) {
  const KeptTraffic& traffic = kept.detail->traffic;
  std::vector<NodeTrafficRow> rows;
  for (const KeptTraffic::Cell& cell : traffic.cells) rows.push_back({cell, traffic.block_nodes});
  return rows;
}

/// `rows`: gives those of a run that has detail.
template <class Row, class Rows>
void write_table(const std::filesystem::path& folder, const Table<Row>& table, const sweep::Plan& plan,
                 const std::vector<sweep::Run>& runs, Rows rows) {
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (const sweep::Run& run : runs) {
    if (!run.result.detail) continue;
    const std::string point = point_fields(plan, run.point);
    for (const Row& row : rows(run.result)) file.write(table.line_of(row, point));
  }
  file.commit();
}

}  // namespace

void SeriesRow::append(const SeriesRow& next) {
  to = next.to;
  injected += next.injected;
  delivered += next.delivered;
  packets += next.packets;
  latency_sum += next.latency_sum;
  in_network = next.in_network;
}

std::optional<double> SeriesRow::latency() const {
  if (packets == 0) return std::nullopt;
  return static_cast<double>(latency_sum) / static_cast<double>(packets);
}

std::vector<SeriesRow> series_rows(const KeptResult& kept) {
  const KeptDetail& detail = *kept.detail;
  const auto cycles = static_cast<Cycle>(kept.figure("cycles").value_or(0));
  const Cycle length = detail.bin_cycles;
  std::vector<SeriesRow> rows;
  const auto add = [&](Cycle from, const SeriesRow& row) {
    if (!rows.empty() && 2 * (row.to + 1 - from) < length) {
      rows.back().append(row);
    } else {
      rows.push_back(row);
    }
  };
  Cycle from = 0;
  std::uint64_t in_network = 0;
  for (const stats::TimeSeries::Bin& bin : detail.bins) {
    in_network += bin.packets_entered - bin.packets_delivered;
    add(from, {.from = std::max<Cycle>(from, 1),
               .to = std::min(from + length - 1, cycles),
               .injected = bin.phits_entered,
               .delivered = bin.phits_delivered,
               .packets = bin.packets_delivered,
               .latency_sum = bin.latency_sum,
               .in_network = in_network});
    from += length;
  }
  SeriesRow still;  // nothing moved in the end
  still.from = from;
  still.to = cycles;
  still.in_network = in_network;
  if (from <= cycles) add(from, still);
  return rows;
}

std::string detail_columns(const Front& front, const Tables& tables) {
  const Table<SeriesRow> series = series_table();
  const std::string left_out = fmt::format("# {} is left out (--no-series); results.jsonl has it all\n", series.file());
  return (tables.series ? series.described(front) : left_out) + rank_table().described(front) +
         gantt_table().described(front) + node_traffic_table().described(front) + profile_columns(front);
}

void write_detail(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs,
                  const Tables& tables) {
  if (tables.series) {
    write_table(folder, series_table(), plan, runs, series_rows);
  } else {
    std::filesystem::remove(folder / series_table().file());  // of an earlier start of this sweep
  }
  write_table(folder, rank_table(), plan, runs, [](const KeptResult& kept) { return kept.detail->ranks; });
  write_table(folder, gantt_table(), plan, runs, [](const KeptResult& kept) { return kept.detail->spans; });
  write_table(folder, node_traffic_table(), plan, runs, traffic_rows);
  write_profiles(folder, plan, runs);
}

}  // namespace fsin::report
