// SPDX-License-Identifier: Apache-2.0
// Receives of ranks that leave source or tag of some of them open: all are matched as in MPI (matching.hpp), and it is
// counted where they took another message than a trace recorded.
#pragma once

#include "trgen/replay/ranks/matching.hpp"
#include "trgen/replay/ranks/rendezvous.hpp"
#include "trgen/replay/ranks/share_state.hpp"

namespace trgen::replay {

class OpenReceives {
 public:
  OpenReceives(ShareState& share, Rendezvous& rendezvous)
      : share_(share), rendezvous_(rendezvous), matching_(share.all.ranks.size()) {}

  const Matching& matching() const { return matching_; }

  /// A message of the flow has set out; and it has come, reported in cycle `now`.
  void set_out(const FlowKey& flow) {
    if (!Handshakes::is_bytes(flow.communicator) && !Handshakes::is_reply(flow.communicator)) matching_.set_out(flow);
  }
  void come(const FlowKey& flow, Cycle now);

  /// The rank posts a receive of its request of this number, or its own_request.
  void post(std::uint32_t rank, const programs::Operation& receive, std::uint32_t request, Cycle now);

  bool has_arrivals() const { return matching_.has_arrivals(); }
  /// Matches all that has come, in cycle `now`.
  void settle(Cycle now) {
    matching_.settle([&](std::uint32_t rank, const Posted& posted, const Arrived& arrived) {
      matched(rank, posted, arrived, now, 0);
    });
  }

  /// With the numbers of records in the file.
  fsin::workload::Departures departures() const;

  void save(fsin::ByteWriter& out) const {
    matching_.save(out);
    out(departures_);
  }
  void load(fsin::ByteReader& in) {
    matching_.load(in);
    in(departures_);
  }

 private:
  void matched(std::uint32_t rank, const Posted& posted, const Arrived& arrived, Cycle now, Cycle answered);
  void complete(std::uint32_t rank, std::uint32_t request);

  ShareState& share_;
  Rendezvous& rendezvous_;
  Matching matching_;
  fsin::workload::Departures departures_;
};

}  // namespace trgen::replay
