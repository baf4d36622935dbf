// SPDX-License-Identifier: Apache-2.0
// Collectives found in their messages: which call of which library makes exactly these messages on all members.
//
// A trace shows a collective as messages inside the state of its function. They are no pattern to be fitted: the
// algorithms of the libraries are known (trgen/programs/collectives), and so a call is looked for - its kind, root,
// bytes and element - whose algorithm makes every message of every member, in order. At another number of ranks the
// same call is expanded by the same library, whose choice of algorithm may then be another one.
//
// Messages of a collective are those inside a state whose communicator is a context of MPICH (odd) or whose tag is
// negative (Open MPI). In the state of a collective they are one call; in another state, such as that of
// MPI_Comm_split, a call ends where communicator or tag changes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/extrapolation/transfers.hpp"
#include "trgen/record/record.hpp"

namespace trgen::extrapolation {

/// Bytes of an element of a reduction that are tried. Which one it is often does not show: an algorithm depends only on
/// whether there are as many elements as ranks.
inline constexpr std::array<std::uint32_t, 6> element_sizes{8, 4, 16, 1, 2, 12};

/// The first of the sizes with these bits; of one bit at least.
inline std::uint32_t first_element(std::uint32_t elements) {
  return element_sizes[static_cast<std::size_t>(std::countr_zero(elements))];
}

/// The messages of a rank in one call of a collective.
struct Piece {
  std::string function;  ///< of the state around it
  std::uint32_t communicator = 0;
  std::vector<Transfer> transfers;
  /// Facts that the trace has of the call: bytes that the rank contributes and receives, and the root.
  std::optional<record::Record> facts;
};

/// True for the messages that belong to a collective.
constexpr bool is_of_collective(const record::Record& record) {
  return record::is_message(record.kind) && (record.communicator % 2 == 1 || record.tag < 0);
}

/// The collectives of one trace.
class Exchanges {
 public:
  /// Adds the next piece of a rank on its communicator.
  void add(std::uint32_t rank, Piece piece);
  /// Finds the calls. A communicator whose pieces do not fit together has none.
  void resolve();
  /// The call of the how many-th piece of a rank on a communicator; none where none explains it.
  std::optional<std::uint32_t> of(std::uint32_t rank, std::uint32_t communicator, std::size_t number) const;
  const Exchange& operator[](std::uint32_t number) const { return found_[number]; }
  std::size_t size() const { return found_.size(); }
  /// The first call that differs from this one in nothing but the bytes of its blocks, which are data.
  std::uint32_t but_for_blocks(std::uint32_t number) const;

 private:
  using Id = std::uint32_t;
  using Key = std::pair<std::uint32_t, std::uint32_t>;  ///< communicator, rank

  void resolve_group(std::uint32_t communicator, const std::vector<std::uint32_t>& members);
  std::optional<Exchange> explain(std::uint32_t communicator, const std::vector<std::uint32_t>& members,
                                  const std::vector<Id>& ids) const;

  std::map<Key, std::vector<Id>> sequences_;
  std::vector<Piece> pieces_;
  std::unordered_map<std::string, Id> known_;
  std::map<Key, std::vector<std::optional<std::uint32_t>>> calls_;
  std::vector<Exchange> found_;
};

}  // namespace trgen::extrapolation
