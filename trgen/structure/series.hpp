// SPDX-License-Identifier: Apache-2.0
// A sequence of whole numbers as its first number and nested loops of differences: 0 1 2 ... 9 is 0 and nine times +1;
// repeated a thousand times, it is that and 999 times (-9 and nine times +1). Constant, affine and periodic sequences,
// sums of affine functions of several loop variables, and coordinates of a grid take a few numbers each, whatever their
// length.
//
// Series hold what varies in a structure: values of a record over the iterations of its loops, values over ranks, and
// sets of ranks, as the sequence of their members. Arithmetic is modulo 2^64, so that any sequence is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "trgen/structure/folding.hpp"
#include "trgen/structure/track.hpp"

namespace trgen::structure {

struct Series {
  std::int64_t first = 0;
  Shape shape;                      ///< of the differences
  std::vector<std::int64_t> steps;  ///< the differences, by element of the shape

  bool is_constant() const { return shape.empty(); }
  /// Length of the sequence; a constant has any length, and says 1.
  std::uint64_t length() const { return 1 + executions(shape); }
  /// The number at a position; that of a constant at any.
  std::int64_t at(std::uint64_t position) const;

  bool operator==(const Series&) const = default;
};

/// The numbers of a series, one after the other.
class SeriesWalk {
 public:
  explicit SeriesWalk(const Series& series);
  /// The next number; after the last one, and for a constant, the same again.
  std::int64_t next();

 private:
  const Series& series_;
  Track track_;
  TrackPosition at_;
  std::vector<std::uint64_t> counters_;
  std::int64_t value_;
  bool begun_ = false;
};

struct Difference {
  std::int64_t value = 0;
};
inline std::uint64_t hash_of_element(const Difference& of) {
  return fsin::hash_of(static_cast<std::uint64_t>(of.value) + 1);
}
inline bool same_element(const Difference& a, const Difference& b) { return a.value == b.value; }
inline void join_element(Difference&, const Difference&) {}

/// Makes a series from its numbers, one after the other. A constant needs no memory of its own.
class SeriesBuilder {
 public:
  /// A series whose differences have more nodes than `most` is given up: it is listed(), and takes no memory.
  void add(std::int64_t value, std::size_t most) { add(value, 1, most); }
  /// Adds a number several times.
  void add(std::int64_t value, std::uint64_t times, std::size_t most);
  /// Adds several numbers, each `step` more than the one before. There must be one.
  void add_rise(std::int64_t step, std::uint64_t times, std::size_t most);
  /// Adds all numbers of another series.
  void append(const SeriesBuilder& other, std::size_t most);

  void give_up() {
    listed_ = true;
    differences_.reset();
  }

  std::uint64_t length() const { return length_; }
  bool listed() const { return listed_; }
  bool is_constant() const { return !listed_ && !differences_; }
  std::int64_t first() const { return first_; }
  std::int64_t last() const { return last_; }
  Series series() const;

 private:
  static constexpr std::size_t window = 512;
  static constexpr std::size_t buckets = 16;
  using Differences = Folding<Difference, window, buckets>;

  Differences& differences();
  void limit(std::size_t most) {
    if (differences_->size() > most) give_up();
  }

  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::uint64_t length_ = 0;
  bool listed_ = false;
  std::unique_ptr<Differences> differences_;  ///< null for a constant
};

}  // namespace trgen::structure
