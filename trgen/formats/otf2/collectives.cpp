// SPDX-License-Identifier: Apache-2.0
// Collectives of an OTF2 archive: their facts come with their end, but belong to the record of their beginning.
#include <fmt/format.h>

#include <algorithm>

#include "trgen/formats/common/values.hpp"
#include "trgen/formats/otf2/events.hpp"

namespace trgen::formats::otf2 {
namespace {

using record::Kind;
using record::Record;

constexpr std::size_t deepest = 64;  ///< collectives within one another

/// Converts the bytes of Score-P, which counts them once for each peer, to those that the rank itself contributes and
/// receives. For collectives in place, Score-P leaves out the rank itself.
std::uint64_t share(std::uint64_t bytes, std::uint64_t peers) {
  if (peers == 0) return bytes;
  if (bytes % peers == 0) return bytes / peers;
  return peers > 1 ? bytes / (peers - 1) : bytes;
}

/// Converts the bytes of EZTrace 2, which records the arguments of the call on every rank: the size for one peer and,
/// on ranks that are not the root, values that only the root has. (Vectors are already summed.)
void of_all_peers(OTF2_CollectiveOp operation, Record& state, bool is_root, std::uint64_t peers) {
  const bool from_root = operation == OTF2_COLLECTIVE_OP_BCAST || operation == OTF2_COLLECTIVE_OP_SCATTER ||
                         operation == OTF2_COLLECTIVE_OP_SCATTERV;
  const bool to_root = operation == OTF2_COLLECTIVE_OP_GATHER || operation == OTF2_COLLECTIVE_OP_GATHERV ||
                       operation == OTF2_COLLECTIVE_OP_REDUCE;
  const bool each_sent = operation == OTF2_COLLECTIVE_OP_SCATTER || operation == OTF2_COLLECTIVE_OP_ALLTOALL;
  const bool each_received = operation == OTF2_COLLECTIVE_OP_GATHER || operation == OTF2_COLLECTIVE_OP_ALLGATHER ||
                             operation == OTF2_COLLECTIVE_OP_ALLTOALL;
  if (peers == 0) return;
  const auto whole = [peers](std::uint64_t bytes) {
    return bytes > most_message_bytes / peers ? most_message_bytes + 1 : bytes * peers;
  };
  if (each_sent) state.bytes = whole(state.bytes);
  if (each_received) state.received = whole(state.received);
  if (from_root && !is_root) state.bytes = 0;
  if (to_root && !is_root) state.received = 0;
  if (operation == OTF2_COLLECTIVE_OP_BCAST && is_root) state.received = 0;
}

}  // namespace

void Events::collective_begin(const At& at) {
  collectives_.push_back({std::exchange(entered_, std::nullopt), depth_});
  collective_ticks_ = at.ticks;
  if (collectives_.size() <= deepest) return;
  collectives_.erase(collectives_.begin());
  ++without_facts_;
}

void Events::collective_end(const At& at, const Facts& facts) {
  settle_entered();
  std::optional<HeldRecords::Ticket> ticket;
  if (!collectives_.empty()) {
    ticket = collectives_.back().state;
    collectives_.pop_back();
  }
  if (!ticket) return lone_collective(at, facts);
  Record* const state = records_.find(*ticket);
  if (state == nullptr) {
    ++without_facts_;
    return;
  }
  complete(*state, facts, at.position);
  records_.settle(*ticket);
}

/// A function is left: a collective that began in it has no end in the archive.
void Events::missing_end() {
  while (depth_ > 0 && !collectives_.empty() && collectives_.back().depth == depth_) {
    if (collectives_.back().state) records_.settle(*collectives_.back().state);
    collectives_.pop_back();
    ++without_facts_;
  }
  depth_ -= depth_ > 0 ? 1 : 0;
}

/// A collective outside any MPI function, as in archives without regions.
void Events::lone_collective(const At& at, const Facts& facts) {
  const std::size_t operation = facts.operation;
  const std::string name = operation < collective_operations.size()
                               ? fmt::format("MPI_{}", collective_operations[operation])
                               : std::string("MPI_Collective");
  Record start = this->at({std::min(collective_ticks_, at.ticks), at.position, at.attributes}, Kind::state_start);
  start.state = state(name);
  complete(start, facts, at.position);
  records_.add(start);
  Record end = this->at(at, Kind::state_end);
  end.state = start.state;
  records_.add(end);
}

void Events::nonblocking_begin(std::uint64_t request) {
  const auto [found, fresh] = nonblocking_.try_emplace(request);
  if (!fresh) ++without_facts_;  // the collective that had this number before never completed
  found->second = std::exchange(entered_, std::nullopt);
}

void Events::nonblocking_end(const At& at, const Facts& facts, std::uint64_t request) {
  const auto found = nonblocking_.find(request);
  const bool has_state = found != nonblocking_.end() && found->second;
  Record* const state = has_state ? records_.find(*found->second) : nullptr;
  if (state == nullptr) {
    ++without_facts_;
  } else {
    complete(*state, facts, at.position);
    records_.settle(*found->second);
  }
  if (found != nonblocking_.end()) nonblocking_.erase(found);
}

std::uint32_t Events::root(const Facts& facts, std::uint64_t position) {
  switch (facts.root) {
    case OTF2_COLLECTIVE_ROOT_NONE:
    case OTF2_COLLECTIVE_ROOT_THIS_GROUP:
      return record::no_rank;
    case OTF2_COLLECTIVE_ROOT_SELF:
      return rank_;
    default:
      return world_rank(facts.communicator, facts.root, position);
  }
}

void Events::complete(Record& state, const Facts& facts, std::uint64_t position) {
  const Communicator& in = communicator(facts.communicator, position);
  state.collective = true;
  state.communicator = in.number;
  state.peer = root(facts, position);
  state.bytes = facts.sent;
  state.received = facts.received;
  const bool is_root = state.peer == rank_;
  const std::uint64_t peers = in.self ? 1 : this->peers(in).size();
  if (score_p_) {
    switch (facts.operation) {
      case OTF2_COLLECTIVE_OP_BCAST:
        state.bytes = is_root ? share(facts.sent, peers) : 0;
        state.received = is_root ? 0 : facts.received;
        break;
      case OTF2_COLLECTIVE_OP_ALLGATHER:
      case OTF2_COLLECTIVE_OP_ALLGATHERV:
        state.bytes = share(facts.sent, peers);
        break;
      case OTF2_COLLECTIVE_OP_ALLREDUCE:
        state.bytes = share(facts.sent, peers);
        state.received = share(facts.received, peers);
        break;
      case OTF2_COLLECTIVE_OP_REDUCE:
        state.received = is_root ? share(facts.received, peers) : 0;
        break;
      default:
        break;
    }
  }
  if (definitions_.eztrace) of_all_peers(facts.operation, state, is_root, peers);
  if (state.bytes > most_message_bytes || state.received > most_message_bytes) {
    library_.fail(fmt::format("event {} of rank {} is a collective of {} bytes; the archive is damaged", position,
                              rank_, std::max(state.bytes, state.received)));
  }
}

}  // namespace trgen::formats::otf2
