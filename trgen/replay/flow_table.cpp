// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/flow_table.hpp"

namespace trgen::replay {

FlowTable::FlowTable() : buckets_(1024), flows_(Set::bucket_traits(buckets_.data(), buckets_.size())) {}

std::size_t FlowTable::Hash::operator()(const FlowKey& key) const {
  // Odd multipliers with well mixed bits (from the golden ratio and from splitmix64); folded so that low bits count.
  const std::uint64_t ranks = (static_cast<std::uint64_t>(key.receiver) << 32U) | key.source;
  const std::uint64_t names =
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.tag)) << 32U) | key.communicator;
  std::uint64_t hash = ranks * 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 32U) ^ names) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 29U) ^ key.size) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 32U);
}

Flow& FlowTable::find_or_make(const FlowKey& key) {
  Set::insert_commit_data place;
  const auto [found, absent] = flows_.insert_check(key, place);
  if (!absent) return *found;
  Flow& flow = pool_.take();
  flow.key = key;
  flow.partial = 0;
  flows_.insert_commit(flow, place);
  if (flows_.size() > buckets_.size()) grow();
  return flow;
}

void FlowTable::grow() {
  std::vector<Set::bucket_type> larger(buckets_.size() * 2);
  flows_.rehash(Set::bucket_traits(larger.data(), larger.size()));
  buckets_.swap(larger);
}

}  // namespace trgen::replay
