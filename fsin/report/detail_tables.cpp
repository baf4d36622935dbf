// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/detail_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/output_file.hpp"
#include "fsin/report/columns.hpp"
#include "fsin/report/point_columns.hpp"

namespace fsin::report {
namespace {

using result::KeptDetail;
using result::KeptResult;

constexpr std::array series_columns{
    Column{"from", "cycles", "first cycle of the bin"},
    Column{"to", "cycles", "last cycle of the bin; the last bin is longer or shorter than the others"},
    Column{"injected", "phits", "phits that entered injection queues in the bin, all nodes"},
    Column{"delivered", "phits", "phits of packets delivered in the bin, all nodes"},
    Column{"packets", "packets", "packets delivered in the bin"},
    Column{"latency", "cycles", "mean latency of the packets delivered in the bin; empty when there is none"},
    Column{"in_network", "packets", "packets under way at the end of the bin"}};
constexpr std::array rank_columns{
    Column{"rank", "", "rank of the trace"},
    Column{"node", "", "node on which the rank ran"},
    Column{"compute", "cycles", "cycles spent in CPU bursts"},
    Column{"wait_message", "cycles", "cycles spent waiting at receives"},
    Column{"wait_room", "cycles", "cycles spent at sends while the injection queue was full"},
    Column{"send", "cycles", "cycles spent putting packets into the injection queue and passing records"},
    Column{"finished", "cycles",
           "cycle of the last record of the rank; the rank is idle from then to the end of the run"}};
constexpr std::array gantt_columns{
    Column{"rank", "", "rank of the trace; of more than 256 ranks, evenly spaced ones from rank 0 on are kept"},
    Column{"state", "",
           "compute, wait_message, wait_room or send, as in ranks.csv; where states share a bin, their shares of time "
           "are kept"},
    Column{"from", "cycles", "first cycle of the span"}, Column{"to", "cycles", "last cycle of the span"}};
constexpr std::array traffic_columns{
    Column{"source", "", "number of the block of source nodes"},
    Column{"destination", "", "number of the block of destination nodes"},
    Column{"nodes_per_block", "nodes", "number of nodes per block: block i begins with node i times this number"},
    Column{"packets", "packets", "packets delivered in the whole run"}};

void append(SeriesRow& row, const SeriesRow& next) {
  row.to = next.to;
  row.injected += next.injected;
  row.delivered += next.delivered;
  row.packets += next.packets;
  row.latency_sum += next.latency_sum;
  row.in_network = next.in_network;
}

std::string series_text(const std::string& head, const KeptResult& kept) {
  std::string text;
  for (const SeriesRow& row : series_rows(kept)) {
    const std::optional<double> latency = row.latency();
    text += fmt::format("{},{},{},{},{},{},{},{}\n", head, row.from, row.to, row.injected, row.delivered, row.packets,
                        latency ? fmt::format("{}", *latency) : "", row.in_network);
  }
  return text;
}

std::string rank_text(const std::string& head, const KeptResult& kept) {
  std::string text;
  for (const result::KeptRank& rank : kept.detail->ranks) {
    text += fmt::format("{},{},{},{},{},{},{},{}\n", head, rank.rank, rank.node, rank.compute, rank.wait_message,
                        rank.wait_room, rank.send, rank.finished);
  }
  return text;
}

std::string gantt_text(const std::string& head, const KeptResult& kept) {
  std::string text;
  for (const result::KeptSpan& span : kept.detail->spans) {
    text += fmt::format("{},{},{},{},{}\n", head, span.rank, result::span_states[span.state], span.from, span.to);
  }
  return text;
}

std::string traffic_text(const std::string& head, const KeptResult& kept) {
  std::string text;
  const result::KeptTraffic& traffic = kept.detail->traffic;
  for (const result::KeptTraffic::Cell& cell : traffic.cells) {
    text += fmt::format("{},{},{},{},{}\n", head, cell.source, cell.destination, traffic.block_nodes, cell.packets);
  }
  return text;
}

/// The rows of one run, each of which begins with `head`.
using Rows = std::string (*)(const std::string& head, const KeptResult& kept);

void write_table(const std::filesystem::path& path, const std::string& columns, const sweep::Plan& plan,
                 const std::vector<sweep::Run>& runs, Rows rows) {
  OutputFile file(path);
  file.write(point_head(plan) + columns + "\n");
  for (const sweep::Run& run : runs) {
    if (run.result.detail) file.write(rows(point_fields(plan, run.point), run.result));
  }
  file.commit();
}

}  // namespace

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
      append(rows.back(), row);
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

std::string detail_columns(const std::string& axes) {
  return "series.csv:\n" + axes + described(series_columns) + "ranks.csv:\n" + axes + described(rank_columns) +
         "gantt.csv:\n" + axes + described(gantt_columns) + "traffic.csv:\n" + axes + described(traffic_columns);
}

void write_detail(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  write_table(folder / "series.csv", heads(series_columns), plan, runs, series_text);
  write_table(folder / "ranks.csv", heads(rank_columns), plan, runs, rank_text);
  write_table(folder / "gantt.csv", heads(gantt_columns), plan, runs, gantt_text);
  write_table(folder / "traffic.csv", heads(traffic_columns), plan, runs, traffic_text);
}

}  // namespace fsin::report
