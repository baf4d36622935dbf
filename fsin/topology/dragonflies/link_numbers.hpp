// SPDX-License-Identifier: Apache-2.0
// Sets of numbers of the parallel links between two groups, as two ranges and perhaps one number beyond both. With them
// the links on shortest paths are found, and one is picked, without enumerating the links.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

namespace fsin::topology {

/// Numbers first .. end - 1.
struct NumberRange {
  unsigned first = 0;
  unsigned end = 0;
  unsigned count() const { return end > first ? end - first : 0; }
};

class LinkNumbers {
 public:
  LinkNumbers() = default;
  /// `beyond`: one more number, above all ranges with which this set is ever joined.
  LinkNumbers(NumberRange range, std::optional<unsigned> beyond) : low_(range), beyond_(beyond) {}

  unsigned count() const { return low_.count() + high_.count() + (beyond_ ? 1U : 0U); }
  /// The number that has `before` others of the set below it, fewer than count().
  unsigned pick(unsigned before) const {
    if (before < low_.count()) return low_.first + before;
    before -= low_.count();
    return before < high_.count() ? high_.first + before : *beyond_;
  }

  /// Union of two sets of one range each.
  friend LinkNumbers both(const LinkNumbers& a, const LinkNumbers& b) {
    const NumberRange range{std::max(a.low_.first, b.low_.first), std::min(a.low_.end, b.low_.end)};
    return {range, b.beyond_ ? a.beyond_ : std::nullopt};
  }
  friend LinkNumbers either(const LinkNumbers& a, const LinkNumbers& b) {
    LinkNumbers all(a.low_, a.beyond_ ? a.beyond_ : b.beyond_);
    all.high_ = b.low_;
    if (all.high_.first < all.low_.first) std::swap(all.low_, all.high_);
    if (all.low_.count() != 0) all.high_.first = std::max(all.high_.first, all.low_.end);
    return all;
  }

 private:
  NumberRange low_;
  NumberRange high_;  ///< above it, and not in both
  std::optional<unsigned> beyond_;
};

}  // namespace fsin::topology
