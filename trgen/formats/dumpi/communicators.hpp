// SPDX-License-Identifier: Apache-2.0
// Finds the ranks of MPI_COMM_WORLD that the communicators of a DUMPI trace consist of. Every rank numbers its
// communicators itself; their members follow from the calls by which all ranks made them, in the order of these calls.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/formats/dumpi/call.hpp"
#include "trgen/record/notes.hpp"

namespace trgen::formats::dumpi {

class Communicators {
 public:
  static constexpr std::uint32_t world = 0, self = 1, first = 2;
  static constexpr std::uint32_t unknown = 0xffffffff;  ///< members not known, or no communicator

  explicit Communicators(std::uint32_t ranks);

  /// First pass: processes a call of this rank, of any function.
  void survey(std::uint32_t rank, const Call& call);
  /// Call it after the first pass: finds the members. `surveyed`: the ranks that have files.
  void resolve(const std::vector<std::uint32_t>& surveyed);

  /// Second pass, call by call of one rank: the meaning of its handles.
  void begin(std::uint32_t rank);
  void follow(const Call& call);
  /// The number of a communicator, from the handle of the rank.
  std::uint32_t number(std::int64_t handle) const;
  /// The members of a communicator whose number is neither self nor unknown.
  const std::vector<std::uint32_t>& members(std::uint32_t number) const { return *communicators_[number].members; }

  /// The communicators whose members are known.
  std::vector<record::Communicator> notes() const;

 private:
  using Members = std::shared_ptr<const std::vector<std::uint32_t>>;

  enum class Kind : std::uint8_t {
    same,
    split,
    of_group,
    cart,
    cart_sub,
    first_nodes,
    lost,
    group_of,
    include,
    exclude
  };
  struct Operation {
    Kind kind = Kind::lost;
    std::int64_t from = 0;  ///< handle of the original communicator or group
    std::int64_t to = 0;
    std::int64_t color = 0;  ///< color, or handle of a group
    std::int64_t key = 0;
    std::vector<std::int64_t> list;
    std::uint32_t result = unknown;  ///< number of the resulting communicator
  };
  struct Communicator {
    Members members;
    std::vector<std::int64_t> dims;         ///< dimensions of a Cartesian communicator
    std::vector<std::uint64_t> operations;  ///< for each member, by its rank here: number of operations that have begun
  };
  struct Rank {
    std::vector<Operation> operations;
    std::size_t next = 0;
    bool waits = false;
    std::unordered_map<std::int64_t, std::uint32_t> handles;
    std::unordered_map<std::int64_t, Members> groups;
  };
  struct Gathering {  ///< the ranks that have reached an operation of a communicator
    std::vector<std::uint32_t> ranks;
    std::size_t awaited = 0;
  };

  static bool classify(const Call& call, Operation& operation);
  std::uint32_t lookup(const Rank& rank, std::int64_t handle) const;
  bool advance(std::uint32_t rank);
  void group_operation(Rank& rank, const Operation& operation) const;
  Members part_of(const std::vector<std::uint32_t>& group, const Operation& operation) const;
  Members common_result(std::uint32_t communicator, std::uint32_t rank, const Operation& operation);
  bool gather(std::uint32_t rank, std::uint32_t communicator);
  void complete(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks);
  void split(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks);
  void cart_sub(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks);
  Members share(std::vector<std::uint32_t> members) const;
  std::uint32_t make(Members members);
  void give(std::uint32_t rank, std::uint32_t communicator);

  std::uint32_t ranks_count_;
  std::unordered_map<std::uint32_t, Rank> ranks_;  ///< the ranks that have files
  std::vector<bool> surveyed_;
  std::vector<Communicator> communicators_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Gathering> gatherings_;
  std::vector<std::uint32_t> ready_;  ///< ranks that can go on
  std::size_t operations_ = 0;
  mutable std::size_t members_ = 0;  ///< number of members in all communicators and groups
  Rank* following_ = nullptr;
};

}  // namespace trgen::formats::dumpi
