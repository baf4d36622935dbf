// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/detail.hpp"

#include <fmt/format.h>

#include <array>

#include "fsin/core/output_file.hpp"
#include "fsin/sweep/columns.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;
using stats::ActivityChart;
using stats::TimeSeries;

/// Spans of a Gantt chart that are kept: more than a picture can show.
constexpr std::size_t most_spans = 30'000;

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

Json series_json(const stats::RunTotals& totals) {
  Json rows = Json::array();
  for (const TimeSeries::Bin& bin : totals.series.up_to(totals.cycles)) {
    rows.push_back(
        {bin.packets_entered, bin.phits_entered, bin.packets_delivered, bin.phits_delivered, bin.latency_sum});
  }
  return {{"length", totals.series.length()}, {"rows", std::move(rows)}};
}

Json traffic_json(const stats::Traffic& traffic) {
  Json cells = Json::array();
  for (std::size_t from = 0; from < traffic.blocks(); ++from) {
    for (std::size_t to = 0; to < traffic.blocks(); ++to) {
      if (traffic.packets(from, to) != 0) cells.push_back({from, to, traffic.packets(from, to)});
    }
  }
  return {{"block", traffic.block_nodes()}, {"cells", std::move(cells)}};
}

/// One table: its rows for one run.
using Rows = std::string (*)(const std::string& head, const Json& detail, const Json& result);

/// Of the time series.
struct Bin {
  Cycle from = 0;
  Cycle to = 0;
  std::uint64_t injected = 0;
  std::uint64_t delivered = 0;
  std::uint64_t entered = 0;  ///< packets
  std::uint64_t packets = 0;  ///< delivered
  double latency_sum = 0;
};

void append(Bin& bin, const Bin& next) {
  bin.to = next.to;
  bin.injected += next.injected;
  bin.delivered += next.delivered;
  bin.entered += next.entered;
  bin.packets += next.packets;
  bin.latency_sum += next.latency_sum;
}

/// A run ends somewhere in its last bin. One that is cut to less than half holds too few packets for a rate or a mean
/// that could stand beside the others, and goes to the bin before it.
std::vector<Bin> bins_of(const Json& series, Cycle cycles) {
  const auto length = series.at("length").get<Cycle>();
  std::vector<Bin> bins;
  const auto add = [&](Cycle from, const Bin& bin) {
    if (!bins.empty() && 2 * (bin.to + 1 - from) < length) {
      append(bins.back(), bin);
    } else {
      bins.push_back(bin);
    }
  };
  Cycle from = 0;
  for (const Json& row : series.at("rows")) {
    add(from, {.from = std::max<Cycle>(from, 1),
               .to = std::min(from + length - 1, cycles),
               .injected = row.at(1),
               .delivered = row.at(3),
               .entered = row.at(0),
               .packets = row.at(2),
               .latency_sum = row.at(4)});
    from += length;
  }
  Bin still;
  still.from = from;
  still.to = cycles;
  if (from <= cycles) add(from, still);  // nothing moved in the end
  return bins;
}

std::string series_rows(const std::string& head, const Json& detail, const Json& result) {
  std::string text;
  std::uint64_t in_network = 0;
  for (const Bin& bin : bins_of(value_at(detail, "series"), result.at("cycles").get<Cycle>())) {
    in_network += bin.entered - bin.packets;
    const std::string latency =
        bin.packets == 0 ? "" : fmt::format("{}", bin.latency_sum / static_cast<double>(bin.packets));
    text += fmt::format("{},{},{},{},{},{},{},{}\n", head, bin.from, bin.to, bin.injected, bin.delivered, bin.packets,
                        latency, in_network);
  }
  return text;
}

/// Rows that stand in the JSON as they are.
std::string listed(const std::string& head, const Json& rows) {
  std::string text;
  for (const Json& row : rows) {
    text += head;
    for (const Json& value : row) text += "," + (value.is_string() ? value.get<std::string>() : value.dump());
    text += "\n";
  }
  return text;
}

std::string rank_rows(const std::string& head, const Json& detail, const Json& /*result*/) {
  return listed(head, value_at(detail, "ranks"));
}

std::string gantt_rows(const std::string& head, const Json& detail, const Json& /*result*/) {
  return listed(head, value_at(detail, "gantt"));
}

std::string traffic_rows(const std::string& head, const Json& detail, const Json& /*result*/) {
  std::string text;
  const Json& traffic = value_at(detail, "traffic");
  for (const Json& cell : traffic.at("cells")) {
    text += fmt::format("{},{},{},{},{}\n", head, cell.at(0).dump(), cell.at(1).dump(), traffic.at("block").dump(),
                        cell.at(2).dump());
  }
  return text;
}

void write_table(const std::filesystem::path& path, const std::string& columns, const Plan& plan,
                 const std::vector<Run>& runs, Rows rows) {
  OutputFile file(path);
  file.write(point_head(plan) + columns + "\n");
  for (const Run& run : runs) {
    const Json& detail = value_at(run.result, "detail");
    if (detail.is_object()) file.write(rows(point_fields(plan, run.point), detail, run.result));
  }
  file.commit();
}

}  // namespace

Json detail_json(const report::RunResult& result) {
  const stats::RunTotals& totals = result.record.totals;
  Json json;
  json["series"] = series_json(totals);
  json["traffic"] = traffic_json(totals.traffic);
  json["ranks"] = Json::array();
  for (std::size_t rank = 0; rank < totals.ranks.size(); ++rank) {
    const workload::RankAccount& account = totals.ranks[rank];
    json["ranks"].push_back({rank, account.node.value, account.compute, account.wait_message, account.wait_room,
                             account.sending(), account.finished});
  }
  json["gantt"] = Json::array();
  if (!result.activity) return json;
  for (const ActivityChart::Span& span : result.activity->spans(totals.cycles, most_spans)) {
    json["gantt"].push_back({span.rank, ActivityChart::states[span.state], span.first, span.last});
  }
  return json;
}

std::string detail_columns(const std::string& axes) {
  return "series.csv:\n" + axes + described(series_columns) + "ranks.csv:\n" + axes + described(rank_columns) +
         "gantt.csv:\n" + axes + described(gantt_columns) + "traffic.csv:\n" + axes + described(traffic_columns);
}

void write_detail(const std::filesystem::path& folder, const Plan& plan, const std::vector<Run>& runs) {
  write_table(folder / "series.csv", heads(series_columns), plan, runs, series_rows);
  write_table(folder / "ranks.csv", heads(rank_columns), plan, runs, rank_rows);
  write_table(folder / "gantt.csv", heads(gantt_columns), plan, runs, gantt_rows);
  write_table(folder / "traffic.csv", heads(traffic_columns), plan, runs, traffic_rows);
}

}  // namespace fsin::sweep
