// SPDX-License-Identifier: Apache-2.0
// Cycles of ranks by the MPI call that they are in: the phases of a program.
//
// Each cycle of a rank, up to its last one, belongs to one call or to none, and to one activity in it. In nested calls
// the outermost counts. Bytes and messages are those that a rank starts in the call. A rank of several streams does
// several things at a time: its cycles are those of all of them, which may be more than the run has.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fsin/profile/call_chart.hpp"
#include "fsin/profile/call_names.hpp"
#include "fsin/workload/rank_names.hpp"

namespace fsin::profile {

class CallProfile final : public workload::Timeline {
 public:
  using Activity = workload::Activity;
  static constexpr std::size_t activities = workload::activity_names.size();

  /// `numbers`: ranks and their streams, which `names` tells apart.
  explicit CallProfile(std::size_t numbers, const workload::RankNames& names = {})
      : naming_(names), ranks_(numbers), chart_(numbers) {}

  void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override {
    open(rank).cycles[static_cast<std::size_t>(activity)] += last + 1 - first;
  }
  void message(const workload::MessageLife& /*message*/) override {}
  workload::Calls calls() const override { return workload::Calls::wanted; }
  void enter(std::uint32_t rank, const workload::Call& call, Cycle first) override;
  void leave(std::uint32_t rank, Cycle last) override;
  void starts(std::uint32_t rank, std::uint32_t destination, std::uint64_t bytes) override;

  /// Totals of a call over all ranks; the cycles are means.
  struct Row {
    std::uint16_t call = no_call;  ///< in names(); no_call: outside calls
    std::uint64_t calls = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::array<double, activities> cycles{};
    double mean = 0;  ///< the sum of `cycles`
    Cycle most = 0;   ///< cycles of the rank that is in it longest
    std::uint32_t most_rank = 0;
    Cycle longest = 0;  ///< the longest single call

    bool operator==(const Row&) const = default;
  };
  /// Rows, the longest first; the row of cycles outside calls is the last.
  std::vector<Row> rows() const;
  const std::vector<CallName>& names() const { return names_.names(); }
  /// Names of ranks and streams, by number.
  const workload::RankNames& rank_names() const { return naming_; }
  /// The calls over time, as far as they have ended.
  const CallChart& chart() const { return chart_; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.names_, self.ranks_, self.chart_);
  }

 private:
  struct Account {
    std::uint64_t calls = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    Cycle longest = 0;
    std::array<Cycle, activities> cycles{};
  };
  struct Rank {
    std::uint32_t depth = 0;
    std::uint16_t call = no_call;
    Cycle since = 0;
    std::vector<Account> accounts;  ///< outside calls, then by call

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.depth, self.call, self.since, self.accounts);
    }
  };

  Account& open(std::uint32_t rank) {
    Rank& self = ranks_[rank];
    const std::size_t place = self.depth == 0 || self.call == no_call ? 0 : self.call + std::size_t{1};
    if (self.accounts.size() <= place) self.accounts.resize(place + 1);
    return self.accounts[place];
  }

  workload::RankNames naming_;
  CallNames names_;
  std::vector<Rank> ranks_;  ///< by number
  CallChart chart_;
};

}  // namespace fsin::profile
