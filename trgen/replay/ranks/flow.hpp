// SPDX-License-Identifier: Apache-2.0
// Flows, and the pool in which they are recycled.
//
// A flow is the set of all messages that one receive may match: same receiver, source, tag, communicator and size. It
// is created by the first send or receive that names it, and released when nothing refers to it any more.
#pragma once

#include <boost/intrusive/slist.hpp>
#include <boost/intrusive/unordered_set_hook.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trgen::replay {

struct FlowKey {
  std::uint32_t receiver = 0;  ///< rank that receives
  std::uint32_t source = 0;    ///< rank that sends
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t size = 0;  ///< length of a message in packets; its bytes where whole messages are matched

  bool operator==(const FlowKey&) const = default;
};

struct FlowKeyHash {
  std::size_t operator()(const FlowKey& key) const {
    // Odd multipliers with well mixed bits (from the golden ratio and from splitmix64); the product is folded so that
    // its high bits affect the low ones.
    const std::uint64_t ranks = (static_cast<std::uint64_t>(key.receiver) << 32U) | key.source;
    const std::uint64_t names =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.tag)) << 32U) | key.communicator;
    std::uint64_t hash = ranks * 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 32U) ^ names) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 29U) ^ key.size) * 0x94d049bb133111ebU;
    return hash ^ (hash >> 32U);
  }
};

using FlowHook = boost::intrusive::unordered_set_base_hook<boost::intrusive::store_hash<true>>;

struct Flow : FlowHook, boost::intrusive::slist_base_hook<> {
  FlowKey key;
  std::uint32_t index = 0;  ///< index in the pool, by which carriers of messages know the flow
  bool awaited = false;     ///< the receiver stands at a receive of this flow
  std::uint64_t sent = 0;   ///< messages whose send has begun and that are not delivered yet
  std::uint64_t ready = 0;  ///< messages delivered and not received yet

  /// Whether a receive of this flow can be satisfied now.
  bool complete() const { return ready != 0; }
};

/// Flows with a fixed address and a small index, allocated in blocks. Released flows wait in an intrusive list.
class FlowPool {
 public:
  FlowPool() = default;
  FlowPool(const FlowPool&) = delete;
  FlowPool& operator=(const FlowPool&) = delete;
  ~FlowPool() { free_.clear(); }

  Flow& take() {
    if (free_.empty()) grow();
    Flow& flow = free_.front();
    free_.pop_front();
    ++used_;
    return flow;
  }

  /// Releases a flow. It keeps its index; the owner resets the other fields.
  void give_back(Flow& flow) {
    free_.push_front(flow);
    --used_;
  }

  Flow& operator[](std::uint32_t index) { return blocks_[index / block_size][index % block_size]; }
  const Flow& operator[](std::uint32_t index) const { return blocks_[index / block_size][index % block_size]; }
  std::size_t used() const { return used_; }
  std::size_t capacity() const { return blocks_.size() * block_size; }

  /// Indices of the flows in use, in ascending order.
  std::vector<std::uint32_t> numbers() const {
    std::vector<bool> free(capacity());
    for (const Flow& flow : free_) free[flow.index] = true;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < free.size(); ++i) {
      if (!free[i]) numbers.push_back(i);
    }
    return numbers;
  }
  /// Puts exactly the flows of these indices into use. They are in ascending order and below `capacity`, the capacity()
  /// of the pool in which they were in use. The owner makes sure that nothing refers to a flow of before.
  void use_only(const std::vector<std::uint32_t>& numbers, std::size_t capacity) {
    while (this->capacity() < capacity) grow();
    free_.clear();
    auto used = numbers.rbegin();
    for (std::size_t i = this->capacity(); i > 0; --i) {
      const auto index = static_cast<std::uint32_t>(i - 1);
      if (used != numbers.rend() && *used == index) {
        ++used;
      } else {
        free_.push_front((*this)[index]);
      }
    }
    used_ = numbers.size();
  }

 private:
  static constexpr std::size_t block_size = 1024;

  void grow() {
    blocks_.push_back(std::make_unique<Flow[]>(block_size));
    for (std::size_t i = block_size; i > 0; --i) {
      Flow& flow = blocks_.back()[i - 1];
      flow.index = static_cast<std::uint32_t>((blocks_.size() - 1) * block_size + i - 1);
      free_.push_front(flow);
    }
  }

  std::vector<std::unique_ptr<Flow[]>> blocks_;
  boost::intrusive::slist<Flow> free_;
  std::size_t used_ = 0;
};

}  // namespace trgen::replay
