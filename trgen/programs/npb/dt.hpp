// SPDX-License-Identifier: Apache-2.0
// NPB DT: data traffic along a graph of tasks, one on each rank; ranks beyond the tasks are idle.
//
// Modelled: all messages. Sources draw feature vectors of random length; a comparator sends on a vector of the length
// of the longest that it received, and sinks send a number to rank 0. An arc is a message of 4 bytes with the length,
// then the vector. NPB publishes no count of operations, so there are no CPU bursts. Source: NPB 3.3.1, DT/dt.c; M.
// Frumkin and L. Shabanov, "Benchmarking memory performance with the Data Cube and Data Traffic", NAS-04-013.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Dt {
  static constexpr std::string_view name = "dt";
  static constexpr std::string_view doc = "data traffic: vectors along a graph of tasks, one on each rank";

  static constexpr PerClass<std::uint32_t> sources{4, 8, 16, 32, 64, 128, 0, 0};
  static constexpr PerClass<std::uint64_t> samples{1728,        1728 * 8,     1728 * 64, 1728 * 512,
                                                   1728 * 4096, 1728 * 32768, 0,         0};
  static constexpr PerClass<std::uint32_t> deviation{128, 256, 512, 1024, 2048, 4096, 0, 0};
  static constexpr PerClass<std::uint64_t> iterations{1, 1, 1, 1, 1, 1, 0, 0};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
