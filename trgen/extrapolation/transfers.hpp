// SPDX-License-Identifier: Apache-2.0
// A call of a collective, and the messages of its members that follow from it.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/programs/collectives/call.hpp"
#include "trgen/programs/group.hpp"
#include "trgen/record/record.hpp"

namespace trgen::extrapolation {

/// A message of a collective, as a rank sees it.
struct Transfer {
  record::Kind way = record::Kind::send;
  std::uint32_t peer = 0;
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Transfer&) const = default;
};

/// A call of a collective that explains the messages of all its members.
struct Exchange {
  programs::collectives::Kind kind = programs::collectives::Kind::barrier;
  programs::collectives::Library library = programs::collectives::Library::mpich;
  std::uint32_t communicator = 0;      ///< as in the records of its messages
  std::uint32_t root = 0;              ///< a rank of the group
  std::uint64_t bytes = 0;             ///< by the rule of the kind; of blocks that differ, their mean
  std::uint32_t element = 8;           ///< of a reduction, bytes; the first one that explains the messages
  std::uint32_t elements = 0;          ///< bits: all that do, by their place in the list of exchange.hpp
  bool varies = false;                 ///< its blocks differ from pair to pair
  std::vector<std::uint32_t> members;  ///< ascending

  bool operator==(const Exchange&) const = default;
};

/// The transfers of member `v` of a call, in the order in which a trace of the program shows them, each with the time
/// since the one before (the first: since the begin), in halves of the time of a call (programs/program_trace.hpp).
struct TimedTransfer {
  Transfer transfer;
  std::uint32_t half_calls = 0;
};
std::vector<TimedTransfer> transfers_of(const Exchange& call, const programs::Group& group, std::uint32_t v,
                                        const programs::collectives::BlockSizes* blocks = nullptr);

}  // namespace trgen::extrapolation
