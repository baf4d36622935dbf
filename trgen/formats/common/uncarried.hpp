// SPDX-License-Identifier: Apache-2.0
// Counts the content of a trace that the format being written cannot express, while the records go by.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// Features that a format can express besides messages (source, destination, tag, bytes) and CPU bursts.
struct Carries {
  bool communicators = false;  ///< communicators of messages
  bool tables = false;         ///< members of the communicators
  bool wildcards = false;      ///< marks of ANY_SOURCE and ANY_TAG
  bool clock = false;          ///< the clock that was used
  bool incomplete = false;     ///< which ranks are incomplete
};

class Uncarried {
 public:
  Uncarried(const record::TraceSource& trace, Carries carries) : trace_(trace), carries_(carries) {}

  /// A new rank begins.
  void begin() { received_.clear(); }
  /// Counts the properties of a message, or of the marks of wildcards on a state, that the format cannot express.
  void add(const record::Record& record);
  /// Counts a state whose name and duration are not kept.
  void drop_state() { ++states_; }
  /// Counts a state whose name is kept, but not its duration.
  void drop_duration() { ++durations_; }
  /// Counts a collective that is known by its facts alone and cannot be written: its traffic is lost.
  void drop_collective(std::uint16_t state);

  void report(record::Losses& losses) const;

 private:
  using Flow = std::tuple<std::uint32_t, std::int32_t, std::uint32_t>;

  const record::TraceSource& trace_;
  Carries carries_;
  std::map<Flow, std::uint64_t> received_;  ///< messages received by one rank, by source, tag and communicator
  std::uint64_t communicators_ = 0;
  std::uint64_t wildcards_ = 0;
  std::uint64_t out_of_order_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t durations_ = 0;
  std::vector<std::uint64_t> collectives_;  ///< lost collectives, by state
};

/// True when the messages of collectives are among the records: some state with the facts of a collective contains one.
/// The facts are then not written as operations, which would count the traffic twice.
bool shows_collectives(const record::TraceSource& trace);

}  // namespace trgen::formats
