// SPDX-License-Identifier: Apache-2.0
// What travels between ranks: flows, messages, and the pool that both are recycled in.
//
// A flow is all messages that one receive may match: same receiver, source, tag, communicator and size. It comes into
// being with the first send or receive that names it, whichever is first, and goes when nothing refers to it any more.
#pragma once

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/slist.hpp>
#include <boost/intrusive/unordered_set_hook.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trgen::replay {

struct FlowKey {
  std::uint32_t receiver = 0;  ///< rank
  std::uint32_t source = 0;    ///< rank
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t size = 0;  ///< packets of a message, or its bytes when whole messages are matched

  bool operator==(const FlowKey&) const = default;
};

struct FlowKeyHash {
  std::size_t operator()(const FlowKey& key) const {
    // Odd multipliers with well mixed bits (from the golden ratio and from splitmix64); folded so that low bits count.
    const std::uint64_t ranks = (static_cast<std::uint64_t>(key.receiver) << 32U) | key.source;
    const std::uint64_t names =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.tag)) << 32U) | key.communicator;
    std::uint64_t hash = ranks * 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 32U) ^ names) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 29U) ^ key.size) * 0x94d049bb133111ebU;
    return hash ^ (hash >> 32U);
  }
};

/// A message under way. Its hook is in the list of its flow, or in the free list of the pool.
struct Message : boost::intrusive::list_base_hook<> {
  std::uint32_t index = 0;      ///< in the pool: the token of its packets
  std::uint32_t flow = 0;       ///< index of its flow
  std::uint64_t packets = 0;    ///< in all
  std::uint64_t delivered = 0;  ///< packets delivered
};

using FlowHook = boost::intrusive::unordered_set_base_hook<boost::intrusive::store_hash<true>>;

struct Flow : FlowHook, boost::intrusive::slist_base_hook<> {
  FlowKey key;
  std::uint32_t index = 0;    ///< in the pool: the token of its packets when packets are matched
  bool awaited = false;       ///< the receiver stands at a receive of this flow
  std::uint64_t sent = 0;     ///< packets of messages whose send has begun, not delivered yet
  std::uint64_t partial = 0;  ///< packets delivered since the last whole message was (matching by packets)
  std::uint64_t ready = 0;    ///< packets, or whole messages, delivered and not received yet
  boost::intrusive::list<Message> messages;  ///< under way, oldest first (matching by messages)
};

/// Objects with a fixed address and a small index, in blocks; those given back wait in an intrusive list.
template <class T, class FreeList>
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { free_.clear(); }

  T& take() {
    if (free_.empty()) grow();
    T& object = free_.front();
    free_.pop_front();
    ++used_;
    return object;
  }

  /// The object keeps its index; its owner resets the other fields.
  void give_back(T& object) {
    free_.push_front(object);
    --used_;
  }

  T& operator[](std::uint32_t index) { return blocks_[index / block_size][index % block_size]; }
  const T& operator[](std::uint32_t index) const { return blocks_[index / block_size][index % block_size]; }
  std::size_t used() const { return used_; }
  std::size_t capacity() const { return blocks_.size() * block_size; }

  /// The numbers of the objects in use, in ascending order.
  std::vector<std::uint32_t> numbers() const {
    std::vector<bool> free(capacity());
    for (const T& object : free_) free[object.index] = true;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < free.size(); ++i) {
      if (!free[i]) numbers.push_back(i);
    }
    return numbers;
  }
  /// From now on exactly the objects of these numbers are in use: ascending, below `capacity`, which was capacity()
  /// when they were. Their owner has seen to it that nothing refers to an object.
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
    blocks_.push_back(std::make_unique<T[]>(block_size));
    for (std::size_t i = block_size; i > 0; --i) {
      T& object = blocks_.back()[i - 1];
      object.index = static_cast<std::uint32_t>((blocks_.size() - 1) * block_size + i - 1);
      free_.push_front(object);
    }
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  FreeList free_;
  std::size_t used_ = 0;
};

using FlowPool = Pool<Flow, boost::intrusive::slist<Flow>>;
using MessagePool = Pool<Message, boost::intrusive::list<Message>>;

}  // namespace trgen::replay
