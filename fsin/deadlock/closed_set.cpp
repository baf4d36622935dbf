// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/closed_set.hpp"

#include <numeric>
#include <utility>

namespace fsin::deadlock {
namespace {

constexpr std::uint32_t no_ring = ~std::uint32_t{0};  ///< number of no ring, and of no queue

/// Lists of numbers by key, in one array.
class Lists {
 public:
  explicit Lists(std::size_t keys) : begin_(keys + 1, 0) {}
  void count(std::size_t key) { ++begin_[key + 1]; }
  void allocate() {
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    values_.resize(begin_.back());
    filled_.assign(begin_.begin(), begin_.end() - 1);
  }
  void add(std::size_t key, std::uint32_t value) { values_[filled_[key]++] = value; }
  template <class Use>
  void for_each(std::size_t key, Use use) const {
    for (std::size_t i = begin_[key]; i < begin_[key + 1]; ++i) use(values_[i]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::size_t> filled_;
  std::vector<std::uint32_t> values_;
};

/// Computes the largest closed set. Doors are the two kinds of channels into a queue: door 2u leads into queue u from
/// within its ring, or without protection; door 2u + 1 enters the ring.
class Shrinking {
 public:
  Shrinking(const Fold& fold, const WaitSets& waits, const Protection& protection, std::uint32_t opening)
      : fold_(fold),
        waits_(waits),
        protection_(protection),
        opening_(opening),
        behind_(2 * fold.classes()),
        holding_(fold.classes(), 0),
        ring_(fold.classes(), no_ring),
        next_(fold.classes(), no_ring),
        before_(fold.classes(), no_ring) {
    found_.queues.assign(fold.classes(), true);
    found_.sets.assign(waits.sets().size(), true);
    found_.size = fold.classes();
    if (protection.channels != 0) find_rings();
    list_sets();
  }

  ClosedSet run() {
    for (std::uint32_t queue = 0; queue < holding_.size(); ++queue) {
      if (holding_[queue] == 0) remove(queue);
    }
    for (std::size_t ring = 0; ring < leaving_.size(); ++ring) {
      if (leaving_[ring] == 0) open_ring(static_cast<std::uint32_t>(ring));
    }
    while (!removed_.empty()) {
      const std::uint32_t queue = removed_.back();
      removed_.pop_back();
      open(2 * std::size_t{queue});
      if (protection_.channels == 0) continue;
      try_entry(queue);
      if (protection_.counts_here && next_[queue] != no_ring) try_entry(next_[queue]);
    }
    return std::move(found_);
  }

 private:
  /// Finds the rings of protected queues: each queue is followed over the output channel of the same number.
  void find_rings() {
    for (std::uint32_t start = 0; start < ring_.size(); ++start) {
      const QueuePlace first = fold_.queue_of(start);
      if (!protection_.covers(first.queue % fold_.vcs())) continue;
      QueuePlace after;
      if (fold_.target(first.router, first.queue, after)) {
        next_[start] = fold_.class_of(after);
        before_[next_[start]] = start;
      }
      if (ring_[start] != no_ring || !protection_.keeps_a_slot) continue;
      QueuePlace at = first;
      std::size_t steps = 0;
      while (fold_.target(at.router, at.queue, at) && !(at == first) && steps <= fold_.topology().graph.routers()) {
        ++steps;
      }
      if (!(at == first)) continue;  // a line, which has an end
      const auto number = static_cast<std::uint32_t>(leaving_.size());
      leaving_.push_back(0);
      for (QueuePlace member = first; ring_[fold_.class_of(member)] == no_ring;) {
        ring_[fold_.class_of(member)] = number;
        fold_.target(member.router, member.queue, member);
      }
    }
    members_ = Lists(leaving_.size());
    for (const std::uint32_t ring : ring_) {
      if (ring != no_ring) members_.count(ring);
    }
    members_.allocate();
    for (std::uint32_t queue = 0; queue < ring_.size(); ++queue) {
      if (ring_[queue] != no_ring) members_.add(ring_[queue], queue);
    }
  }

  template <class Use>
  void for_each_door(const WaitSets::Set& set, Use use) const {
    const QueuePlace at = fold_.queue_of(set.queue_class);
    for (const std::uint16_t out : waits_.outs(set)) {
      QueuePlace next;
      if ((opening_ >> out % fold_.vcs() & 1U) == 0 || !fold_.target(at.router, out, next)) continue;
      const bool enters = protection_.covers(out % fold_.vcs()) && out != at.queue;
      use(2 * std::size_t{fold_.class_of(next)} + (enters ? 1 : 0));
    }
  }

  /// True if this set lets a packet go on in its ring.
  bool stays(const WaitSets::Set& set) const {
    const QueuePlace at = fold_.queue_of(set.queue_class);
    for (const std::uint16_t out : waits_.outs(set)) {
      if (out == at.queue) return true;
    }
    return false;
  }

  void list_sets() {
    const auto& sets = waits_.sets();
    for (const WaitSets::Set& set : sets) {
      ++holding_[set.queue_class];
      if (ring_[set.queue_class] != no_ring && !stays(set)) ++leaving_[ring_[set.queue_class]];
      for_each_door(set, [&](std::size_t door) { behind_.count(door); });
    }
    behind_.allocate();
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
      for_each_door(sets[i], [&](std::size_t door) { behind_.add(door, i); });
    }
  }

  void remove(std::uint32_t queue) {
    if (!found_.queues[queue]) return;
    found_.queues[queue] = false;
    --found_.size;
    removed_.push_back(queue);
  }

  void open_ring(std::uint32_t ring) {
    members_.for_each(ring, [&](std::uint32_t queue) { remove(queue); });
  }

  /// Opens the entry to a queue if neither this queue nor, where the bubble is counted there, the one before it is in
  /// the set.
  void try_entry(std::uint32_t queue) {
    if (found_.queues[queue]) return;
    if (protection_.counts_here && before_[queue] != no_ring && found_.queues[before_[queue]]) return;
    open(2 * std::size_t{queue} + 1);
  }

  void open(std::size_t door) {
    behind_.for_each(door, [&](std::uint32_t number) {
      if (!found_.sets[number]) return;
      found_.sets[number] = false;
      const WaitSets::Set& set = waits_.sets()[number];
      const std::uint32_t ring = ring_[set.queue_class];
      if (--holding_[set.queue_class] == 0) remove(set.queue_class);
      if (ring != no_ring && !stays(set) && --leaving_[ring] == 0) open_ring(ring);
    });
  }

  const Fold& fold_;
  const WaitSets& waits_;
  const Protection& protection_;
  std::uint32_t opening_;
  Lists behind_;                        ///< for each door: the sets that no longer hold once it opens
  std::vector<std::uint32_t> holding_;  ///< for each queue: number of its sets that hold
  std::vector<std::uint32_t> ring_;     ///< for each queue: its ring, if that ring keeps a slot free
  std::vector<std::uint32_t> next_;     ///< for each protected queue: the next one in the same direction
  std::vector<std::uint32_t> before_;   ///< for each protected queue: the one before it in the same direction
  std::vector<std::uint32_t> leaving_;  ///< for each ring: number of sets that hold and let no packet go on in it
  Lists members_{0};
  std::vector<std::uint32_t> removed_;
  ClosedSet found_;
};

}  // namespace

ClosedSet largest_closed_set(const Fold& fold, const WaitSets& waits, const Protection& protection,
                             std::uint32_t opening) {
  return Shrinking(fold, waits, protection, opening).run();
}

}  // namespace fsin::deadlock
