// SPDX-License-Identifier: Apache-2.0
// Which message each receive takes, for ranks that receive from any source or with any tag: the two queues of MPI,
// receives that are posted and messages that have come, for each rank of a share.
//
// A message comes to be matched in the cycle in which it is reported as delivered, but not before those that set out
// earlier from the same source to the same rank in its communicator: messages do not overtake each other. Those of a
// cycle come in the order of their sources, and of one source in the order in which they set out. A message that has
// come takes the receive that was posted first among those that it matches; a receive that is posted takes the message
// that came first. Source, tag and communicator must agree, where the receive does not leave them open; bytes play no
// part, as in MPI. A long message (rendezvous.hpp) is matched by its request; when its bytes come, the first receive of
// its source, tag and communicator that was matched with a request has them.
//
// Not modelled: what a receive does with more bytes than its buffer has.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"
#include "fsin/workload/message_workload.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/replay/ranks/flow.hpp"

namespace trgen::replay {

/// A receive that a rank has posted.
struct Posted {
  std::uint32_t source = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint32_t request = 0;   ///< of the rank, or own_request
  std::uint32_t recorded = 0;  ///< of a receive from any source: the source in the trace, or programs::any_rank
  std::uint64_t record = 0;    ///< where the rank stood when it posted it (OperationReader::number)

  bool open() const { return source == programs::any_rank; }
};

/// A message that has come, or the request of a long one.
struct Arrived {
  std::uint32_t source = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  bool asks = false;
};

class Matching {
 public:
  explicit Matching(std::size_t ranks) : ranks_(ranks) {}

  /// A message, or the request of a long one, has set out.
  void set_out(const FlowKey& key) { streams_[stream_of(key)].push_back({key, false}); }

  /// It has come, in full, and is reported in this cycle.
  void come(const FlowKey& key, fsin::Cycle cycle) { fresh_.push_back({cycle, key}); }

  bool has_arrivals() const { return !fresh_.empty(); }
  /// Matches all that has come. Calls `matched(rank, posted, arrived)` for each receive that takes a message.
  template <class Matched>
  void settle(Matched matched) {
    if (fresh_.empty()) return;
    sort_fresh();
    for (const Fresh& each : fresh_) {
      admit(each.key, [&](std::uint32_t rank, const Arrived& arrived) {
        if (const auto posted = take_posted(rank, arrived)) matched(rank, *posted, arrived);
      });
    }
    fresh_.clear();
  }

  /// A receive is posted. The message that it takes, if one has come.
  std::optional<Arrived> post(std::uint32_t rank, const Posted& receive);

  /// A receive that took the request of a long message waits for its bytes; the first that does has them now.
  void await_bytes(std::uint32_t rank, const Posted& receive, const Arrived& from) {
    ranks_[rank].awaited.push_back({from, receive.request});
  }
  std::uint32_t bytes_come(std::uint32_t rank, const Arrived& from);

  /// How far the message of a receive that waits has come, in words; empty: nothing is under way to it. Source and tag
  /// may be open.
  std::string under_way(const fsin::workload::Message& receive) const;

  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

 private:
  struct Fresh {
    fsin::Cycle cycle = 0;
    FlowKey key;
  };
  /// One that has set out; `here`: it has come, but one before it has not.
  struct SetOut {
    FlowKey key;
    bool here = false;
  };
  struct Awaited {
    Arrived from;
    std::uint32_t request = 0;
  };
  struct OfRank {
    std::deque<Posted> posted;
    std::deque<Arrived> arrived;
    std::deque<Awaited> awaited;
  };
  /// Receiver, source, communicator.
  using Stream = std::pair<std::uint64_t, std::uint32_t>;

  static Stream stream_of(const FlowKey& key);
  static Arrived arrived_of(const FlowKey& key);
  static bool agree(const Posted& receive, const Arrived& message);
  void sort_fresh();
  std::optional<Posted> take_posted(std::uint32_t rank, const Arrived& arrived);

  /// One has come: it and those of its stream that waited for it alone are there now.
  template <class Visit>
  void admit(const FlowKey& key, Visit visit) {
    const auto stream = streams_.find(stream_of(key));
    std::deque<SetOut>& waiting = stream->second;
    for (SetOut& each : waiting) {
      if (each.here || !(each.key == key)) continue;
      each.here = true;
      break;
    }
    for (; !waiting.empty() && waiting.front().here; waiting.pop_front())
      visit(key.receiver, arrived_of(waiting.front().key));
    if (waiting.empty()) streams_.erase(stream);
  }

  std::vector<OfRank> ranks_;
  std::map<Stream, std::deque<SetOut>> streams_;
  std::vector<Fresh> fresh_;
};

}  // namespace trgen::replay
