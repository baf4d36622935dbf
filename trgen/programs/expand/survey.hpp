// SPDX-License-Identifier: Apache-2.0
// Finds the collectives of a trace that can be expanded, by reading it through, twice where any is expanded.
//
// The messages of a collective can be made only if all its members recorded the same facts about it. Since no rank
// knows what the others recorded, digests are compared: of the sequence of calls of each communicator, and of the
// blocks of each kind whose blocks may differ. Differing blocks are known where each rank has the same in all calls, as
// with data that are distributed once. A function in which messages were recorded anywhere is expanded already.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/collectives/heed.hpp"
#include "trgen/programs/expand/traced_call.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs::expand {

/// Blocks that differ from rank to rank, but not from call to call.
class FixedSizes final : public collectives::BlockSizes {
 public:
  FixedSizes(bool by_receiver, std::vector<std::uint64_t> bytes);
  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override { return bytes_[by_receiver_ ? to : from]; }

  /// Bytes of an element, as far as the blocks determine it: the same for all of them.
  std::uint32_t element() const { return element_; }

 private:
  bool by_receiver_;
  std::vector<std::uint64_t> bytes_;  ///< by rank of the communicator
  std::uint32_t element_ = 8;
};

/// Reasons why calls of a function are not expanded.
enum class Obstacle : std::uint8_t { facts, communicator, disagreement, sizes, nonblocking, neighbours };
inline constexpr std::size_t obstacles = 6;

class Survey {
 public:
  /// Reads the trace. Throws TraceError.
  Survey(const record::TraceSource& trace, const Communicators& communicators, const collectives::Choice& choice);

  struct ExpandedCall {
    collectives::Call call;
    std::size_t communicator;
  };
  /// The call with which a record of a rank begins, if it is expanded. Refers to the survey where blocks differ.
  std::optional<ExpandedCall> expanded_call(const record::Record& start, std::uint32_t rank) const;

  std::uint64_t inserted(std::uint32_t rank) const { return inserted_[rank]; }
  std::uint64_t calls() const { return calls_; }
  /// What is set and the expanded calls do not follow; the library where no call is expanded.
  const std::vector<collectives::NotHeeded>& not_heeded() const { return not_heeded_; }

  /// Calls that are not expanded, by state and obstacle.
  using Missed = std::array<std::uint64_t, obstacles>;
  const std::vector<Missed>& missed() const { return missed_; }

 private:
  friend class RankSurvey;
  /// Facts that the members of a communicator recorded about its calls.
  struct Told {
    std::uint64_t digest = 0;
    std::uint64_t calls = 0;
    bool operator==(const Told&) const = default;
  };
  /// Facts that a rank recorded about its blocks.
  struct Blocks {
    Told told;
    std::uint64_t bytes = 0;
    bool constant = true;
  };
  struct Agreement {
    Told first;
    std::uint32_t ranks = 0;  ///< ranks that recorded any
    bool agree = true;

    void compare(const Told& told) {
      if (ranks++ == 0) first = told;
      agree = agree && told == first;
    }
  };
  struct Shares {
    Agreement agreement;
    std::vector<std::uint64_t> bytes;  ///< by rank of the communicator
    bool constant = true;
    std::unique_ptr<FixedSizes> sizes;  ///< sizes where they differ and are constant
  };
  /// The calls of a state on a communicator, of all ranks.
  struct Use {
    std::uint16_t state = 0;
    std::size_t communicator = 0;
    std::uint64_t calls = 0;
  };

  std::size_t use_of(std::uint16_t state, std::size_t communicator);
  bool expands(std::uint16_t state, std::size_t communicator) const;
  /// The blocks of a kind on a communicator where they differ; null where all are equal.
  const FixedSizes* sizes(collectives::Kind kind, std::size_t communicator) const;
  bool agrees(std::size_t communicator) const;
  bool known_sizes(std::uint16_t state, std::size_t communicator) const;
  void decide();
  void count(const record::TraceSource& trace, const collectives::Choice& choice, collectives::Heed& heed);

  const Communicators& communicators_;
  std::vector<std::optional<collectives::Kind>> kinds_;        ///< by state
  std::vector<bool> holds_;                                    ///< by state: messages were recorded in it
  std::vector<Agreement> sequences_;                           ///< by communicator
  std::unordered_map<std::uint64_t, Shares> shares_;           ///< by communicator and kind
  std::unordered_map<std::uint64_t, std::size_t> use_number_;  ///< by communicator and state
  std::vector<Use> uses_;
  std::vector<bool> expands_;  ///< by number of use
  std::vector<Missed> missed_;
  std::vector<std::uint64_t> inserted_;
  std::uint64_t calls_ = 0;
  std::vector<collectives::NotHeeded> not_heeded_;
};

}  // namespace trgen::programs::expand
