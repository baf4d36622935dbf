// SPDX-License-Identifier: Apache-2.0
// The packets under way in one network, in one array that never moves: its address space is reserved for as many as can
// be under way at once, and the system gives memory to the part that has been used.
//
// Every thread has a PacketPool of its own, with the numbers that were given back to it. A packet keeps its number from
// its source to its destination, and the thread that consumes it reuses the number. A thread that consumes more packets
// than it sends leaves the surplus to the others, in whole blocks. Results do not depend on the numbers, so it does not
// matter which thread gets which.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/prefetch.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/network/arena.hpp"

namespace fsin::engine::event {

class PacketStore {
 public:
  /// Number of packet numbers handed out together.
  static constexpr PacketNumber block = 256;

  /// Reserves the address space; `pools` share the store. Throws std::bad_alloc if there is not enough.
  PacketStore(const Rules& rules, std::size_t routers, std::size_t nodes, unsigned pools)
      : most_(most_under_way(rules, routers, nodes) + std::size_t{3} * block * pools), arena_(most_ * sizeof(Packet)) {}

  Packet* data() const { return reinterpret_cast<Packet*>(arena_.data()); }
  /// The first of `block` numbers never used before. Safe for several threads at once.
  PacketNumber claim() {
    const std::size_t first = claimed_.fetch_add(block, std::memory_order_relaxed);
    if (first + block > most_) throw std::bad_alloc();
    return static_cast<PacketNumber>(first);
  }
  /// Returns `block` numbers that a pool does not need; and takes `block` numbers that some pool has returned, false if
  /// none has. Safe for several threads at once.
  void leave(const PacketNumber* numbers) {
    const std::lock_guard lock(turn_);
    left_.insert(left_.end(), numbers, numbers + block);
  }
  bool take_left(PacketNumber* numbers) {
    const std::lock_guard lock(turn_);
    if (left_.empty()) return false;
    std::copy(left_.end() - block, left_.end(), numbers);
    left_.resize(left_.size() - block);
    return true;
  }
  std::size_t claimed() const { return claimed_.load(std::memory_order_relaxed); }

  void save(ByteWriter& out) const {
    out(claimed(), left_);
    out.raw(arena_.data(), claimed() * sizeof(Packet));
  }
  void load(ByteReader& in) {
    std::size_t claimed = 0;
    in(claimed, left_);
    if (claimed > most_) throw std::bad_alloc();
    claimed_.store(claimed, std::memory_order_relaxed);
    in.raw(arena_.data(), claimed * sizeof(Packet));
  }

  /// Largest number of packets under way. Each holds a slot in a queue, or in one that it is on its way to. Up to two
  /// more leave each queue: one whose tail is still in it, and a consumed one whose delivery has not been reported.
  static std::size_t most_under_way(const Rules& rules, std::size_t routers, std::size_t nodes) {
    const std::size_t interface_ports = nodes * rules.interface_ports, ports = (routers - nodes) * rules.ports;
    return (interface_ports + ports) * rules.vcs * (rules.slots + 2) +
           nodes * rules.injectors * (rules.injection_slots + 2) + block;
  }

 private:
  std::size_t most_;
  network::Arena arena_;
  std::atomic<std::size_t> claimed_{0};
  std::mutex turn_;
  std::vector<PacketNumber> left_;  ///< returned numbers, a multiple of `block`
};

class PacketPool {
 public:
  explicit PacketPool(PacketStore& store) : store_(&store), packets_(store.data()) {}

  PacketNumber take() {
    if (free_count_ == 0 && !refill()) return fresh();
    if (free_count_ > ahead) prefetch_line(&packets_[free_[free_count_ - 1 - ahead]]);
    return free_[--free_count_];
  }
  void give_back(PacketNumber number) {
    if (free_count_ == free_.size()) put_aside();
    free_[free_count_++] = number;
  }
  Packet& operator[](PacketNumber number) const { return packets_[number]; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.free_, self.free_count_, self.next_fresh_, self.end_fresh_);
  }

 private:
  /// Number of packets prefetched ahead of use: a packet returned long ago is far away in memory.
  static constexpr std::uint32_t ahead = 8;

  /// Returns surplus numbers, so that a pool holds at most two blocks of free numbers, and fewer than one block of new
  /// ones.
  void put_aside() {
    store_->leave(free_.data());  // the older ones
    std::copy(free_.begin() + PacketStore::block, free_.end(), free_.begin());
    free_count_ -= PacketStore::block;
  }

  bool refill() {
    if (!store_->take_left(free_.data())) return false;
    free_count_ = PacketStore::block;
    return true;
  }

  PacketNumber fresh() {
    if (next_fresh_ == end_fresh_) {
      next_fresh_ = store_->claim();
      end_fresh_ = next_fresh_ + PacketStore::block;
    }
    return next_fresh_++;
  }

  PacketStore* store_;
  Packet* packets_;
  std::array<PacketNumber, 2 * PacketStore::block> free_{};
  std::uint32_t free_count_ = 0;
  PacketNumber next_fresh_ = 0;
  PacketNumber end_fresh_ = 0;
};

}  // namespace fsin::engine::event
