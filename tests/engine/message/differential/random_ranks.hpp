// SPDX-License-Identifier: Apache-2.0
// Ranks at random, for models without routers: programs of blocking and non-blocking messages, receives from any
// source, collectives and streams, and traces; placed on nodes so that several may share one; in jobs; with costs of
// calls.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/workload.hpp"
#include "tests/engine/differential/dice.hpp"
#include "trgen/replay/replay.hpp"

namespace model_cases {

using differential::Dice;

struct RandomRanks {
  trgen::replay::MakeReader operations;
  trgen::replay::ReplaySettings settings;
  /// A node for each rank, no choice among messages, and messages that leave a node in the order in which packets do:
  /// what is earlier for one rank makes no other later.
  bool monotone = false;
  std::string text;

  std::unique_ptr<fsin::workload::MessageWorkload> messages(const fsin::workload::NetworkFacts& facts) const {
    return trgen::replay::make_replay(operations, settings, facts);
  }
  std::unique_ptr<fsin::workload::Workload> packets(const fsin::workload::NetworkFacts& facts) const {
    return trgen::replay::make_packet_replay(operations, settings, facts);
  }
};

/// `most_messages`: of those that are drawn, the first ones; for making a failing case smaller.
RandomRanks random_ranks(std::uint64_t number, const fsin::workload::NetworkFacts& facts, bool platform,
                         std::uint32_t most_messages);

}  // namespace model_cases
