// SPDX-License-Identifier: Apache-2.0
// What is kept of the first run of each point beyond its figures, as tables:
//
//   series.csv    injected and delivered phits, latency and packets in the network, over time
//   ranks.csv     cycles that each rank of a trace computed, waited and sent
//   gantt.csv     what each rank did when, at the resolution of a picture
//   traffic.csv   packets by source and destination
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fsin/report/table.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// Which tables are written. What is left out is in results.jsonl, of which fsin report draws it.
struct Tables {
  bool series = true;
};

/// A bin of the time series.
struct SeriesRow {
  Cycle from = 0;
  Cycle to = 0;  ///< included
  std::uint64_t injected = 0;
  std::uint64_t delivered = 0;
  std::uint64_t packets = 0;      ///< delivered
  std::uint64_t latency_sum = 0;  ///< of these packets
  std::uint64_t in_network = 0;   ///< packets, at the end of the bin

  /// The bin that follows becomes part of this one.
  void append(const SeriesRow& next);
  /// Nothing without a packet.
  std::optional<double> latency() const;
};

/// The bins up to the last cycle of the run. A run ends somewhere in its last bin: one that is cut to less than half
/// holds too few packets for a rate or a mean that could stand beside the others, and goes to the bin before it.
std::vector<SeriesRow> series_rows(const result::KeptResult& kept);

/// Their part of columns.yaml. `front`: the columns that every table begins with.
std::string detail_columns(const Front& front, const Tables& tables = {});

void write_detail(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs,
                  const Tables& tables = {});

}  // namespace fsin::report
