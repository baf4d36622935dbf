// SPDX-License-Identifier: Apache-2.0
// NPB IS: sorts integers by buckets: the totals of all buckets, then all keys go to the ranks of their buckets.
//
// Modelled: all messages; their sizes follow from the keys that the benchmark draws, which are counted when the program
// is made (is_keys.hpp), or from their distribution.
// Source: NPB 3.3.1 and 3.4.2, IS/is.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Is {
  static constexpr std::string_view name = "is";
  static constexpr std::string_view doc = "integer sort: sizes of buckets are summed, then keys sent to all ranks";

  /// Logarithms of the number of keys, of the largest key and of the number of buckets; 0: no such class.
  static constexpr PerClass<std::uint32_t> keys{16, 20, 23, 25, 27, 31, 35, 0};
  static constexpr PerClass<std::uint32_t> largest{11, 16, 19, 21, 23, 27, 31, 0};
  static constexpr PerClass<std::uint32_t> buckets{9, 10, 10, 10, 10, 10, 10, 0};
  static constexpr PerClass<std::uint64_t> iterations{10, 10, 10, 10, 10, 10, 10, 0};
  static constexpr PerClass<std::uint32_t> least_ranks{1, 1, 1, 1, 1, 4, 64, 0};
  static constexpr PerClass<std::uint32_t> most_ranks{128, 1024, 1024, 1024, 1024, 1024, 1024, 0};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
