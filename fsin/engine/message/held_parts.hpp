// SPDX-License-Identifier: Apache-2.0
// What the flows that one link limits put on every other link, added up: how much each load changes with the level of
// the limiting link. Kept by number of the link, so that sums over it come out the same everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fsin::engine::message {

class HeldParts {
 public:
  struct Entry {
    std::uint32_t link = 0;
    std::uint32_t flows = 0;
    double part = 0;  ///< times the weight, of all these flows
  };

  void add(std::uint32_t link, double part) {
    const auto at = place_of(link);
    if (at != entries_.end() && at->link == link) {
      ++at->flows;
      at->part += part;
    } else {
      entries_.insert(at, {link, 1, part});
    }
  }
  void remove(std::uint32_t link, double part) {
    const auto at = place_of(link);
    at->part -= part;
    if (--at->flows == 0) entries_.erase(at);
  }
  void clear() { entries_.clear(); }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry>::iterator place_of(std::uint32_t link) {
    return std::lower_bound(entries_.begin(), entries_.end(), link,
                            [](const Entry& each, std::uint32_t number) { return each.link < number; });
  }

  std::vector<Entry> entries_;
};

}  // namespace fsin::engine::message
