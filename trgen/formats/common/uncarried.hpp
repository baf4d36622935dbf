// SPDX-License-Identifier: Apache-2.0
// What a trace has and a format that is being written has not, counted while the records go by.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// What a format can carry beside messages (source, destination, tag, bytes) and CPU bursts.
struct Carries {
  bool communicators = false;  ///< of a message
  bool tables = false;         ///< members of the communicators
  bool wildcards = false;      ///< marks of ANY_SOURCE and ANY_TAG
  bool clock = false;          ///< which clock it was
};

class Uncarried {
 public:
  Uncarried(const record::TraceSource& trace, Carries carries) : trace_(trace), carries_(carries) {}

  /// A new rank begins.
  void begin() { received_.clear(); }
  /// Messages, and states for their wildcards.
  void add(const record::Record& record);
  /// A state whose name and duration are not kept.
  void drop_state() { ++states_; }
  /// A state whose name is kept, and its duration not.
  void drop_duration() { ++durations_; }
  /// A collective that is known by its facts alone and could not be written: its traffic is lost.
  void drop_collective(std::uint16_t state);

  void report(record::Losses& losses) const;

 private:
  using Flow = std::tuple<std::uint32_t, std::int32_t, std::uint32_t>;

  const record::TraceSource& trace_;
  Carries carries_;
  std::map<Flow, std::uint64_t> received_;  ///< by one rank, by source, tag and communicator
  std::uint64_t communicators_ = 0;
  std::uint64_t wildcards_ = 0;
  std::uint64_t out_of_order_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t durations_ = 0;
  std::vector<std::uint64_t> collectives_;  ///< by state
};

/// Whether the messages of collectives stand among the records: some state with the facts of a collective holds one.
/// If so, the facts are not written as operations, which would count the traffic twice.
bool shows_collectives(const record::TraceSource& trace);

}  // namespace trgen::formats
