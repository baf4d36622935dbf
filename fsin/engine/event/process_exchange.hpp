// SPDX-License-Identifier: Apache-2.0
// Meetings of the processes of one run: the agreement of barrier.hpp and the boxes of remote_events.hpp over
// fsin::engine::Processes.
//
// Once a cycle every process sends each other one its status and, if needed, a message: the events for routers of that
// process, headers with their packets, and the notices that its share of the workload left for the other's.
#pragma once

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/event/barrier.hpp"
#include "fsin/engine/event/core.hpp"
#include "fsin/engine/processes.hpp"

namespace fsin::engine::event {

class ProcessExchange {
 public:
  ProcessExchange(Processes& processes, Shared& shared, workload::Share& share)
      : processes_(processes), shared_(shared), share_(share), buffers_(processes.count()) {}

  /// As Barrier::agree. Events that other processes left before the last meeting are put into the boxes of this
  /// process.
  Status agree(std::uint64_t meetings, const Status& mine, PacketPool& packets);

 private:
  Bytes pack(std::uint64_t meeting, unsigned to, PacketPool& packets);
  void unpack(std::uint64_t meeting, unsigned from, PacketPool& packets);

  Processes& processes_;
  Shared& shared_;
  workload::Share& share_;
  std::vector<Bytes> buffers_;
};

/// The result of the whole run, in every process: the results of the processes are merged in order of processes.
/// `parts` has one part per process.
stats::RunTotals join(Processes& processes, const Parts& parts, stats::RunTotals mine);

/// The lists of all processes, concatenated in order of processes.
std::vector<WaitingHeader> join(Processes& processes, const std::vector<WaitingHeader>& mine);
std::vector<std::string> join(Processes& processes, const std::vector<std::string>& mine, std::size_t most);
double sum(Processes& processes, double mine);

}  // namespace fsin::engine::event
