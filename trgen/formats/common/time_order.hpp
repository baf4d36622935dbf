// SPDX-License-Identifier: Apache-2.0
// Warnings about ranks whose time goes backwards, in the words of the text format. Memory: one time for each rank.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "trgen/io/problems.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats {

class TimeOrder {
 public:
  explicit TimeOrder(record::TraceFacts& facts) : facts_(facts) {}

  void check(std::uint32_t rank, const record::Record& record) {
    if (rank >= last_ns_.size()) last_ns_.resize(std::size_t{rank} + 1);
    if (record.time_ns < last_ns_[rank] && ++backwards_ <= io::most_warnings) {
      facts_.warnings.push_back(fmt::format("{}:{}: time of rank {} goes backwards, from {} to {} ns", facts_.name,
                                            record.line, rank, last_ns_[rank], record.time_ns));
    }
    last_ns_[rank] = record.time_ns;
  }

  /// Call it when all records have been seen.
  void finish() {
    if (backwards_ > io::most_warnings) {
      facts_.warnings.push_back(fmt::format("{}: time goes backwards {} times in all", facts_.name, backwards_));
    }
  }

 private:
  record::TraceFacts& facts_;
  std::vector<std::uint64_t> last_ns_;
  std::uint64_t backwards_ = 0;
};

}  // namespace trgen::formats
