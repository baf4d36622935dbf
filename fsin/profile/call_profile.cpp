// SPDX-License-Identifier: Apache-2.0
#include "fsin/profile/call_profile.hpp"

#include <algorithm>
#include <numeric>

namespace fsin::profile {

void CallProfile::enter(std::uint32_t rank, const workload::Call& call, Cycle first) {
  Rank& self = ranks_[rank];
  if (self.depth++ != 0) return;
  self.call = names_.number(call);
  self.since = first;
  if (self.call == no_call) return;
  ++open(rank).calls;
}

void CallProfile::leave(std::uint32_t rank, Cycle last) {
  Rank& self = ranks_[rank];
  if (self.depth == 0) return;  // a trace may begin within a call
  if (self.depth == 1 && self.call != no_call) {
    Account& account = open(rank);
    account.longest = std::max(account.longest, last + 1 - self.since);
    chart_.add({rank, self.call, self.since, last});
  }
  if (--self.depth == 0) self.call = no_call;
}

void CallProfile::starts(std::uint32_t rank, std::uint32_t /*destination*/, std::uint64_t bytes) {
  Account& account = open(rank);
  ++account.messages;
  account.bytes += bytes;
}

std::vector<CallProfile::Row> CallProfile::rows() const {
  std::vector<Row> rows(names_.size() + 1);
  for (std::size_t i = 1; i < rows.size(); ++i) rows[i].call = static_cast<std::uint16_t>(i - 1);
  const std::size_t ranks = naming_.ranks(ranks_.size());
  std::vector<std::vector<Cycle>> in_call(naming_.any_streams() ? ranks : 0, std::vector<Cycle>(rows.size()));
  for (std::uint32_t number = 0; number < ranks_.size(); ++number) {
    const std::uint32_t rank = naming_[number].rank;
    const std::vector<Account>& accounts = ranks_[number].accounts;
    for (std::size_t i = 0; i < std::min(accounts.size(), rows.size()); ++i) {
      const Account& account = accounts[i];
      Row& row = rows[i];
      row.calls += account.calls;
      row.messages += account.messages;
      row.bytes += account.bytes;
      row.longest = std::max(row.longest, account.longest);
      Cycle all = std::accumulate(account.cycles.begin(), account.cycles.end(), Cycle{0});
      if (!in_call.empty()) all = in_call[rank][i] += all;
      if (all > row.most) row.most_rank = rank;
      row.most = std::max(row.most, all);
      for (std::size_t a = 0; a < activities; ++a) row.cycles[a] += static_cast<double>(account.cycles[a]);
    }
  }
  const double count = ranks == 0 ? 1 : static_cast<double>(ranks);
  for (Row& row : rows) {
    for (double& cycles : row.cycles) cycles /= count;
    row.mean = std::accumulate(row.cycles.begin(), row.cycles.end(), 0.0);
  }
  std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  std::stable_sort(rows.begin(), rows.end() - 1, [](const Row& a, const Row& b) { return a.mean > b.mean; });
  return rows;
}

}  // namespace fsin::profile
