// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/detail_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace fsin::result {
namespace {

using Json = nlohmann::ordered_json;

std::size_t state_named(const std::string& name) {
  const auto found = std::find(span_states.begin(), span_states.end(), name);
  if (found == span_states.end()) {
    throw Json::other_error::create(501, "a state that no rank can be in: " + name, nullptr);
  }
  return static_cast<std::size_t>(found - span_states.begin());
}

/// Rows of ranks themselves end before it.
std::uint64_t stream_of(const Json& row, std::size_t place) {
  return row.size() > place ? row.at(place).get<std::uint64_t>() : 0;
}

}  // namespace

Json detail_json(const KeptDetail& detail) {
  Json json;
  Json bins = Json::array(), cells = Json::array();
  for (const stats::TimeSeries::Bin& bin : detail.bins) {
    bins.push_back(
        {bin.packets_entered, bin.phits_entered, bin.packets_delivered, bin.phits_delivered, bin.latency_sum});
  }
  for (const KeptTraffic::Cell& cell : detail.traffic.cells) {
    cells.push_back({cell.source, cell.destination, cell.packets});
  }
  json["series"] = {{"length", detail.bin_cycles}, {"rows", std::move(bins)}};
  json["traffic"] = {{"block", detail.traffic.block_nodes}, {"cells", std::move(cells)}};
  json["ranks"] = Json::array();
  for (const KeptRank& rank : detail.ranks) {
    json["ranks"].push_back(
        {rank.rank, rank.node, rank.compute, rank.wait_message, rank.wait_room, rank.send, rank.finished});
    if (rank.stream != 0) json["ranks"].back().push_back(rank.stream);
  }
  json["gantt"] = Json::array();
  for (const KeptSpan& span : detail.spans) {
    json["gantt"].push_back({span.rank, span_states[span.state], span.from, span.to});
    if (span.stream != 0) json["gantt"].back().push_back(span.stream);
  }
  return json;
}

KeptDetail read_detail(const Json& json) {
  KeptDetail detail;
  const Json& series = json.at("series");
  detail.bin_cycles = series.at("length");
  for (const Json& row : series.at("rows")) {
    detail.bins.push_back({.packets_entered = row.at(0),
                           .phits_entered = row.at(1),
                           .packets_delivered = row.at(2),
                           .phits_delivered = row.at(3),
                           .latency_sum = row.at(4)});
  }
  const Json& traffic = json.at("traffic");
  detail.traffic.block_nodes = traffic.at("block");
  for (const Json& cell : traffic.at("cells")) detail.traffic.cells.push_back({cell.at(0), cell.at(1), cell.at(2)});
  for (const Json& row : json.at("ranks")) {
    detail.ranks.push_back(
        {row.at(0), row.at(1), row.at(2), row.at(3), row.at(4), row.at(5), row.at(6), stream_of(row, 7)});
  }
  for (const Json& row : json.at("gantt")) {
    detail.spans.push_back(
        {row.at(0), state_named(row.at(1).get<std::string>()), row.at(2), row.at(3), stream_of(row, 4)});
  }
  return detail;
}

}  // namespace fsin::result
