// SPDX-License-Identifier: Apache-2.0
// Transformers of the tests: small ones, whose numbers come out even.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/programs/ai/transformer_params.hpp"

namespace trgen::programs::ai::testing {

using CollectiveKind = collectives::Kind;

/// Computes one operation in a nanosecond.
inline TransformerParams small_transformer() {
  TransformerParams params;
  params.model = {
      .layers = 8, .hidden = 64, .feed_forward = 0, .heads = 8, .key_heads = 0, .sequence = 16, .vocabulary = 32};
  params.data = 1;
  params.teraflops = 1e-3;
  params.efficiency = 1;
  return params;
}

struct Made {
  std::shared_ptr<const Program> program;
  std::string faults;
};

inline Made make(const TransformerParams& params, std::uint32_t nodes = 1024) {
  fsin::Diagnostics diagnostics;
  const MarkOf mark_of = [](std::string_view key) { return fsin::Mark(std::string(key)); };
  auto program = params.make(nodes, diagnostics, mark_of);
  return {std::move(program), diagnostics.text()};
}

inline Plan plan_of(const TransformerParams& params) {
  fsin::Diagnostics diagnostics;
  const MarkOf mark_of = [](std::string_view) { return fsin::Mark(); };
  const auto plan = params.plan({1024, diagnostics, mark_of});
  INFO(diagnostics.text());
  REQUIRE(plan);
  return *plan;
}

/// All operations of a rank.
inline std::vector<Operation> all_of(const Program& program, std::uint32_t rank) {
  Operations out;
  for (std::uint64_t step = 0; step < program.steps(rank); ++step) program.step(rank, step, out);
  return {out.begin(), out.end()};
}

inline std::uint64_t computed(const Program& program, std::uint32_t rank) {
  std::uint64_t sum = 0;
  for (const Operation& each : all_of(program, rank)) {
    if (each.kind == OperationKind::compute) sum += each.amount;
  }
  return sum;
}

/// The numbers of calls of collectives of a rank, by communicator, kind and bytes.
using Calls = std::map<std::tuple<Comm, CollectiveKind, std::uint64_t>, std::uint64_t>;

inline Calls calls_of(const Program& program, std::uint32_t rank) {
  Calls calls;
  for (const Operation& each : all_of(program, rank)) {
    if (each.kind == OperationKind::collective)
      ++calls[{static_cast<Comm>(each.communicator), each.collective, each.amount}];
  }
  return calls;
}

/// The messages that have no partner: one line each.
inline std::vector<std::string> unmatched(const Program& program) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint64_t>, std::int64_t> balance;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    for (const Operation& each : all_of(program, rank)) {
      if (each.kind == OperationKind::send || each.kind == OperationKind::send_start)
        ++balance[{rank, each.peer, each.tag, each.amount}];
      if (each.kind == OperationKind::receive || each.kind == OperationKind::receive_start)
        --balance[{each.peer, rank, each.tag, each.amount}];
    }
  }
  std::vector<std::string> lines;
  for (const auto& [message, count] : balance) {
    if (count != 0)
      lines.push_back(std::to_string(std::get<0>(message)) + " to " + std::to_string(std::get<1>(message)));
  }
  return lines;
}

}  // namespace trgen::programs::ai::testing
