// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/waits.hpp"

#include <algorithm>

#include "fsin/core/hash.hpp"

namespace fsin::deadlock {

std::uint64_t WaitSets::hash(std::uint32_t queue_class, std::span<const std::uint16_t> outs) {
  std::uint64_t h = queue_class * golden_ratio;
  for (const std::uint16_t out : outs) h = (h ^ out ^ h >> 29U) * 0xbf58476d1ce4e5b9U;
  return h ^ h >> 32U;
}

void WaitSets::add(std::uint32_t queue_class, std::span<const std::uint16_t> outs, const Example& example) {
  std::size_t slot = hash(queue_class, outs) & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    const Set& set = sets_[slots_[slot] - 1];
    const auto known = this->outs(set);
    if (set.queue_class == queue_class && std::equal(known.begin(), known.end(), outs.begin(), outs.end())) return;
  }
  sets_.push_back(
      {queue_class, static_cast<std::uint32_t>(outs_.size()), static_cast<std::uint32_t>(outs.size()), example});
  outs_.insert(outs_.end(), outs.begin(), outs.end());
  slots_[slot] = static_cast<std::uint32_t>(sets_.size());
  if (2 * sets_.size() > slots_.size()) grow();
}

void WaitSets::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    std::size_t slot = hash(sets_[i]) & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace fsin::deadlock
