// SPDX-License-Identifier: Apache-2.0
// What a workload may be able to do beyond what every workload must: small interfaces, asked for once before a run. A
// workload that lacks one answers null, and the engine does without: one thread, no checkpoint, no prefetching.
//
//   Divisible    its nodes can be served by several threads or processes
//   Exchanging   a share of a divided workload that has something to tell the other shares
//   Resumable    its state can be saved, and a later run goes on from there
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
  std::span<const std::uint8_t> part_of_node;  ///< each below `parts`
  unsigned parts = 1;
  std::optional<unsigned> only;  ///< the one share of this process

  bool here(unsigned part) const { return !only || *only == part; }
};

class Divisible {
 public:
  virtual ~Divisible() = default;

  /// Before the first poll. Returns the shares, which live as long as the workload; none where this run of it cannot be
  /// divided. With division.only, all but that one are in other processes: null here, and left out of every report.
  virtual std::vector<Share*> divide(const Division& division) = 0;
};

/// What a share leaves for others in a cycle, they take at the beginning of the next, before their first delivery.
class Exchanging {
 public:
  virtual ~Exchanging() = default;

  virtual void take_notices() = 0;

  // Between processes: what this share left for share `to` in a cycle, and what came from share `from`.
  virtual void pack_notices(unsigned to, ByteWriter& out) = 0;
  virtual void unpack_notices(unsigned from, ByteReader& in) = 0;
};

/// Everything that changes, between two cycles; and back, in a workload made and divided in the same way and not polled
/// yet. load() may throw what reading a trace throws.
class Resumable {
 public:
  virtual ~Resumable() = default;
  virtual void save(ByteWriter& out) const = 0;
  virtual void load(ByteReader& in) = 0;
};

class Prefetching {
 public:
  virtual ~Prefetching() = default;
  /// This node will be polled in a moment.
  virtual void prefetch(NodeId node) const = 0;
  /// The packet with this token will be delivered in a moment.
  virtual void prefetch_delivery(std::uint32_t token) const = 0;
};

}  // namespace fsin::workload
