// SPDX-License-Identifier: Apache-2.0
// Finds the message that each receive took, from the order in which receives were posted.
//
// MPI gives the messages of one source, tag and communicator to the matching receives in the order in which these were
// posted (MPI-4.0, section 3.5, order), with or without wildcards. A record, however, is made when a receive completes,
// possibly in another order; where the two orders differ, the record gets its `match`. Memory: receives that are posted
// and not complete, those that wait behind them, and one entry for each source, tag and communicator.
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

  /// Begins a rank and forgets the one before.
  void begin();
  /// A receive was posted; its record will come with this request number.
  void post(std::uint64_t request);
  /// The request will have no record: it was cancelled or freed.
  void drop(std::uint64_t request);
  /// A receive is complete. Without a request number, or with one that was not posted, it counts as posted just now.
  void receive(const record::Record& record, std::optional<std::uint64_t> request = std::nullopt);
  /// The rank ends: receives that were posted and never completed take no message.
  void finish();

  /// Number of receives whose message is not known, because they completed too long after later ones.
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
    std::uint64_t matched = 0;    ///< receives of these whose message is known
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
