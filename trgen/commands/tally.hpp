// SPDX-License-Identifier: Apache-2.0
// Counts of `trgen info`, in one pass and in memory bounded by ranks, states and communicators.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/record/sink.hpp"

namespace trgen::commands {

/// Number of messages, and their bytes.
struct Volume {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

  void add(std::uint64_t size) {
    ++messages;
    bytes += size;
  }
};

/// Use of one state, or of the time outside any state.
struct StateUse {
  Volume sent;                ///< sent in it, or in a state inside it
  std::uint64_t calls = 0;    ///< number of its starts
  std::uint64_t time_ns = 0;  ///< from start to end, when it is not inside another state
};

struct CommunicatorUse {
  Volume sent;
  std::uint64_t collectives = 0;  ///< calls on it, of all ranks; 0 in traces without the facts of collectives
};

/// Receives that were posted with wildcards.
struct Wildcards {
  std::uint64_t source = 0;
  std::uint64_t tag = 0;
};

/// Histogram of sizes by powers of two: bin 0 holds 0 bytes, bin k holds 2^(k-1) .. 2^k - 1.
class SizeHistogram {
 public:
  void add(std::uint64_t bytes);
  std::size_t bins() const;  ///< number of bins up to the last that is not empty
  const Volume& bin(std::size_t number) const { return bins_[number]; }
  static std::uint64_t low(std::size_t number) { return number == 0 ? 0 : std::uint64_t{1} << (number - 1); }
  static std::uint64_t high(std::size_t number) { return number == 0 ? 0 : 2 * low(number) - 1; }

 private:
  std::array<Volume, 65> bins_{};
};

class Tally final : public record::RecordSink {
 public:
  void add(std::uint32_t rank, const record::Record& record) override;

  /// CPU bursts: from the end of a state to the start of the next, on the rank's own clock.
  struct Bursts {
    std::uint64_t count = 0;
    std::uint64_t total_ns = 0;
    std::uint64_t longest_rank_ns = 0;  ///< sum over the rank that computes most
    std::uint32_t longest_rank = 0;     ///< the rank that computes most
  };

  const std::array<std::uint64_t, 4>& kinds() const { return kinds_; }
  const Volume& sent() const { return sent_; }
  const Volume& to_self() const { return to_self_; }
  const SizeHistogram& sizes() const { return sizes_; }
  /// Number of states that are marked because a receive posted or awaited in them names no source.
  std::uint64_t any_source() const { return any_source_; }
  const Wildcards& wildcards() const { return wildcards_; }
  std::uint32_t active_ranks() const;  ///< ranks that have a record
  std::uint64_t duration_ns() const;   ///< longest time of a rank from its first to its last record
  Bursts bursts() const;
  /// The use of each state; the last entry is for records outside any state.
  std::vector<StateUse> by_state(std::size_t states) const;
  /// The first most_communicators communicators; other_communicators() has the rest.
  const std::map<std::uint32_t, CommunicatorUse>& by_communicator() const { return by_communicator_; }
  const CommunicatorUse& other_communicators() const { return other_communicators_; }
  static constexpr std::size_t most_communicators = 1000;

 private:
  struct Rank {
    std::uint64_t first_ns = 0;
    std::uint64_t last_ns = 0;
    std::uint64_t left_ns = 0;  ///< end of the last state
    std::uint64_t burst_ns = 0;
    std::uint64_t entered_ns = 0;  ///< start of the outermost state
    std::uint32_t depth = 0;
    std::uint16_t state = 0;  ///< the outermost state, while depth > 0
    bool seen = false;
    bool left = false;  ///< true when left_ns is valid
  };

  void state(Rank& rank, const record::Record& record);
  StateUse& use_of(std::uint16_t state);
  CommunicatorUse& communicator_of(const record::Record& record);
  void send(std::uint32_t rank, const Rank& state, const record::Record& record);

  std::vector<Rank> ranks_;
  std::array<std::uint64_t, 4> kinds_{};
  Volume sent_;
  Volume to_self_;
  SizeHistogram sizes_;
  std::vector<StateUse> in_state_;
  Volume outside_;
  std::map<std::uint32_t, CommunicatorUse> by_communicator_;
  CommunicatorUse other_communicators_;
  Wildcards wildcards_;
  std::uint64_t any_source_ = 0;
  std::uint64_t bursts_ = 0;
};

/// True for a collective function of MPI: MPI_Bcast, MPI_Iallreduce, MPI_Comm_split, ... (MPI 4.0, chapters 6, 7 and 8,
/// and MPI_Init and MPI_Finalize, which synchronise in most libraries).
bool is_collective(std::string_view function);

/// Volume sent within collectives, from Tally::by_state() and the names of the states.
Volume in_collectives(const std::vector<StateUse>& by_state, const std::vector<std::string>& names);

}  // namespace trgen::commands
