// SPDX-License-Identifier: Apache-2.0
// Counts that a workload keeps of itself, for the result of a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fsin/workload/program_site.hpp"
#include "fsin/workload/timeline.hpp"

namespace fsin::workload {

/// A receive from any source that took a message of a rank other than the recorded one.
struct Departure {
  std::uint64_t cycle = 0;   ///< cycle in which it took the message
  std::uint32_t rank = 0;    ///< the receiver
  std::uint64_t record = 0;  ///< number of the receive among the records of the rank
  std::uint32_t recorded = 0;
  std::uint32_t actual = 0;

  auto operator<=>(const Departure&) const = default;
};

/// Receives from any source, and the number of those that departed from the recorded source.
struct Departures {
  static constexpr std::size_t most_kept = 8;

  std::uint64_t receives = 0;
  std::uint64_t count = 0;
  std::vector<Departure> first;  ///< the first ones, by cycle and rank, up to a limit

  void add(const Departure& departure) {
    ++count;
    keep(departure);
  }
  void merge(const Departures& other) {
    receives += other.receives;
    count += other.count;
    for (const Departure& each : other.first) keep(each);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.receives, self.count, self.first);
  }

 private:
  void keep(const Departure& departure) {
    if (first.size() == most_kept && first.back() < departure) return;
    first.insert(std::upper_bound(first.begin(), first.end(), departure), departure);
    if (first.size() > most_kept) first.pop_back();
  }
};

/// Round trips of requests and replies: from the cycle in which a request could enter to the consumption of its reply's
/// tail.
struct RoundTrips {
  std::uint64_t count = 0;
  std::uint64_t cycles = 0;
  std::uint64_t longest = 0;

  void merge(const RoundTrips& other) {
    count += other.count;
    cycles += other.cycles;
    longest = std::max(longest, other.longest);
  }
};

/// Packets of the load beside jobs.
struct BackgroundCount {
  std::uint64_t entered = 0;
  std::uint64_t phits = 0;  ///< of the packets that entered
  std::uint64_t delivered = 0;

  void merge(const BackgroundCount& other) {
    entered += other.entered;
    phits += other.phits;
    delivered += other.delivered;
  }
};

/// The accounts of ranks, from accounts that have streams (RankAccount::stream_of): a rank of several streams has spent
/// its time as that of its streams that computes most (the first of several), and has sent what all have sent.
class WholeRanks {
 public:
  /// A view of `accounts`, unless there are streams among them. `first`: the number of the first account among all.
  explicit WholeRanks(std::span<const RankAccount> accounts, std::uint32_t first = 0);
  WholeRanks(const WholeRanks&) = delete;

  std::size_t size() const { return ranks_.size(); }
  auto begin() const { return ranks_.begin(); }
  auto end() const { return ranks_.end(); }

 private:
  std::vector<RankAccount> joined_;  ///< empty where there are no streams
  std::span<const RankAccount> ranks_;
};

/// Totals for the result. Fields that mean nothing for a workload stay zero.
struct Report {
  std::uint64_t packets_generated = 0;  ///< made by the sources so far, whether they entered the network or not
  std::uint64_t phits_generated = 0;
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_delivered = 0;
  std::uint64_t messages_to_self = 0;                ///< left out: they never enter the network
  std::optional<std::uint64_t> messages_unreceived;  ///< sent, and taken by no receive so far; empty: nobody receives
  bool part_of_trace =
      false;  ///< the workload is a region of a trace, without the sends and receives whose partners lie outside
  std::uint64_t sends_left_out = 0;  ///< of the whole region, whichever share counts them
  std::uint64_t receives_left_out = 0;
  bool any_source = false;  ///< receives from any source match whichever message arrives
  Departures departures;
  std::uint64_t ranks = 0;  ///< without streams of ranks
  std::uint64_t ranks_finished = 0;
  double compute_cycles = 0;                  ///< mean over ranks: cycles spent in CPU bursts
  double wait_cycles = 0;                     ///< mean over ranks: cycles spent waiting for a message or for room
  double max_compute_cycles = 0;              ///< maximum over ranks
  std::optional<RoundTrips> round_trips;      ///< of a closed loop
  std::optional<BackgroundCount> background;  ///< of a workload that has load beside it
  std::vector<ProgramSite> sites;             ///< of a live program
  std::uint32_t exit_code = 0;                ///< of a live program whose ranks have all come to their end

  /// Adds the counts of the other shares of a divided workload. Means are computed from the accounts of all ranks.
  void merge(const Report& other) {
    packets_generated += other.packets_generated;
    phits_generated += other.phits_generated;
    messages_sent += other.messages_sent;
    messages_delivered += other.messages_delivered;
    messages_to_self += other.messages_to_self;
    if (other.messages_unreceived) messages_unreceived = messages_unreceived.value_or(0) + *other.messages_unreceived;
    departures.merge(other.departures);
    ranks += other.ranks;
    ranks_finished += other.ranks_finished;
    if (other.round_trips) merge_into(round_trips, *other.round_trips);
    if (other.background) merge_into(background, *other.background);
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.packets_generated, self.phits_generated, self.messages_sent, self.messages_delivered, self.messages_to_self,
      self.messages_unreceived, self.part_of_trace, self.sends_left_out, self.receives_left_out, self.any_source,
      self.departures, self.ranks, self.ranks_finished, self.compute_cycles, self.wait_cycles, self.max_compute_cycles,
      self.round_trips, self.background, self.sites, self.exit_code);
  }

  /// Computes the means over ranks, from accounts that may have streams.
  void set_means(std::span<const RankAccount> accounts);

 private:
  template <class Count>
  static void merge_into(std::optional<Count>& all, const Count& more) {
    if (!all) all.emplace();
    all->merge(more);
  }
};

/// Accounts that every kind of workload gives, whoever carries it.
class Accounts {
 public:
  virtual ~Accounts() = default;

  /// Fraction done in 0..1, or a negative number when the workload has no end of its own.
  virtual double progress() const { return -1; }

  virtual Report report(Cycle now) const = 0;

  /// Accounts by rank; empty for a workload without ranks. For ranks in other processes only the node is valid.
  virtual std::vector<RankAccount> rank_accounts(Cycle now) const {
    static_cast<void>(now);
    return {};
  }
};

}  // namespace fsin::workload
