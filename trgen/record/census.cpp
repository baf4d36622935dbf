// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/census.hpp"

#include <algorithm>
#include <tuple>

namespace trgen::record {

void CensusTaker::count_pair(const Record& record) {
  const std::uint64_t state = std::uint64_t{record.state} << 32U;
  std::uint64_t key = state | record.communicator;
  if (last_ == nullptr || key != last_key_) {
    auto found = pairs_.find(key);
    if (found == pairs_.end()) {
      if (pairs_.size() >= CallCensus::most_pairs) key = state | CallCensus::others;
      found = pairs_.try_emplace(key).first;
    }
    last_ = &found->second;
    last_key_ = key;
  }
  ++(record.bytes + record.received > 0 ? last_->moving : last_->empty);
}

void CensusTaker::enter_inner(std::uint32_t rank, Rank& at, std::uint16_t state) {
  if (at.depth > deepest) {
    --at.depth;
    return;
  }
  if (rank >= inner_.size()) inner_.resize(ranks_.size());
  inner_[rank].push_back(state);
}

void CensusTaker::mark_inner(std::uint32_t rank) {
  for (const std::uint16_t state : inner_[rank]) census_.states[state].holds = true;
}

CallCensus CensusTaker::take() {
  CallCensus census = census_;
  for (const auto& [key, calls] : pairs_) {
    census.pairs.push_back(
        {static_cast<std::uint32_t>(key >> 32U), static_cast<std::uint32_t>(key), calls.empty, calls.moving});
  }
  std::sort(census.pairs.begin(), census.pairs.end(), [](const CallCensus::Pair& a, const CallCensus::Pair& b) {
    return std::tie(a.state, a.communicator) < std::tie(b.state, b.communicator);
  });
  return census;
}

}  // namespace trgen::record
