// SPDX-License-Identifier: Apache-2.0
// The global definitions of an OTF2 archive in the order of the file. They refer to each other by number, in any order,
// and a number may be defined twice.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/formats/otf2/definitions.hpp"

namespace trgen::formats::otf2::raw {

struct Group {
  OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
  bool global = false;
  std::vector<std::uint64_t> members;
  std::uint64_t order = 0;  ///< position among all definitions
  Members ranks{};          ///< empty until they were asked for

  /// True when a communicator can consist of this group, by the rules of OTF2.
  bool of_ranks() const { return type == OTF2_GROUP_TYPE_COMM_GROUP || type == OTF2_GROUP_TYPE_COMM_SELF; }
};

struct Comm {
  std::uint32_t name = 0;
  std::uint32_t group = 0;
  std::uint32_t other = OTF2_UNDEFINED_GROUP;
  std::uint64_t order = 0;

  bool operator==(const Comm& o) const { return group == o.group && other == o.other; }
};

struct Location {
  std::uint64_t events = 0;
};

/// All definitions in the order of the file.
struct Raw {
  std::exception_ptr thrown;
  std::unordered_map<std::uint32_t, std::string> strings;
  std::map<std::uint32_t, std::pair<std::uint32_t, OTF2_Paradigm>> regions;
  std::map<std::uint32_t, std::uint32_t> attributes;
  std::map<std::uint64_t, Location> locations;
  std::map<std::uint32_t, std::vector<Group>> groups;  ///< MPI's; one number may have several
  std::map<std::uint32_t, std::string> other_groups;   ///< those of other paradigms, by the name of the paradigm
  std::map<std::uint32_t, Comm> comms;
  std::vector<std::uint64_t> world;  ///< locations of the ranks, from the first list of locations
  std::vector<std::string> doubts;   ///< definitions that contradict each other
  std::uint64_t definitions = 0;
  std::uint64_t resolution = 0;
  std::uint64_t offset = 0;

  void define(std::uint32_t number, const Comm& comm) {
    const auto [at, added] = comms.try_emplace(number, comm);
    if (!added && !(at->second == comm)) doubts.push_back(fmt::format("communicator {} (the last counts)", number));
    at->second = comm;
  }
  const std::string& string(std::uint32_t number) const {
    static const std::string none;
    const auto found = strings.find(number);
    return found == strings.end() ? none : found->second;
  }
};

/// Reads all definitions. Throws record::TraceError.
void read(const Library& library, OTF2_Reader* reader, Raw& raw);

}  // namespace trgen::formats::otf2::raw
