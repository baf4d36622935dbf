// SPDX-License-Identifier: Apache-2.0
// A call of a collective as operations of its ranks: the messages of its algorithm, round by round.
//
// An expansion is a value that costs nothing to make but the choice of its algorithm; it may be made anew for each rank
// and each step. It refers to the sizes in the call and to the members of the group, which must outlive it.
#pragma once

#include <cstdint>

#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/collectives/tags.hpp"
#include "trgen/programs/group.hpp"
#include "trgen/programs/operation.hpp"

namespace trgen::programs::collectives {

/// Separation of the messages of a collective from those of the program.
enum class Apart : std::uint8_t {
  tags,     ///< tags that no program uses, on the communicator of the call
  context,  ///< as in MPICH: a communicator of their own, whose number is that of the call's with the lowest bit set
};

class Expansion {
 public:
  /// `call` has kind, size, root and bytes (or blocks) set; its size is that of the group.
  Expansion(const Choice& choice, const Call& call, const Group& group, std::uint32_t communicator,
            Apart apart = Apart::tags)
      : call_(call), group_(group), communicator_(communicator), apart_(apart) {
    chosen_ = choice.choose(call_);
    ns_per_byte_ = choice.reduce_ns_per_byte();
  }

  const Entry& algorithm() const { return *chosen_.algorithm; }
  bool substituted() const { return chosen_.substituted; }
  const Call& call() const { return call_; }

  /// Rounds of rank `v` of the communicator.
  std::uint32_t rounds(std::uint32_t v) const { return is_empty(call_) ? 0 : chosen_.algorithm->rounds(call_, v); }

  /// Appends the operations of a round. Requests are numbered from `first_request` on. All are complete at the end of
  /// the last round, and at the end of each one but those that the algorithm leaves open.
  void round(std::uint32_t v, std::uint32_t number, std::uint32_t first_request, Operations& out) const;

  /// The number of requests that any round can have.
  std::uint32_t most_requests() const { return 2 * call_.size; }

 private:
  Call call_;
  Group group_;
  std::uint32_t communicator_;
  Apart apart_;
  Chosen chosen_;
  double ns_per_byte_ = 0;
};

}  // namespace trgen::programs::collectives
