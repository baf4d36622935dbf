// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/track.hpp"

#include <algorithm>

namespace trgen::structure {
namespace {

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most_executions : std::min(product, most_executions);
}

std::size_t depth(const Shape& shape, std::size_t from, std::size_t to) {
  std::size_t deepest = 0;
  for (std::size_t i = from; i < to; i = behind(shape, i)) {
    if (shape[i].count > 0) deepest = std::max(deepest, 1 + depth(shape, i + 1, behind(shape, i)));
  }
  return deepest;
}

void count_elements(const Shape& shape, std::size_t from, std::size_t to, std::uint64_t around,
                    std::vector<std::uint64_t>& counts) {
  for (std::size_t i = from; i < to; i = behind(shape, i)) {
    if (shape[i].count == 0) {
      counts.push_back(around);
    } else {
      count_elements(shape, i + 1, behind(shape, i), times(around, shape[i].count), counts);
    }
  }
}

}  // namespace

std::vector<std::uint64_t> executions_of_elements(const Shape& shape) {
  std::vector<std::uint64_t> counts;
  count_elements(shape, 0, shape.size(), 1, counts);
  return counts;
}

std::uint64_t executions(const Shape& shape, std::size_t from, std::size_t to) {
  std::uint64_t sum = 0;
  for (std::size_t i = from; i < to; i = behind(shape, i)) {
    const std::uint64_t of_step =
        shape[i].count == 0 ? 1 : times(shape[i].count, executions(shape, i + 1, behind(shape, i)));
    sum = std::min(sum + of_step, most_executions);
  }
  return sum;
}

std::uint64_t executions(const Shape& shape) { return executions(shape, 0, shape.size()); }

std::size_t elements(const Shape& shape) {
  return static_cast<std::size_t>(
      std::count_if(shape.begin(), shape.end(), [](const Step& step) { return step.count == 0; }));
}

std::size_t depth(const Shape& shape) { return depth(shape, 0, shape.size()); }

Track::Track(const Shape& shape) {
  ops_.reserve(2 * shape.size() + 1);
  compile(shape, 0, shape.size(), 0);
  ops_.push_back({});
}

void Track::compile(const Shape& shape, std::size_t from, std::size_t to, std::uint32_t level) {
  depth_ = std::max<std::size_t>(depth_, level);
  for (std::size_t i = from; i < to; i = behind(shape, i)) {
    if (shape[i].count == 0) {
      ops_.push_back({.kind = Kind::element, .value = elements_++});
      continue;
    }
    ops_.push_back({.kind = Kind::begin, .value = level, .count = shape[i].count});
    const auto body = static_cast<std::uint32_t>(ops_.size());
    compile(shape, i + 1, behind(shape, i), level + 1);
    ops_.push_back({.kind = Kind::again, .value = level, .body = body});
  }
}

}  // namespace trgen::structure
