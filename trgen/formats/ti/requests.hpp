// SPDX-License-Identifier: Apache-2.0
// The nonblocking receives of one rank that are posted and not complete, in the order of posting.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "trgen/record/record.hpp"

namespace trgen::formats::ti {

class Requests {
 public:
  /// Adds a receive; `number` is the one that the trace gives the request, if any.
  void post(const record::Record& receive, std::optional<std::uint32_t> number = std::nullopt);
  /// Counts a nonblocking send, which matters only to a wait that names no request.
  void sent() { ++sends_behind_; }

  /// Takes the first receive of this source and tag or, if there is none, the first of this source.
  std::optional<record::Record> take(std::uint32_t source, std::int32_t tag);
  /// Takes those with these numbers, in the order of posting; at most `most` of them.
  std::vector<record::Record> take_numbered(std::uint32_t first, std::uint32_t count, std::size_t most);
  /// Takes the request of a wait without arguments: the last one. Empty when that is a send.
  std::optional<record::Record> take_last();
  /// Takes the receive that was posted first, which must exist.
  record::Record take_first() { return take(posted_.begin()); }
  /// Takes all of them, in order.
  std::vector<record::Record> take_all();

  bool empty() const { return posted_.empty(); }

 private:
  struct Posted {
    record::Record receive;
    std::uint64_t sends_before = 0;       ///< sends since the receive before it
    std::optional<std::uint32_t> number;  ///< number that the trace gives it
  };
  using Key = std::pair<std::uint32_t, std::int32_t>;

  record::Record take(std::map<std::uint64_t, Posted>::iterator at);

  std::map<std::uint64_t, Posted> posted_;  ///< by number
  std::map<Key, std::deque<std::uint64_t>> numbers_;
  std::map<std::uint32_t, std::uint64_t> named_;  ///< by the number that the trace gives
  std::uint64_t next_ = 0;
  std::uint64_t sends_behind_ = 0;
};

}  // namespace trgen::formats::ti
