// SPDX-License-Identifier: Apache-2.0
// The trees of broadcasts and reductions, over ranks relative to the root, which is 0.
//
// A tree gives the parent of a rank, the number of its children, and each child, in the order in which a broadcast
// sends to them. Nothing is stored. Sources: MPICH 4 (LowBitTree), Open MPI 4.1 coll/base (the others).
#pragma once

#include <bit>
#include <cstdint>

#include "trgen/programs/collectives/ranks.hpp"

namespace trgen::programs::collectives {

/// Binomial: the parent lacks the lowest bit; the farthest child first.
struct LowBitTree {
  static std::uint32_t parent(const Call&, std::uint32_t r) { return r & (r - 1); }
  static std::uint32_t children(const Call& call, std::uint32_t r) {
    const std::uint32_t most = r == 0 ? 31 : static_cast<std::uint32_t>(std::countr_zero(r));
    const std::uint32_t beyond = call.size - 1 - r;  // distance to the last rank
    const auto room = static_cast<std::uint32_t>(std::bit_width(beyond));
    return most < room ? most : room;
  }
  static std::uint32_t child(const Call& call, std::uint32_t r, std::uint32_t i) {
    return r + (1U << (children(call, r) - 1 - i));
  }
};

/// Binomial: the parent lacks the highest bit; the nearest child first.
struct HighBitTree {
  static std::uint32_t parent(const Call&, std::uint32_t r) { return r & ~std::bit_floor(r); }
  static std::uint32_t children(const Call& call, std::uint32_t r) {
    std::uint32_t count = 0;
    while (std::uint64_t{child(call, r, count)} < call.size) ++count;
    return count;
  }
  static std::uint32_t child(const Call&, std::uint32_t r, std::uint32_t i) {
    return r + (1U << (static_cast<std::uint32_t>(std::bit_width(r)) + i));
  }
};

/// K-nomial: the parent has the lowest non-zero digit to base `radix` zero; the farthest children first.
struct KnomialTree {
  static std::uint32_t parent(const Call& call, std::uint32_t r) {
    std::uint64_t unit = call.tuning.radix;
    while (r % unit == 0) unit *= call.tuning.radix;
    return static_cast<std::uint32_t>(r - r % unit);
  }
  static std::uint32_t children(const Call& call, std::uint32_t r) {
    std::uint32_t count = 0;
    for (std::uint64_t unit = top(call, r); unit > 0; unit /= call.tuning.radix) count += at_level(call, r, unit);
    return count;
  }
  static std::uint32_t child(const Call& call, std::uint32_t r, std::uint32_t i) {
    std::uint64_t unit = top(call, r);
    for (std::uint32_t here = at_level(call, r, unit); i >= here; here = at_level(call, r, unit)) {
      i -= here;
      unit /= call.tuning.radix;
    }
    return static_cast<std::uint32_t>(r + unit * (i + 1));
  }

 private:
  /// The largest power of the radix below P all of whose multiples are free in `r`.
  static std::uint64_t top(const Call& call, std::uint32_t r) {
    const std::uint64_t radix = call.tuning.radix;
    std::uint64_t unit = 1;
    while (unit < call.size && r % (unit * radix) == 0) unit *= radix;
    return unit / radix;
  }
  static std::uint32_t at_level(const Call& call, std::uint32_t r, std::uint64_t unit) {
    const std::uint64_t room = (call.size - 1 - r) / unit;
    return room < call.tuning.radix - 1 ? static_cast<std::uint32_t>(room) : call.tuning.radix - 1;
  }
};

/// Complete binary tree whose odd ranks are on the left side; the left child first.
struct BinaryTree {
  static std::uint32_t parent(const Call&, std::uint32_t r) {
    const std::uint32_t above = std::bit_floor(r + 1) / 2;  // ranks on the level of the parent
    return (above - 1) + (r - (above - 1)) % above;
  }
  static std::uint32_t children(const Call& call, std::uint32_t r) {
    const std::uint32_t level = std::bit_floor(r + 1);
    return (r + level < call.size ? 1U : 0U) + (r + 2 * level < call.size ? 1U : 0U);
  }
  static std::uint32_t child(const Call&, std::uint32_t r, std::uint32_t i) {
    return r + std::bit_floor(r + 1) * (i + 1);
  }
};

/// Tree of `chains` chains that begin at the root, as equal in length as possible, the longer ones first.
struct ChainTree {
  static std::uint32_t parent(const Call& call, std::uint32_t r) { return is_head(call, r) ? 0 : r - 1; }
  static std::uint32_t children(const Call& call, std::uint32_t r) {
    if (r == 0) return number(call);
    return r + 1 < call.size && !is_head(call, r + 1) ? 1 : 0;
  }
  static std::uint32_t child(const Call& call, std::uint32_t r, std::uint32_t i) {
    return r == 0 ? head(call, i) : r + 1;
  }

 private:
  static std::uint32_t number(const Call& call) {
    return call.tuning.chains < call.size - 1 ? call.tuning.chains : call.size - 1;
  }
  static std::uint32_t head(const Call& call, std::uint32_t i) {
    const std::uint32_t each = (call.size - 1) / number(call);
    const std::uint32_t longer = (call.size - 1) % number(call);
    return 1 + i * each + (i < longer ? i : longer);
  }
  static bool is_head(const Call& call, std::uint32_t r) {
    const std::uint32_t each = (call.size - 1) / number(call);
    const std::uint32_t longer = (call.size - 1) % number(call);
    const std::uint32_t in_longer = longer * (each + 1);
    return r - 1 < in_longer ? (r - 1) % (each + 1) == 0 : (r - 1 - in_longer) % each == 0;
  }
};

/// Binary tree whose subtrees are ranges of ranks, so that operands keep their order. Its root is rank P - 1, and its
/// ranks are those of the communicator. The child next to its parent comes first.
struct InOrderTree {
  static std::uint32_t parent(const Call& call, std::uint32_t v) { return find(call, v).parent; }
  static std::uint32_t children(const Call& call, std::uint32_t v) {
    const std::uint32_t size = find(call, v).size;
    return size == 1 ? 0 : size == 2 ? 1 : 2;
  }
  static std::uint32_t child(const Call& call, std::uint32_t v, std::uint32_t i) {
    const Place at = find(call, v);
    return i == 0 ? v - 1 : at.first + at.size / 2 - 1;
  }

 private:
  struct Place {
    std::uint32_t first;  ///< first rank of the subtree, which ends with its root
    std::uint32_t size;
    std::uint32_t parent;
  };
  static Place find(const Call& call, std::uint32_t v) {
    Place at{0, call.size, call.size - 1};
    while (at.first + at.size - 1 != v) {
      const std::uint32_t root = at.first + at.size - 1;
      const std::uint32_t lower = at.size / 2;  // the ranks of the child that is farther away
      if (v < at.first + lower) {
        at = {at.first, lower, root};
      } else {
        at = {at.first + lower, at.size - lower - 1, root};
      }
    }
    return at;
  }
};

}  // namespace trgen::programs::collectives
