// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collective_calls.hpp"

#include <fmt/format.h>

#include "trgen/programs/program_call.hpp"

namespace trgen::programs {
namespace {

constexpr std::uint64_t most_operations = 20'000'000;

/// Each call is taken once, at the first member of its communicator. False if not all operations were looked at.
bool take_calls(const Program& program, collectives::Heed& heed) {
  std::uint64_t looked_at = 0;
  Operations operations;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    const std::uint64_t steps = program.steps(rank);
    for (std::uint64_t number = 0; number < steps; ++number) {
      operations.clear();
      program.step(rank, number, operations);
      looked_at += operations.size() + 1;
      if (looked_at > most_operations || !operations.failure().empty()) return false;
      for (const Operation& each : operations) {
        if (each.kind != OperationKind::collective) continue;
        const Group group = program.group(each.communicator, rank);
        if (group.size == 0 || group[0] != rank) continue;
        const ProgramSizes sizes(program, each, rank);
        collectives::Call call = call_of(each, group, sizes);
        if (collectives::is_reduction(call.kind) && each.call != 0)
          call.element = static_cast<std::uint32_t>(each.call);
        heed.take(call);
        if (heed.knows_all()) return true;
      }
    }
  }
  return true;
}

}  // namespace

bool pass_on(std::span<const collectives::NotHeeded> found, bool whole, const NotHeededTo& tell,
             fsin::Diagnostics& diagnostics, const std::function<fsin::Mark(std::string_view key)>& mark_of) {
  bool possible = true;
  for (const collectives::NotHeeded& each : found) {
    if (each.impossible && whole) {
      diagnostics.error(mark_of(each.key), fmt::format("collectives.{} {}", each.key, each.why));
      possible = false;
    } else {
      tell(each.key, each.why);
    }
  }
  return possible;
}

bool check_collectives(const Program& program, const collectives::Choice& choice, const NotHeededTo& tell,
                       fsin::Diagnostics& diagnostics, const std::function<fsin::Mark(std::string_view key)>& mark_of) {
  collectives::Heed heed(choice);
  if (!heed.asks()) return true;
  const bool whole = take_calls(program, heed);
  return pass_on(heed.verdict("the program", whole), whole, tell, diagnostics, mark_of);
}

}  // namespace trgen::programs
