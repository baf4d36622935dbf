// SPDX-License-Identifier: Apache-2.0
// State of a Translator (translator.hpp) for each rank, and its counts.
#pragma once

#include <algorithm>
#include <vector>

#include "trgen/programs/ti/translator.hpp"

namespace trgen::programs::ti {

/// The collectives of a communicator so far.
struct Translator::Calls {
  std::uint32_t communicator = 0;
  std::uint64_t count = 0;
  std::uint64_t hash = 0;
  std::uint32_t beside = 0;  ///< number of the non-blocking ones
};

struct Translator::Rank {
  PendingRequests pending;
  std::vector<Calls> calls;
  std::uint64_t carry = 0;
  std::uint32_t numbers = 0;        ///< upper bound of the numbers that the trace gives its requests
  bool doubles = false;             ///< its init had an argument: it counts in doubles unless a type is named
  bool starts_unknown = false;      ///< it has started persistent requests that no line has named
  std::vector<Pending> persistent;  ///< requests that it has started by Start, each once

  void remember(const Pending& started) {
    constexpr std::size_t most = 4096;
    const auto same = [&](const Pending& each) {
      return each.sort == started.sort && each.peer == started.peer && each.tag == started.tag;
    };
    if (persistent.size() < most && std::none_of(persistent.begin(), persistent.end(), same))
      persistent.push_back(started);
  }

  Calls& calls_of(std::uint32_t communicator) {
    for (Calls& each : calls) {
      if (each.communicator == communicator) return each;
    }
    return calls.emplace_back(Calls{communicator});
  }
};

struct Translator::Counts {
  std::uint64_t derived = 0, unknown_types = 0, no_size = 0, buffered = 0;
  std::uint64_t tests = 0, decided_by_tests = 0, sends_left = 0, others_left = 0, without_request = 0, of_any = 0;
  std::uint64_t startall = 0, started_again = 0, probes = 0, unsupported = 0;
  std::uint64_t balance =
      0;  ///< sum of the hashes of all messages sent and received: 0 where each receive has a message's size
  record::Losses left_out;  ///< calls that send something and are not modelled
};

}  // namespace trgen::programs::ti
