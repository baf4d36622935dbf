// SPDX-License-Identifier: Apache-2.0
// The pairs that no part explains yet, as pairs of positions of a numbering.
#pragma once

#include <algorithm>

#include "trgen/pattern/peeling.hpp"

namespace trgen::pattern {

class Remaining {
 public:
  Remaining(const Peeling& peeling, const Numbering& numbering) : peeling_(peeling), numbering_(numbering) {}

  std::uint32_t count() const { return numbering_.count(); }
  bool has(std::uint32_t a, std::uint32_t b) const {
    const auto pair = peeling_.graph().find(numbering_.rank(a), numbering_.rank(b));
    return pair && !peeling_.is_explained(*pair);
  }
  bool is_active(std::uint32_t position) const { return peeling_.graph().degree(numbering_.rank(position)) > 0; }

  /// Calls f(low, high) for each pair both of whose ranks have a position.
  template <class F>
  void for_pairs(F f) const {
    const std::vector<Pair>& pairs = peeling_.graph().pairs();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (peeling_.is_explained(i)) continue;
      const std::uint32_t a = numbering_.position(pairs[i].low);
      const std::uint32_t b = numbering_.position(pairs[i].high);
      if (a != Numbering::none && b != Numbering::none) f(std::min(a, b), std::max(a, b));
    }
  }

 private:
  const Peeling& peeling_;
  const Numbering& numbering_;
};

}  // namespace trgen::pattern
