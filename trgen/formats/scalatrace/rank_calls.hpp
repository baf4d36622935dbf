// SPDX-License-Identifier: Apache-2.0
// The calls of one rank with their arguments as numbers: ranks of MPI_COMM_WORLD, bytes, numbers of requests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/formats/scalatrace/functions.hpp"
#include "trgen/formats/scalatrace/script.hpp"
#include "trgen/formats/scalatrace/walk.hpp"
#include "trgen/record/record.hpp"

namespace trgen::formats::scalatrace {

/// What play.hpp finds out about a file: communicators, and the messages that receives take.
struct Order {
  static constexpr std::uint32_t world = 0;
  static constexpr std::uint32_t self = 1;
  static constexpr std::uint32_t first_group = 2;
  static constexpr std::uint32_t unknown = 0xffffffff;

  /// Where it is not what the receive itself says.
  struct Taken {
    std::uint64_t receive = 0;  ///< among the receives of the rank, from 0
    std::uint32_t source = record::no_rank;
    std::int32_t tag = 0;
    std::uint64_t bytes = 0;
  };

  /// Stands in for tags that the file did not keep: messages of different sizes have different tags.
  bool sizes_as_tags = false;
  /// Members of the communicators from first_group on, as ranks of MPI_COMM_WORLD.
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> groups;
  std::vector<std::vector<std::uint32_t>>
      made;                               ///< by rank: the communicators that it made; unknown where not followed
  std::vector<std::vector<Taken>> taken;  ///< by rank and receive
};

struct Message {
  std::uint32_t peer = record::no_rank;  ///< no_rank: any source
  std::int32_t tag = 0;
  bool any_tag = false;
  std::uint32_t communicator = Order::unknown;  ///< unknown: the message is not followed
  std::uint64_t bytes = 0;
  std::uint64_t receive = 0;  ///< of a receive: its number on its rank
};

struct Call {
  const Event* event = nullptr;
  Does does = Does::nothing;
  std::uint64_t computing = 0;  ///< before it
  std::uint64_t inside = 0;
  std::optional<Message> sent;
  std::optional<Message> received;              ///< or posted
  std::uint64_t started = 0;                    ///< number of the request that it starts
  std::vector<std::uint64_t> awaited;           ///< numbers of requests
  std::uint32_t communicator = Order::unknown;  ///< of a collective or of one that makes a communicator
  std::uint32_t root = record::no_rank;
  std::uint64_t bytes = 0;  ///< of a collective: that the rank contributes
  std::uint64_t got = 0;    ///< and receives
  std::int64_t color = 0;
  std::int64_t key = 0;
};

/// What could not be used, counted.
struct Unused {
  std::uint64_t datatypes = 0;      ///< derived or unknown: 1 byte an element
  std::uint64_t paths = 0;          ///< computing before a call whose path has no histogram
  std::uint64_t nobody = 0;         ///< messages with a rank that their communicator does not have
  std::uint64_t communicators = 0;  ///< messages in communicators that are not followed
};

struct CallState {
  WalkState walk;
  std::uint32_t path = no_path;  ///< of the last call
  std::uint64_t requests = 0;    ///< started so far
  std::uint64_t receives = 0;    ///< posted so far
  std::uint64_t made = 0;        ///< communicators made so far
};

class RankCalls {
 public:
  RankCalls(const Script& script, const Order& order, std::uint64_t most_calls)
      : script_(script), order_(order), walk_(script, most_calls) {}

  /// The next call of a rank; false behind the last one. Throws record::TraceError for a call that cannot be.
  bool next(std::uint32_t rank, CallState& state, Call& call, Unused& unused) const;

  /// Number of ranks of a communicator that is followed.
  std::uint64_t size(std::uint32_t communicator) const;
  /// The rank of MPI_COMM_WORLD with this number in a communicator; no_rank where there is none.
  std::uint32_t world_rank(std::uint32_t communicator, std::int64_t number, std::uint32_t rank) const;

 private:
  struct Arguments;

  static std::uint64_t duration(const std::vector<Duration>& all, std::uint32_t after, bool& found);
  void messages(Arguments& arguments, Call& call) const;
  std::int32_t tag(Arguments& arguments, Parameter parameter, std::uint64_t bytes) const;
  void requests(Arguments& arguments, Call& call) const;
  void collective(Arguments& arguments, Call& call) const;
  void group(Arguments& arguments, Call& call) const;
  std::uint64_t own_place(std::uint32_t communicator, std::uint32_t rank) const;
  void unequal_collective(Arguments& arguments, Call& call) const;

  const Script& script_;
  const Order& order_;
  Walk walk_;
};

}  // namespace trgen::formats::scalatrace
