// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/flow_table.hpp"

namespace trgen::replay {

FlowTable::FlowTable() : buckets_(1024), flows_(Set::bucket_traits(buckets_.data(), buckets_.size())) {}

Flow& FlowTable::find_or_make(const FlowKey& key) {
  Set::insert_commit_data place;
  const auto [found, absent] = flows_.insert_check(key, place);
  if (!absent) return *found;
  Flow& flow = pool_.take();
  flow.key = key;
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
