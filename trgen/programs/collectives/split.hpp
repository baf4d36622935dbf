// SPDX-License-Identifier: Apache-2.0
// Divisions of a buffer into blocks as libraries make them, as closed forms: no arrays of counts and displacements.
#pragma once

#include <algorithm>
#include <cstdint>

#include "trgen/programs/collectives/call.hpp"

namespace trgen::programs::collectives {

/// Elements of a buffer; bytes that fill no element belong to the last one.
constexpr std::uint64_t elements(std::uint64_t bytes, std::uint32_t element) { return bytes / element; }

/// Division into `parts` blocks of nearly equal size: the first (count mod parts) are one element longer.
class EvenSplit {
 public:
  EvenSplit(std::uint64_t bytes, std::uint32_t element, std::uint32_t parts)
      : bytes_(bytes),
        element_(element),
        parts_(parts),
        each_(elements(bytes, element) / parts),
        longer_(elements(bytes, element) % parts) {}

  /// Beginning of block `i`; for i = parts, the end of the last one.
  std::uint64_t begin(std::uint64_t i) const {
    return i == parts_ ? bytes_ : (i * each_ + std::min(i, longer_)) * element_;
  }
  /// Bytes of the blocks from `first` up to, but not including, `last`.
  std::uint64_t bytes(std::uint64_t first, std::uint64_t last) const { return begin(last) - begin(first); }

 private:
  std::uint64_t bytes_;
  std::uint64_t element_;
  std::uint64_t parts_;
  std::uint64_t each_;
  std::uint64_t longer_;
};

/// Division into `parts` blocks of floor(count / parts) elements, with the remainder added to the last one.
class RestSplit {
 public:
  RestSplit(std::uint64_t bytes, std::uint32_t element, std::uint32_t parts)
      : bytes_(bytes), each_(elements(bytes, element) / parts * element), parts_(parts) {}

  std::uint64_t begin(std::uint64_t i) const { return i >= parts_ ? bytes_ : i * each_; }
  std::uint64_t bytes(std::uint64_t first, std::uint64_t last) const { return begin(last) - begin(first); }

 private:
  std::uint64_t bytes_;
  std::uint64_t each_;
  std::uint64_t parts_;
};

/// Division into `parts` blocks of ceil(count / parts) elements; the last ones may be shorter or empty.
class CeilSplit {
 public:
  CeilSplit(std::uint64_t bytes, std::uint32_t element, std::uint32_t parts)
      : bytes_(bytes), chunk_((bytes / element + parts - 1) / parts * element), parts_(parts) {}

  std::uint64_t begin(std::uint64_t i) const { return i >= parts_ ? bytes_ : std::min(i * chunk_, bytes_); }
  std::uint64_t bytes(std::uint64_t first, std::uint64_t last) const { return begin(last) - begin(first); }

 private:
  std::uint64_t bytes_;
  std::uint64_t chunk_;
  std::uint64_t parts_;
};

/// Largest number of pieces of a message; a size that would give more is made larger.
inline constexpr std::uint64_t most_pieces = std::uint64_t{1} << 20;

/// The size `size`, or a larger one if `bytes` would give too many pieces. At least an element.
constexpr std::uint64_t piece_size(std::uint64_t bytes, std::uint32_t element, std::uint64_t size) {
  const std::uint64_t least = bytes / most_pieces / element + 1;  // elements
  return std::max(size, (bytes < most_pieces ? 1 : least) * element);
}

/// Segments of a pipeline: of `segment` bytes, rounded to whole elements; one segment where that is 0 or too large.
class Segments {
 public:
  Segments(std::uint64_t bytes, std::uint32_t element, std::uint64_t segment) : bytes_(bytes), segment_(bytes) {
    if (segment < element && segment != 0) segment = element;
    if (segment == 0 || segment >= bytes) return;
    segment_ = piece_size(bytes, element, (segment / element + (segment % element > element / 2 ? 1 : 0)) * element);
  }

  std::uint32_t count() const {
    return bytes_ == 0 ? 0 : static_cast<std::uint32_t>((bytes_ + segment_ - 1) / segment_);
  }
  std::uint64_t begin(std::uint64_t i) const { return std::min(i * segment_, bytes_); }
  std::uint64_t bytes(std::uint64_t i) const { return begin(i + 1) - begin(i); }

 private:
  std::uint64_t bytes_;
  std::uint64_t segment_;
};

inline Segments segments_of(const Call& call) { return {call.bytes, call.element, call.tuning.segment}; }

}  // namespace trgen::programs::collectives
