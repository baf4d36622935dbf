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
  void post(const record::Record& receive);
  /// A nonblocking send, which matters only to a wait that names no request.
  void sent() { ++sends_behind_; }

  /// Takes the first receive of this source and tag or, if there is none, the first of this source.
  std::optional<record::Record> take(std::uint32_t source, std::int32_t tag);
  /// Takes what a wait without arguments waits for: the last request. Empty when that is a send.
  std::optional<record::Record> take_last();
  /// Takes the one that was posted first; there is one.
  record::Record take_first() { return take(posted_.begin()); }
  /// Takes all of them, in order.
  std::vector<record::Record> take_all();

  bool empty() const { return posted_.empty(); }

 private:
  struct Posted {
    record::Record receive;
    std::uint64_t sends_before = 0;  ///< sends since the receive before it
  };
  using Key = std::pair<std::uint32_t, std::int32_t>;

  record::Record take(std::map<std::uint64_t, Posted>::iterator at);

  std::map<std::uint64_t, Posted> posted_;  ///< by number
  std::map<Key, std::deque<std::uint64_t>> numbers_;
  std::uint64_t next_ = 0;
  std::uint64_t sends_behind_ = 0;
};

}  // namespace trgen::formats::ti
