// SPDX-License-Identifier: Apache-2.0
// Optional abilities of a workload: small interfaces, requested once before a run. A workload that lacks one answers
// null, and the engine does without: one thread, no checkpoint, no prefetching.
//
//   Divisible    its nodes can be served by several threads or processes
//   Exchanging   a share of a divided workload that has something to tell the other shares
//   Resumable    its state can be saved, and a later run goes on from there
//   Waking       somebody outside decides during the run what its nodes send (waking.hpp)
//   Prefetching  it can bring what a poll or a delivery will touch into the cache
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"

namespace fsin::workload {

class Share;

/// Nodes divided into shares.
struct Division {
  std::span<const std::uint8_t> part_of_node;  ///< values below `parts`
  unsigned parts = 1;
  std::optional<unsigned> only;  ///< the one share served by this process

  bool here(unsigned part) const { return !only || *only == part; }
};

class Divisible {
 public:
  virtual ~Divisible() = default;

  /// Divides the nodes, before the first poll. Returns the shares, which live as long as the workload; an empty list if
  /// this run of it cannot be divided. With division.only, all other shares are in other processes: they are null here,
  /// and left out of every report.
  virtual std::vector<Share*> divide(const Division& division) = 0;
};

/// Exchange between shares: the notices that a share leaves for others in a cycle are taken at the beginning of the
/// next, before their first delivery.
class Exchanging {
 public:
  virtual ~Exchanging() = default;

  virtual void take_notices() = 0;

  // Between processes: the notices of this share for share `to` in a cycle, and those that arrived from share `from`.
  virtual void pack_notices(unsigned to, ByteWriter& out) = 0;
  virtual void unpack_notices(unsigned from, ByteReader& in) = 0;
};

/// Saves all state that changes, between two cycles, and restores it into a workload that was made and divided in the
/// same way and not polled yet. load() may throw the exceptions of reading a trace.
class Resumable {
 public:
  virtual ~Resumable() = default;
  virtual void save(ByteWriter& out) const = 0;
  virtual void load(ByteReader& in) = 0;
};

class Prefetching {
 public:
  virtual ~Prefetching() = default;
  /// Announces that this node will be polled in a moment.
  virtual void prefetch(NodeId node) const = 0;
  /// Announces that the packet with this token will be delivered in a moment.
  virtual void prefetch_delivery(std::uint32_t token) const = 0;
};

}  // namespace fsin::workload
