// SPDX-License-Identifier: Apache-2.0
// --packet-log: every packet of a run, one a line, as comma-separated values that `workload: {type: packets}` reads.
// The lines are in the order of entry, those of one cycle in the order of sources; `cycle` is the cycle of entry. A
// packet that is still in the network when the run ends has neither `delivered` nor `hops`.
//
// A workload around the workload: it sees each packet enter, and the engine says when it has been consumed. In memory
// are the packets from the oldest that has not arrived on. One thread alone: the workload is not divisible.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "fsin/engine/run_plan.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/io/output.hpp"

namespace fsin::run {

class PacketLogFile {
 public:
  /// Starts the file, compressed as its name says. Throws trgen::record::TraceError.
  PacketLogFile(const std::string& path, const workload::NetworkFacts& facts);

  void entered(std::uint32_t source, const workload::Offer& offer, Cycle now);
  void delivered(const engine::PacketLog& packet);
  /// Writes what is left and gives the file its name. Throws trgen::record::TraceError.
  void finish();

 private:
  struct Row {
    Cycle cycle = 0;
    Cycle generated = 0;
    Cycle delivered = 0;  ///< 0: not yet
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint32_t hops = 0;
    std::uint16_t phits = 0;
  };

  /// Writes the cycles before `end` from the oldest on, as far as all their packets have arrived, or all.
  void write_until(Cycle end, bool all);
  void write(const Row& row);

  trgen::io::Output out_;
  workload::NetworkFacts facts_;
  std::deque<Row> rows_;     ///< by cycle of entry
  std::uint64_t first_ = 0;  ///< number of the first of rows_
  std::unordered_map<std::uint32_t, std::deque<std::uint64_t>>
      under_way_;  ///< by source: numbers of rows, oldest first
  std::string text_;
};

/// The same workload, whose packets are told to `log`. Both must outlive what is returned.
std::unique_ptr<workload::Workload> logged(workload::Workload& workload, PacketLogFile& log);

}  // namespace fsin::run
