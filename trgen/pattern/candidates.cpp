// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/candidates.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "trgen/pattern/moves.hpp"
#include "trgen/pattern/remaining.hpp"

namespace trgen::pattern {
namespace {

constexpr std::size_t most_distances = 24;
constexpr std::size_t most_masks = 16;
constexpr std::size_t most_roots = 4;
constexpr std::uint32_t most_children = 8;

/// Numbers by how often they were counted, at most `most`, those counted at least `least` times.
std::vector<std::uint32_t> most_frequent(const std::vector<std::uint64_t>& counts, std::size_t most,
                                         std::uint64_t least) {
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] >= least) found.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t kept = std::min(most, found.size());
  std::partial_sort(
      found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
      [&](std::uint32_t a, std::uint32_t b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  found.resize(kept);
  return found;
}

class Suggestions {
 public:
  Suggestions(const Peeling& peeling, const Numbering& numbering)
      : peeling_(peeling), numbering_(numbering), remaining_(peeling, numbering), count_(numbering.count()) {
    count_distances();
  }

  std::vector<Part> all(const Axes* axes) {
    for (const std::uint32_t stride : most_frequent(distances_, most_distances, 2)) dimensions(stride);
    for (const std::uint32_t mask : most_frequent(masks_, most_masks, 2)) {
      if (std::popcount(mask) > 1) parts_.push_back({.kind = Kind::exchange, .value = mask});
    }
    cycles();
    swaps();
    trees();
    if (axes != nullptr) suggest_moves(remaining_, *axes, parts_);
    return std::move(parts_);
  }

  /// How often each distance occurs, where it and its complement to the number of positions are one.
  std::vector<std::uint64_t> folded() const { return {distances_.begin(), distances_.begin() + count_ / 2 + 1}; }

 private:
  void count_distances() {
    distances_.assign(count_, 0);
    masks_.assign(std::bit_ceil(std::size_t{count_}), 0);
    remaining_.for_pairs([&](std::uint32_t low, std::uint32_t high) {
      ++distances_[high - low];
      if (2 * (high - low) != count_) ++distances_[count_ - (high - low)];
      ++masks_[low ^ high];
    });
  }

  /// Lines, rings and groups of this stride, in every extent that divides the rest, with the offset at which the step
  /// is missing in the last coordinate.
  void dimensions(std::uint32_t stride) {
    std::vector<std::uint32_t> missing;
    std::uint32_t there = 0;
    for (std::uint32_t position = 0; position < count_; ++position) {
      const auto to = static_cast<std::uint32_t>((std::uint64_t{position} + stride) % count_);
      if (!remaining_.is_active(position) || !remaining_.is_active(to)) continue;
      if (remaining_.has(position, to)) {
        ++there;
      } else {
        missing.push_back(position);
      }
    }
    if (there < 2) return;
    const std::uint32_t all = (count_ + stride - 1) / stride;
    std::vector<std::uint32_t> extents{2, all, std::bit_ceil(all)};
    if (all > 2) extents.push_back(std::bit_floor(all));
    if (count_ % stride == 0) {
      for (const std::uint32_t each : divisors(count_ / stride)) extents.push_back(each);
    }
    if (const std::uint32_t period = period_of(missing); period % stride == 0) extents.push_back(period / stride);
    std::sort(extents.begin(), extents.end());
    extents.erase(std::unique(extents.begin(), extents.end()), extents.end());
    for (const std::uint32_t extent : extents) {
      if (extent >= 2) dimension(stride, extent, missing);
    }
  }

  void dimension(std::uint32_t stride, std::uint32_t extent, const std::vector<std::uint32_t>& missing) {
    const std::uint64_t end = std::uint64_t{stride} * extent;
    Part part{.kind = Kind::line, .stride = stride, .extent = extent};
    forms(part);
    if (count_ % end != 0) return;
    part.offset = offset_of(stride, extent, missing);
    if (part.offset != 0) forms(part);
    if (extent == 2 && part.offset != 0) cubes(part);
  }

  /// Cubes whose last stage but one, or last, has this stride, as the offset of all stages follows from it.
  void cubes(Part part) {
    const std::uint32_t top = part.stride;
    part.kind = Kind::cube;
    for (part.stride = top; part.stride > 0; part.stride /= 2) {
      for (part.extent = 2 * (top / part.stride); part.extent <= 4 * (top / part.stride); part.extent *= 2) {
        if (part.extent > 2 && count_ % (std::uint64_t{part.stride} * part.extent) == 0) parts_.push_back(part);
      }
      if (part.stride % 2 != 0) break;
    }
  }

  void forms(Part part) {
    const std::uint64_t end = std::uint64_t{part.stride} * part.extent;
    parts_.push_back(part);
    if (part.extent < 3) return;  // a ring and a group of two are a line, a group of three is a ring
    const std::uint64_t group_pairs = std::uint64_t{count_} * (part.extent - 1) / 2;
    if (part.extent > 3 && std::has_single_bit(part.extent)) {
      part.kind = Kind::cube;
      parts_.push_back(part);
    }
    if (part.extent > 3 && 2 * group_pairs <= 3 * peeling_.left() + 64) {
      part.kind = Kind::group;
      parts_.push_back(part);
    }
    if (count_ % end != 0) return;
    part.kind = Kind::ring;
    parts_.push_back(part);
    if (part.extent < 5) return;
    part.kind = Kind::dissemination;
    parts_.push_back(part);
  }

  /// The most frequent distance between the beginnings of runs of missing steps; 1 without any.
  static std::uint32_t period_of(const std::vector<std::uint32_t>& missing) {
    std::unordered_map<std::uint32_t, std::uint32_t> counts;
    std::uint32_t best = 1;
    std::uint32_t last = Numbering::none;
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (i > 0 && missing[i] == missing[i - 1] + 1) continue;
      if (last != Numbering::none) {
        const std::uint32_t often = ++counts[missing[i] - last];
        if (often > counts[best]) best = missing[i] - last;
      }
      last = missing[i];
    }
    return best;
  }

  /// The offset for which most of the missing steps are those of the last coordinate; the lowest of several.
  std::uint32_t offset_of(std::uint32_t stride, std::uint32_t extent, const std::vector<std::uint32_t>& missing) const {
    const std::uint32_t end = stride * extent;
    std::vector<std::uint32_t> counts(end);
    for (const std::uint32_t position : missing) ++counts[position % end];
    std::uint64_t sum = 0;
    for (std::uint32_t i = end - stride; i < end; ++i) sum += counts[i];
    std::uint64_t best_sum = sum;
    std::uint32_t best = 0;
    for (std::uint32_t offset = 1; offset < end; ++offset) {
      // With this offset the last coordinate is that of positions offset - stride to offset - 1.
      sum += counts[offset - 1];
      sum -= counts[(offset - 1 + end - stride) % end];
      if (sum > best_sum) {
        best_sum = sum;
        best = offset;
      }
    }
    return best;
  }

  void cycles() {
    for (const std::uint32_t distance : most_frequent(folded(), most_masks, 2)) {
      if (distance > 1 && count_ % distance != 0) parts_.push_back({.kind = Kind::cycle, .value = distance});
    }
  }

  void swaps() {
    constexpr std::size_t most_swaps = 3000;
    const std::uint64_t enough = are_all_active() ? peeling_.left() * 5 / 4 + 8 : count_;
    const std::vector<std::uint32_t> all = divisors(count_);
    std::size_t made = 0;
    for (const std::uint32_t stride : all) {
      for (const std::uint32_t extent : divisors(count_ / stride)) {
        const std::uint32_t end = stride * extent;
        if (extent < 2 || std::uint64_t{end} * 2 > count_ || swapped_pairs(extent) > enough) continue;
        for (const std::uint32_t other : divisors(count_ / end)) {
          if (other > 1 && ++made < most_swaps) swap(stride, extent, end, other);
        }
        for (const std::uint32_t gap : divisors(count_ / end)) {
          if (gap > 1 && count_ / end / gap % extent == 0 && ++made < most_swaps)
            swap(stride, extent, end * gap, extent);
        }
      }
    }
  }
  /// Pairs of a transposition of square blocks.
  std::uint64_t swapped_pairs(std::uint32_t extent) const { return (count_ - count_ / extent) / 2; }
  bool are_all_active() const {
    for (std::uint32_t position = 0; position < count_; ++position) {
      if (!remaining_.is_active(position)) return false;
    }
    return true;
  }
  void swap(std::uint32_t stride, std::uint32_t extent, std::uint32_t other_stride, std::uint32_t other_extent) {
    Part part{.kind = Kind::swap, .stride = stride, .extent = extent};
    part.other_stride = other_stride;
    part.other_extent = other_extent;
    parts_.push_back(part);
  }

  void trees() {
    const std::vector<std::uint32_t> all = divisors(count_);
    for (const std::uint32_t stride : all) {
      for (const std::uint32_t extent : divisors(count_ / stride)) {
        if (extent < 4 || (extent - 1) * std::uint64_t{count_ / extent} > peeling_.left() * 5 / 4) continue;
        for (const std::uint32_t root : roots(stride, extent)) tree(stride, extent, root);
      }
    }
  }
  void tree(std::uint32_t stride, std::uint32_t extent, std::uint32_t root) {
    Part part{.kind = Kind::binomial_low, .stride = stride, .extent = extent};
    part.root = root;
    parts_.push_back(part);
    part.kind = Kind::binomial_high;
    parts_.push_back(part);
    part.kind = Kind::k_ary;
    for (std::uint32_t children = 2; children <= most_children && children + 1 < extent; ++children) {
      part.value = children;
      parts_.push_back(part);
    }
  }
  /// Coordinates of ranks with many partners; 0 only where there are several trees.
  std::vector<std::uint32_t> roots(std::uint32_t stride, std::uint32_t extent) const {
    std::vector<std::uint32_t> found{0};
    if (stride != 1 || extent != count_) return found;
    std::vector<std::uint64_t> degrees(count_);
    for (std::uint32_t i = 0; i < count_; ++i) degrees[i] = peeling_.graph().degree(numbering_.rank(i));
    for (const std::uint32_t each : most_frequent(degrees, most_roots, 1)) {
      if (each != 0) found.push_back(each);
    }
    return found;
  }

  const Peeling& peeling_;
  const Numbering& numbering_;
  Remaining remaining_;
  std::uint32_t count_;
  std::vector<std::uint64_t> distances_;
  std::vector<std::uint64_t> masks_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<Part> suggestions(const Peeling& peeling, const Numbering& numbering, const Axes* axes) {
  return Suggestions(peeling, numbering).all(axes);
}

std::vector<std::uint32_t> suggested_multipliers(const Peeling& peeling, const Numbering& numbering, std::size_t most) {
  std::vector<std::uint64_t> counts = Suggestions(peeling, numbering).folded();
  for (std::uint32_t distance = 0; distance < counts.size(); ++distance) {
    if (distance < 2 || std::gcd(distance, numbering.count()) != 1) counts[distance] = 0;
  }
  return most_frequent(counts, most, std::max<std::uint64_t>(2, numbering.count() / 8));
}

}  // namespace trgen::pattern
