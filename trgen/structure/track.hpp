// SPDX-License-Identifier: Apache-2.0
// Nested loops, as they are stored (Shape) and as they are run through (Track). Both say only how often and in which
// order elements come; what an element is, is known where the shape is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trgen::structure {

/// Nested loops in the order in which they are written. A step is an element, or a loop over the steps that follow it.
struct Step {
  std::uint64_t count = 0;  ///< 0: an element; otherwise the iterations of a loop
  std::uint32_t size = 0;   ///< of a loop: number of steps in its body, with those of loops within
  bool operator==(const Step&) const = default;
};
using Shape = std::vector<Step>;

/// Index of the step after this one and its body.
inline std::size_t behind(const Shape& shape, std::size_t step) { return step + 1 + shape[step].size; }

inline constexpr std::uint64_t most_executions = std::uint64_t{1} << 62;

/// Number of executions of all elements; saturates at `most_executions`.
std::uint64_t executions(const Shape& shape);
/// The same of the steps in [from, to).
std::uint64_t executions(const Shape& shape, std::size_t from, std::size_t to);
/// Executions of each element.
std::vector<std::uint64_t> executions_of_elements(const Shape& shape);
/// Number of elements.
std::size_t elements(const Shape& shape);
/// Loops around the deepest element or loop.
std::size_t depth(const Shape& shape);

/// Place in a track. The counters of open loops are the caller's: Track::depth() of them.
struct TrackPosition {
  std::uint32_t next = 0;
};

class Track {
 public:
  explicit Track(const Shape& shape);

  static constexpr std::uint32_t end = 0xffffffff;

  /// The number of the next element, in the order of the shape; `end` after the last one.
  std::uint32_t next(TrackPosition& at, std::uint64_t* counters) const {
    while (true) {
      const Op& op = ops_[at.next];
      switch (op.kind) {
        case Kind::element:
          ++at.next;
          return op.value;
        case Kind::begin:
          counters[op.value] = op.count;
          ++at.next;
          break;
        case Kind::again:
          at.next = --counters[op.value] > 0 ? op.body : at.next + 1;
          break;
        case Kind::stop:
          return end;
      }
    }
  }

  std::size_t depth() const { return depth_; }

 private:
  enum class Kind : std::uint8_t { element, begin, again, stop };
  struct Op {
    Kind kind = Kind::stop;
    std::uint32_t value = 0;  ///< number of the element; counter of the loop
    std::uint32_t body = 0;   ///< again: first step of the body
    std::uint64_t count = 0;  ///< begin: iterations
  };

  void compile(const Shape& shape, std::size_t from, std::size_t to, std::uint32_t level);

  std::vector<Op> ops_;
  std::size_t depth_ = 0;
  std::uint32_t elements_ = 0;
};

}  // namespace trgen::structure
