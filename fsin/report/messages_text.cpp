// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/messages_text.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string>

#include "fsin/core/quantity_text.hpp"
#include "fsin/report/aligned.hpp"

namespace fsin::report {
namespace {

std::string sizes_of_row(const stats::MessageSizes& row) {
  if (row.to == row.from) return bytes_text(row.from);
  return fmt::format("{} to below {}", bytes_text(row.from), bytes_text(row.to + 1));
}

TableRow row_of_messages(std::string name, const stats::MessageSizes& row, double seconds_per_cycle) {
  TableRow fields{std::move(name), grouped_text(row.messages)};
  for (const double cycles : {row.time.p50, row.time.p95, row.time.p99, row.time.max})
    fields.push_back(seconds_text(cycles * seconds_per_cycle));
  for (const double times : {row.slowdown.p50, row.slowdown.p95, row.slowdown.p99, row.slowdown.max})
    fields.push_back(row.compared == 0 ? "" : number_text(times));
  return fields;
}

}  // namespace

std::vector<LabelledLine> message_lines(const stats::MessageTimes& times, double seconds_per_cycle) {
  std::vector<LabelledLine> lines;
  if (times.messages == 0) {
    lines.push_back({"messages", "none was delivered"});
  } else {
    std::vector<TableRow> rows{{"", "number", "time p50", "p95", "p99", "max", "slowdown p50", "p95", "p99", "max"}};
    for (const stats::MessageSizes& row : times.sizes)
      rows.push_back(row_of_messages(sizes_of_row(row), row, seconds_per_cycle));
    if (times.sizes.size() > 1) rows.push_back(row_of_messages("all", times.all, seconds_per_cycle));
    std::istringstream table(aligned(rows));
    for (std::string line; std::getline(table, line);) lines.push_back({lines.empty() ? "messages" : "", line});
  }
  if (times.under_way > 0)
    lines.push_back({"", fmt::format("{} more were under way at the end", grouped_text(times.under_way))});
  if (times.requests > 0) {
    lines.push_back(
        {"", fmt::format("without {} requests of long messages and answers to them", grouped_text(times.requests))});
  }
  if (times.messages > times.all.compared) {
    lines.push_back({"", fmt::format("{} of them have no slowdown: their time alone is not known",
                                     grouped_text(times.messages - times.all.compared))});
  }
  return lines;
}

}  // namespace fsin::report
