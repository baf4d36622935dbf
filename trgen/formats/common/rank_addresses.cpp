// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/rank_addresses.hpp"

#include <algorithm>

namespace trgen::formats {

RankAddresses::RankAddresses(const record::TraceSource& trace) {
  const auto& table = trace.notes().communicators;
  for (std::size_t i = 0; i < table.size(); ++i) {
    Members made;
    made.size = static_cast<std::uint32_t>(table[i].members.size());
    made.identity = true;
    for (std::uint32_t rank = 0; rank < made.size; ++rank)
      made.identity = made.identity && table[i].members[rank] == rank;
    if (!made.identity) {
      for (std::uint32_t rank = 0; rank < made.size; ++rank) made.index.emplace_back(table[i].members[rank], rank);
      std::sort(made.index.begin(), made.index.end());
    }
    by_number_[table[i].number].push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({table[i].number, i});
    members_.push_back(std::move(made));
  }
}

std::uint32_t RankAddresses::index_in(const Members& members, std::uint32_t rank) {
  if (members.identity) return rank < members.size ? rank : none;
  const auto found = std::lower_bound(members.index.begin(), members.index.end(), std::pair{rank, std::uint32_t{0}});
  return found != members.index.end() && found->first == rank ? found->second : none;
}

RankAddress RankAddresses::address(std::uint32_t number, std::uint32_t from, std::uint32_t to) {
  if (const auto known = by_number_.find(number); known != by_number_.end()) {
    for (const std::uint32_t entry : known->second) {
      if (index_in(members_[entry], from) == none) continue;
      const std::uint32_t rank = to == record::no_rank ? to : index_in(members_[entry], to);
      if (rank != none || to == record::no_rank) return {entry, rank};
    }
  }
  const auto [found, is_new] = of_all_.try_emplace(number, static_cast<std::uint32_t>(entries_.size()));
  if (is_new) entries_.push_back({number, all});
  return {found->second, to};
}

}  // namespace trgen::formats
