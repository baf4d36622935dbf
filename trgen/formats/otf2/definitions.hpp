// SPDX-License-Identifier: Apache-2.0
// The global definitions of an OTF2 archive, as far as the trace of an MPI program needs them.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/formats/otf2/library.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats::otf2 {

struct Region {
  std::string name;
  std::string paradigm;  ///< empty for an MPI function
};

using Members = std::shared_ptr<const std::vector<std::uint32_t>>;

/// A communicator. Ranks in events are indices into `members`; for an intercommunicator, into the group to which the
/// rank itself does not belong.
struct Communicator {
  std::uint32_t number = 0;
  bool self = false;    ///< MPI_COMM_SELF and similar: the rank itself is the only member
  bool global = false;  ///< ranks in events are ranks of MPI_COMM_WORLD
  Members members;
  Members others;  ///< second group of an intercommunicator; else null
};

struct Definitions {
  std::uint64_t resolution = 0;          ///< ticks per second
  std::uint64_t offset = 0;              ///< ticks at time 0
  std::vector<std::uint64_t> locations;  ///< by rank
  std::vector<std::uint64_t> events;     ///< number of events of that location, by rank
  std::uint64_t other_events = 0;        ///< events of locations that are no rank
  std::unordered_map<std::uint32_t, Region> regions;
  std::unordered_map<std::uint32_t, Communicator> communicators;
  /// Communicators of other paradigms than MPI (teams of threads, the measurement system's list of processes), whose
  /// members need be no ranks: number, and the paradigm in words.
  std::unordered_map<std::uint32_t, std::string> other_communicators;
  bool eztrace = false;  ///< recorded by EZTrace 2
  std::uint32_t any_attribute = OTF2_UNDEFINED_ATTRIBUTE;
  std::uint32_t match_attribute = OTF2_UNDEFINED_ATTRIBUTE;
};

/// Reads the definitions. `own`: the archive was written by this program, so names of communicators contain their
/// numbers. Communicators whose members are known are added to `facts.notes`. Throws record::TraceError.
Definitions read_definitions(const Library& library, OTF2_Reader* reader, bool own, record::TraceFacts& facts);

}  // namespace trgen::formats::otf2
