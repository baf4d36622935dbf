// SPDX-License-Identifier: Apache-2.0
// Contents of a queue, phit by phit. Used twice for each transit queue: for the queue itself, and for the sender's
// knowledge of it (the same, seen through the delays of link and credits).
#pragma once

#include <algorithm>
#include <deque>

#include "fsin/engine/packets.hpp"

namespace fsin::engine::reference {

struct Item {
  PacketNumber packet = 0;
  unsigned phits = 0;   ///< length of the packet
  unsigned in = 0;      ///< phits that have entered
  unsigned out = 0;     ///< phits that have left
  Cycle first_in = 0;   ///< cycle in which the header entered
  Cycle last_in = 0;    ///< cycle in which the last phit so far entered
  Cycle first_out = 0;  ///< cycle in which the header left (valid when out > 0)
  bool slot_kept =
      false;  ///< the packet leaves more slowly than the next one may arrive, which therefore needs a slot of its own
};

class Occupancy {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t packets() const { return items_.size(); }
  const Item& front() const { return items_.front(); }
  const std::deque<Item>& items() const { return items_; }

  /// Enters one phit of the packet that is arriving; its first phit is the header.
  void phit_in(PacketNumber packet, unsigned phits, Cycle cycle) {
    if (items_.empty() || items_.back().in == items_.back().phits) {
      items_.push_back({packet, phits, 0, 0, cycle, 0, 0, false});
    }
    ++items_.back().in;
    items_.back().last_in = cycle;
  }
  void packet_in(PacketNumber packet, unsigned phits, Cycle cycle) {
    items_.push_back({packet, phits, phits, 0, cycle, cycle, 0, false});
  }

  /// Removes one phit of the first packet; true if it was the tail. `slot_kept`: see Item.
  bool phit_out(Cycle cycle, bool slot_kept) {
    Item& item = items_.front();
    item.slot_kept = slot_kept;
    if (item.out++ == 0) item.first_out = cycle;
    if (item.out < item.phits) return false;
    items_.pop_front();
    return true;
  }

  /// Packet slots in use. A packet holds one from header to tail. A header that enters while the first packet leaves,
  /// or in the cycle in which it begins to, takes over the slot of that packet, unless the packet leaves too slowly.
  /// With packets of equal length L and links of one speed this is ceil(phits / L), the original's rule:
  /// docs/model/router.md, "Slots".
  unsigned slots() const {
    unsigned n = static_cast<unsigned>(items_.size());
    if (n > 1 && items_.front().out > 0 && !items_.front().slot_kept &&
        std::any_of(items_.begin() + 1, items_.end(),
                    [&](const Item& item) { return item.first_in >= items_.front().first_out; })) {
      --n;
    }
    return n;
  }

  /// Phits as compared by a selection policy or an arbiter. A packet shorter than a full one counts as full until it
  /// begins to leave.
  unsigned phits(unsigned full) const {
    unsigned n = 0;
    for (const Item& item : items_) n += item.out > 0 ? item.in - item.out : full - (item.phits - item.in);
    return n;
  }

 private:
  std::deque<Item> items_;
};

}  // namespace fsin::engine::reference
