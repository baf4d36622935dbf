// SPDX-License-Identifier: Apache-2.0
// What a node of a rank's program collects over its executions.
#include <algorithm>
#include <utility>

#include "trgen/extrapolation/rank_program.hpp"

namespace trgen::extrapolation {

std::uint32_t Names::number(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return names_.push_back(name), static_cast<std::uint32_t>(names_.size() - 1);
  return static_cast<std::uint32_t>(found - names_.begin());
}

void Times::add(std::int64_t gap) {
  series.add(gap, most_time_steps);
  sum += static_cast<double>(gap);
  ++count;
  rest.add(gap);
}

void Times::append(const Times& other) {
  if (other.first_count > 0) {  // a loop within the one that is joined
    first_sum += other.first_sum;
    first_count += other.first_count;
    first.append(other.first);
  } else if (first_count == 0) {
    first_sum = sum;
    first_count = count;
    std::swap(first, rest);
  }
  rest.append(other.rest);
  series.append(other.series, most_time_steps);
  sum += other.sum;
  count += other.count;
}

void Sizes::add(std::uint64_t bytes) {
  series.add(static_cast<std::int64_t>(bytes), most_steps);
  sum += static_cast<double>(bytes);
}

void Sizes::append(const Sizes& other) {
  series.append(other.series, most_steps);
  sum += other.sum;
}

}  // namespace trgen::extrapolation
