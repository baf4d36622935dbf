// SPDX-License-Identifier: Apache-2.0
// Which message each receive took, from the order in which receives were posted.
//
// MPI gives the messages of one source, tag and communicator to the receives for them in the order in which those were
// posted (MPI-4.0, section 3.5, order), with or without wildcards; a record is made when a receive completes, which may
// be in another order. Where the two differ, the record gets its `match`. Memory: receives posted and not complete,
// what waits behind them, and one entry for each source, tag, communicator.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "trgen/formats/common/held_records.hpp"

namespace trgen::formats {

class ReceiveMatcher {
 public:
  explicit ReceiveMatcher(HeldRecords& records) : records_(records) {}

  /// Forgets the last rank.
  void begin();
  /// A receive was posted; its record comes under this number.
  void post(std::uint64_t request);
  /// It will have none: cancelled, or freed.
  void drop(std::uint64_t request);
  /// A receive is complete: without a number, or with one that was not posted, it was posted just now.
  void receive(const record::Record& record, std::optional<std::uint64_t> request = std::nullopt);
  /// The rank ends: what was posted and never completed takes no message.
  void finish();

  /// Receives that completed so long after later ones that the message they took is not known.
  std::uint64_t unknown() const { return unknown_; }

 private:
  static constexpr std::size_t most_keys = std::size_t{1} << 20;

  struct Key {
    std::uint32_t source, communicator;
    std::int32_t tag;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Taken {
    std::uint64_t completed = 0;  ///< receives in the order of records
    std::uint64_t matched = 0;    ///< and those whose message is known
    std::uint64_t last_post = 0;
  };
  struct Complete {
    HeldRecords::Ticket ticket;
    Taken* taken;
    std::uint64_t number;  ///< in the order of records
  };

  void resolve();
  void match(std::uint64_t post, const Complete& complete);

  HeldRecords& records_;
  std::uint64_t posted_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> requests_;  ///< to the number of the post
  std::set<std::uint64_t> open_;                               ///< posts that may yet complete
  std::map<std::uint64_t, Complete> complete_;                 ///< by post, those behind an open one
  std::unordered_map<Key, Taken, KeyHash> taken_;              ///< pointers to values stay valid
  std::uint64_t unknown_ = 0;
};

}  // namespace trgen::formats
