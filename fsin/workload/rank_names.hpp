// SPDX-License-Identifier: Apache-2.0
// Names of what a workload calls by number: a rank, or a further stream of one (RankAccount::stream_of). Whoever shows
// ranks to people asks here, so that what a stream does stands under its rank.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::workload {

struct RankName {
  std::uint32_t rank = 0;    ///< counted without streams
  std::uint32_t stream = 0;  ///< 0: the rank itself

  auto operator<=>(const RankName&) const = default;
};

class RankNames {
 public:
  /// Every number is a rank.
  RankNames() = default;
  /// By number: the number whose stream it is, or its own. Empty: every number is a rank.
  explicit RankNames(std::span<const std::uint32_t> stream_of);
  explicit RankNames(std::span<const RankAccount> accounts);

  bool any_streams() const { return !names_.empty(); }
  RankName operator[](std::size_t number) const {
    return names_.empty() ? RankName{static_cast<std::uint32_t>(number), 0} : names_[number];
  }
  /// Ranks among so many numbers.
  std::size_t ranks(std::size_t numbers) const { return names_.empty() ? numbers : ranks_; }
  /// "4", or of a stream "4, stream 1".
  std::string text(std::size_t number) const;

 private:
  std::vector<RankName> names_;  ///< empty: there are no streams
  std::size_t ranks_ = 0;
};

}  // namespace fsin::workload
