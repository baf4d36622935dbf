// SPDX-License-Identifier: Apache-2.0
// Which records of a rank lie in a region.
//
// A marker is exact: the region begins, or has ended, with the record in which the state begins. For a record number or
// a time it is the first record from there on at which the rank is in no MPI call, so that no call is cut in two.
// States whose names begin with MPI_ are calls; in a trace that has none of these, every state is one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "trgen/record/place.hpp"
#include "trgen/record/record.hpp"

namespace trgen::record {

/// A region in the numbers of one trace.
class WindowRule {
 public:
  WindowRule(const Region& region, std::span<const std::string> state_names);

  struct Bound {
    bool exists = false;
    Place::Kind kind = Place::Kind::record;
    std::uint64_t number = 0;
    std::uint32_t state = 0;  ///< of a marker
  };

  const Bound& from() const { return from_; }
  const Bound& to() const { return to_; }
  bool is_call(std::uint16_t state) const { return state >= calls_.size() || calls_[state]; }

 private:
  Bound from_;
  Bound to_;
  std::vector<bool> calls_;  ///< by state
};

/// The records of one rank, shown one after the other.
class RankWindow {
 public:
  bool inside(const WindowRule& rule, const Record& record);

  /// Nothing that comes lies inside.
  bool ended() const { return ends_at_ != 0; }

  /// Numbers of the records in which the region begins and has ended; 0: not yet.
  std::uint64_t begins_at() const { return begins_at_; }
  std::uint64_t ends_at() const { return ends_at_; }
  /// Records shown, the latest time of them, and how often the markers have occurred in them.
  std::uint64_t records() const { return count_; }
  std::uint64_t latest_ns() const { return latest_ns_; }
  std::uint64_t from_markers() const { return from_markers_; }
  std::uint64_t to_markers() const { return to_markers_; }

 private:
  bool reached(const WindowRule::Bound& bound, const Record& record, std::uint64_t& markers) const;

  std::uint64_t count_ = 0;
  std::uint64_t latest_ns_ = 0;
  std::uint64_t begins_at_ = 0;
  std::uint64_t ends_at_ = 0;
  std::uint64_t from_markers_ = 0;
  std::uint64_t to_markers_ = 0;
  std::uint32_t calls_ = 0;  ///< open
};

/// What is wrong with the region of a trace, told by the windows of these ranks at their ends. `records` is how many
/// records lie inside.
std::vector<RegionFault> window_faults(const Region& region, std::span<const RankWindow> windows,
                                       std::span<const std::uint32_t> ranks, std::uint64_t records);

}  // namespace trgen::record
