// SPDX-License-Identifier: Apache-2.0
// Flows by key: hashed once when a message is sent and once when a receive is reached.
#pragma once

#include <boost/intrusive/unordered_set.hpp>

#include "trgen/replay/ranks/flow.hpp"

namespace trgen::replay {

class FlowTable {
 public:
  FlowTable();
  FlowTable(const FlowTable&) = delete;
  FlowTable& operator=(const FlowTable&) = delete;
  ~FlowTable() { flows_.clear(); }

  /// The flow with this key, which is created if there is none.
  Flow& find_or_make(const FlowKey& key);

  /// Releases the flow if no message of it is under way or delivered, and nobody waits for one.
  void release_if_idle(Flow& flow) {
    if (flow.sent != 0 || flow.ready != 0 || flow.awaited) return;
    flows_.erase(flows_.iterator_to(flow));
    pool_.give_back(flow);
  }

  Flow& operator[](std::uint32_t index) { return pool_[index]; }
  const Flow& operator[](std::uint32_t index) const { return pool_[index]; }

  void forget_all() {
    flows_.clear();
    for (const std::uint32_t number : pool_.numbers()) {
      Flow& flow = pool_[number];
      flow.awaited = false;
      flow.sent = flow.ready = 0;
    }
    pool_.use_only({}, 0);
  }

  /// The indices of the existing flows; and the reverse, for an empty table: exactly these flows exist, and
  /// `fill(flow)` restores the contents of each.
  std::vector<std::uint32_t> numbers() const { return pool_.numbers(); }
  template <class Fill>
  void restore(const std::vector<std::uint32_t>& numbers, std::size_t capacity, Fill fill) {
    pool_.use_only(numbers, capacity);
    for (const std::uint32_t number : numbers) {
      fill(pool_[number]);
      flows_.insert(pool_[number]);
      if (flows_.size() > buckets_.size()) grow();
    }
  }

  /// Number of existing flows, and the most there have been at once, rounded up to a block.
  std::size_t size() const { return pool_.used(); }
  std::size_t capacity() const { return pool_.capacity(); }

 private:
  struct KeyOf {
    using type = FlowKey;
    const FlowKey& operator()(const Flow& flow) const { return flow.key; }
  };
  using Set =
      boost::intrusive::unordered_set<Flow, boost::intrusive::base_hook<FlowHook>,
                                      boost::intrusive::key_of_value<KeyOf>, boost::intrusive::hash<FlowKeyHash>,
                                      boost::intrusive::power_2_buckets<true>>;

  void grow();

  FlowPool pool_;
  std::vector<Set::bucket_type> buckets_;
  Set flows_;
};

}  // namespace trgen::replay
