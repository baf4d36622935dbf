// SPDX-License-Identifier: Apache-2.0
// Decides which records of a rank lie in a region.
//
// A marker is exact: the region begins, or ends, with the record in which the state begins. A record number or a time
// selects the first record from there on at which the rank is in no MPI call, so that no call is cut in two. States
// whose names begin with MPI_ are calls; in a trace that has no such state, every state counts as one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "trgen/record/place.hpp"
#include "trgen/record/record.hpp"

namespace trgen::record {

/// A region, with its markers as state numbers of one trace.
class WindowRule {
 public:
  WindowRule(const Region& region, std::span<const std::string> state_names);

  struct Bound {
    bool exists = false;
    Place::Kind kind = Place::Kind::record;
    std::uint64_t number = 0;
    std::uint32_t state = 0;  ///< the state of a marker
  };

  const Bound& from() const { return from_; }
  const Bound& to() const { return to_; }
  bool is_call(std::uint16_t state) const { return state >= calls_.size() || calls_[state]; }

 private:
  Bound from_;
  Bound to_;
  std::vector<bool> calls_;  ///< by state: true for a call
};

/// Follows the records of one rank, shown to it one after the other.
class RankWindow {
 public:
  bool inside(const WindowRule& rule, const Record& record);

  /// True when the region has ended: no later record lies inside.
  bool ended() const { return ends_at_ != 0; }

  /// Numbers of the records at which the region begins and at which it has ended; 0: not yet.
  std::uint64_t begins_at() const { return begins_at_; }
  std::uint64_t ends_at() const { return ends_at_; }
  /// Number of records shown, their latest time, and how often the markers occurred in them.
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
  std::uint32_t calls_ = 0;  ///< open calls
};

/// Faults of a region, found by the windows of these ranks at their ends. `records` is the number of records inside.
std::vector<RegionFault> window_faults(const Region& region, std::span<const RankWindow> windows,
                                       std::span<const std::uint32_t> ranks, std::uint64_t records);

}  // namespace trgen::record
