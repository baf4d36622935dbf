// SPDX-License-Identifier: Apache-2.0
// Checks that all members of a communicator call the same collectives in the same order. Each rank has a hash of its
// calls; where two differ, the calls are read again to find the first difference.
#include <fmt/format.h>

#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

/// The blocking collectives of a rank on a communicator, one after the other.
class CallsOf {
 public:
  CallsOf(const OperationStore& store, std::uint32_t rank, std::uint32_t communicator)
      : store_(store), rank_(rank), communicator_(communicator) {}

  const Operation* next() {
    for (;;) {
      while (at_ < operations_.size()) {
        const Operation& each = operations_[at_++];
        if (each.kind == OperationKind::collective && each.communicator == communicator_) return &each;
      }
      if (block_ == store_.blocks(rank_)) return nullptr;
      operations_.clear();
      at_ = 0;
      if (!store_.read(rank_, block_++, operations_).empty()) return nullptr;
    }
  }

 private:
  const OperationStore& store_;
  std::uint32_t rank_, communicator_;
  std::uint64_t block_ = 0;
  Operations operations_;
  std::size_t at_ = 0;
};

std::string in_words(const Operation* call) {
  if (call == nullptr) return "nothing";
  const std::string_view name = collectives::mpi_name_of(call->collective);
  if (call->amount == 0) return fmt::format("{} (root {})", name, call->peer);
  return fmt::format("{} of {} B (root {})", name, call->amount, call->peer);
}

std::string difference(const OperationStore& store, std::uint32_t first, std::uint32_t second,
                       std::uint32_t communicator) {
  const std::uint32_t number = communicator * Communicators::streams;
  CallsOf of_first(store, first, number), of_second(store, second, number);
  for (std::uint64_t at = 1;; ++at) {
    const Operation* const one = of_first.next();
    const Operation* const other = of_second.next();
    if (one == nullptr && other == nullptr) return "their non-blocking collectives, or sizes of blocks, differ";
    if (one != nullptr && other != nullptr && one->collective == other->collective && one->amount == other->amount &&
        one->peer == other->peer)
      continue;
    return fmt::format("as number {}, rank {} calls {}, and rank {} {}", at, first, in_words(one), second,
                       in_words(other));
  }
}

}  // namespace

void Translator::check_collectives(const Translated& result, io::Problems& problems) const {
  const Calls none;
  const auto calls_of = [&](std::uint32_t rank, std::uint32_t communicator) -> const Calls& {
    if (rank >= ranks_.size() || !ranks_[rank]) return none;
    for (const Calls& each : ranks_[rank]->calls) {
      if (each.communicator == communicator) return each;
    }
    return none;
  };
  std::string incomplete;
  if (!incomplete_.empty()) {
    const auto& [rank, why] = *incomplete_.begin();
    incomplete = fmt::format("the trace is incomplete: {} of {} ranks end before their program did (rank {}{}{}); ",
                             incomplete_.size(), result.ranks, rank, why.empty() ? "" : ": ", why);
  }
  const auto compare = [&](std::uint32_t first, std::uint32_t second, std::uint32_t communicator) {
    const Calls& one = calls_of(first, communicator);
    const Calls& other = calls_of(second, communicator);
    if (one.hash == other.hash && one.count == other.count) return;
    const std::string hint =
        communicator == 0 && incomplete_.empty()
            ? "; a trace of SimGrid does not say which ranks take part in a collective, so that one of "
              "some ranks alone cannot be told apart: add comm=N to its lines, and #comm N <ranks>"
            : "";
    problems.stop(0, fmt::format("{}the ranks of communicator {} do not call the same collectives: {}{}", incomplete,
                                 communicator, difference(result.store, first, second, communicator), hint));
  };
  for (std::uint32_t rank = 0; rank < result.ranks; ++rank) {
    compare(0, rank, 0);
    if (rank >= ranks_.size() || !ranks_[rank]) continue;
    for (const Calls& each : ranks_[rank]->calls) {
      if (each.communicator == 0) continue;
      const auto* const members = result.communicators.members(each.communicator, rank);
      if (members == nullptr) continue;
      compare(members->front(), rank, each.communicator);
      if (members->front() != rank) continue;
      for (const std::uint32_t other : *members) compare(rank, other, each.communicator);
    }
  }
}

}  // namespace trgen::programs::ti
