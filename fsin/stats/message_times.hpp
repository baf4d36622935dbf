// SPDX-License-Identifier: Apache-2.0
// Times and slowdowns of the messages of a run, by size: percentiles of what `fsin run --message-log` writes line by
// line. The slowdown of a message is its time over that without any other message.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::stats {

/// Time over time alone, both in cycles; 1 where neither takes any. Nothing where the latter is not known, or 0.
std::optional<double> slowdown_of(Cycle time, std::optional<double> alone);

/// Mean and percentiles of a figure. All are 0 where there is none.
struct Percentiles {
  double mean = 0;
  double p50 = 0;  ///< the least value that so many percent do not exceed, to four digits
  double p95 = 0;
  double p99 = 0;
  double max = 0;
};

/// Messages of a range of sizes.
struct MessageSizes {
  std::uint64_t from = 0;  ///< bytes, both included
  std::uint64_t to = 0;
  std::uint64_t messages = 0;
  Percentiles time;            ///< cycles
  std::uint64_t compared = 0;  ///< messages whose time without others is known
  Percentiles slowdown;        ///< of these
};

struct MessageTimes {
  std::uint64_t messages = 0;       ///< that have been delivered
  std::uint64_t under_way = 0;      ///< sent, and not delivered when the run ended
  std::uint64_t requests = 0;       ///< requests and answers of long messages, which are not among the messages
  std::vector<MessageSizes> sizes;  ///< in ascending order; empty ones are left out
  MessageSizes all;                 ///< of all sizes
};

/// Collects values one by one; memory does not grow with their number.
class RoundedValues {
 public:
  /// Whole numbers; those above 9,999 are rounded to four digits.
  void add(std::uint64_t value);
  /// Values are divided by `unit`. Mean and maximum are exact where the values were.
  Percentiles percentiles(double unit) const;
  std::uint64_t count() const { return count_; }

 private:
  double percentile(double part) const;

  std::map<std::uint64_t, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  std::uint64_t max_ = 0;
};

/// By size: no bytes, and from each power of two to the next.
class MessageTimesBySize {
 public:
  /// `alone`: cycles without any other message; nothing where they are not known.
  void add(std::uint64_t bytes, Cycle time, std::optional<double> alone);
  /// Without `under_way` and `requests`.
  MessageTimes times() const;

 private:
  struct Class {
    RoundedValues times, slowdowns;
  };
  static constexpr double parts = 10'000;  ///< a slowdown is counted in ten-thousandths
  static MessageSizes row(const Class& one, std::uint64_t from, std::uint64_t to);

  std::array<Class, 65> classes_;
  Class all_;
  std::uint64_t most_bytes_ = 0;
  std::uint64_t least_bytes_ = ~std::uint64_t{0};
};

}  // namespace fsin::stats
