// SPDX-License-Identifier: Apache-2.0
// Folds the records of one rank into nested loops while they are read (folding.hpp). Two records are executions of the
// same event when their kind, state and marks are equal; what else they hold may vary from execution to execution, and
// becomes a series. So the exchanges with one neighbour after the other are a loop whatever the neighbours are.
//
// Memory grows with the number of different loops, not with that of records, unless the records have no structure.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "trgen/record/record.hpp"
#include "trgen/structure/series.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// The fields that are followed for each execution. Of a peer, all forms are followed, and the simplest one is kept.
enum class Followed : std::uint8_t { gap, absolute, tag, communicator, bytes, extra, offset, exclusive_or };
inline constexpr std::size_t followed_fields = 8;
/// Those of a peer: the form of each, in order of preference where they take as many numbers.
inline constexpr std::array followed_forms{Followed::offset, Followed::absolute, Followed::exclusive_or};
inline constexpr std::array peer_forms{PeerForm::offset, PeerForm::absolute, PeerForm::exclusive_or};

/// A partner in each form, in this order: ranks from the own one on, the rank itself, differing bits.
using PeerForms = std::array<std::int64_t, followed_forms.size()>;
constexpr PeerForms forms_of(std::uint32_t peer, std::uint32_t rank, std::uint32_t ranks) {
  return {peer >= rank ? peer - rank : peer + ranks - rank, peer, peer ^ rank};
}

/// The most nodes of the series of a field; one that needs more is listed. Measured times rarely have any structure,
/// so they are given up soon.
constexpr std::size_t most_nodes(std::size_t followed) {
  return followed == static_cast<std::size_t>(Followed::gap) ? 24 : 512;
}

/// All executions of an event so far.
struct EventRuns {
  std::uint32_t code = 0;  ///< kind, state and marks (code_of)
  std::uint64_t executions = 1;
  std::array<std::int64_t, followed_fields> values{};                    ///< of the first execution
  std::unique_ptr<std::array<SeriesBuilder, followed_fields>> varied{};  ///< null while all executions are equal
};

std::uint64_t hash_of_element(const EventRuns& event);
bool same_element(const EventRuns& a, const EventRuns& b);
void join_element(EventRuns& kept, EventRuns& again);

/// Kind, state and marks of a record in one number.
constexpr std::uint32_t code_of(const record::Record& record) {
  return static_cast<std::uint32_t>(record.kind) | (record.any_source ? 4U : 0U) | (record.any_tag ? 8U : 0U) |
         (record.collective ? 16U : 0U) | static_cast<std::uint32_t>(record.state) << 8U;
}

constexpr record::Kind kind_of(std::uint32_t code) { return static_cast<record::Kind>(code & 3U); }

/// The loops of a rank, and the events in them.
struct RankTree {
  Shape shape;
  std::vector<EventRuns> events;  ///< by element of the shape
};

class RankFold {
 public:
  RankFold(std::uint32_t rank, std::uint32_t ranks) : rank_(rank), ranks_(ranks) {}

  void add(const record::Record& record);
  /// The loops so far; the fold is empty afterwards.
  RankTree take();

 private:
  static constexpr std::size_t window = 4096;
  static constexpr std::size_t buckets = 1024;

  std::uint32_t rank_;
  std::uint32_t ranks_;
  std::uint64_t time_ = 0;
  Folding<EventRuns, window, buckets> folding_;
};

}  // namespace trgen::structure
