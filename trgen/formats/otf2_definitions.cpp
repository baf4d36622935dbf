// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/format.hpp"

namespace trgen::formats {
namespace {

constexpr std::size_t most_communicators = std::size_t{1} << 16;

struct Group {
  OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
  bool global = false;
  std::vector<std::uint64_t> members;
  Otf2Members ranks;  ///< once they were asked for
};

struct Comm {
  std::uint32_t name = 0;
  std::uint32_t group = 0;
  std::uint32_t other = OTF2_UNDEFINED_GROUP;
};

struct Location {
  std::uint64_t events = 0;
};

/// Definitions as they come; they refer to each other by number, in any order.
struct Raw {
  std::exception_ptr thrown;
  std::unordered_map<std::uint32_t, std::string> strings;
  std::map<std::uint32_t, std::pair<std::uint32_t, OTF2_Paradigm>> regions;
  std::map<std::uint32_t, std::uint32_t> attributes;
  std::map<std::uint64_t, Location> locations;
  std::map<std::uint32_t, Group> groups;
  std::map<std::uint32_t, Comm> comms;
  std::uint32_t world = OTF2_UNDEFINED_GROUP;
  std::uint64_t resolution = 0;
  std::uint64_t offset = 0;

  const std::string& string(std::uint32_t number) const {
    static const std::string none;
    const auto found = strings.find(number);
    return found == strings.end() ? none : found->second;
  }
};

/// Runs what a callback does; no exception may pass through the library, which is C.
template <class Action>
OTF2_CallbackCode keep(void* data, Action action) {
  auto& raw = *static_cast<Raw*>(data);
  try {
    action(raw);
  } catch (...) {
    raw.thrown = std::current_exception();
    return OTF2_CALLBACK_INTERRUPT;
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_clock(void* data, std::uint64_t resolution, std::uint64_t offset, std::uint64_t /*length*/,
                           std::uint64_t /*realtime*/) {
  return keep(data, [&](Raw& raw) {
    raw.resolution = resolution;
    raw.offset = offset;
  });
}

OTF2_CallbackCode on_string(void* data, OTF2_StringRef self, const char* text) {
  return keep(data, [&](Raw& raw) { raw.strings[self] = text; });
}

OTF2_CallbackCode on_attribute(void* data, OTF2_AttributeRef self, OTF2_StringRef name, OTF2_StringRef /*description*/,
                               OTF2_Type /*type*/) {
  return keep(data, [&](Raw& raw) { raw.attributes[self] = name; });
}

OTF2_CallbackCode on_location(void* data, OTF2_LocationRef self, OTF2_StringRef /*name*/, OTF2_LocationType /*type*/,
                              std::uint64_t events, OTF2_LocationGroupRef /*group*/) {
  return keep(data, [&](Raw& raw) { raw.locations[self] = {events}; });
}

OTF2_CallbackCode on_region(void* data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef /*canonical*/,
                            OTF2_StringRef /*description*/, OTF2_RegionRole /*role*/, OTF2_Paradigm paradigm,
                            OTF2_RegionFlag /*flags*/, OTF2_StringRef /*file*/, std::uint32_t /*begin*/,
                            std::uint32_t /*end*/) {
  return keep(data, [&](Raw& raw) { raw.regions[self] = {name, paradigm}; });
}

OTF2_CallbackCode on_group(void* data, OTF2_GroupRef self, OTF2_StringRef /*name*/, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag flags, std::uint32_t count,
                           const std::uint64_t* members) {
  return keep(data, [&](Raw& raw) {
    if (paradigm != OTF2_PARADIGM_MPI) return;
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) raw.world = self;
    raw.groups[self] = {type, (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0, {members, members + count}, nullptr};
  });
}

OTF2_CallbackCode on_comm(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                          OTF2_CommRef /*parent*/, OTF2_CommFlag /*flags*/) {
  return keep(data, [&](Raw& raw) { raw.comms[self] = {name, group, OTF2_UNDEFINED_GROUP}; });
}

OTF2_CallbackCode on_intercomm(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                               OTF2_GroupRef other, OTF2_CommRef /*common*/, OTF2_CommFlag /*flags*/) {
  return keep(data, [&](Raw& raw) { raw.comms[self] = {name, group, other}; });
}

void read_raw(const Otf2Library& library, OTF2_Reader* reader, Raw& raw) {
  constexpr std::string_view what = "the definitions cannot be read; was the archive copied whole?";
  OTF2_GlobalDefReader* const definitions = library.check(OTF2_Reader_GetGlobalDefReader(reader), what);
  const Otf2DefinitionCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), &on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks.get(), &on_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(callbacks.get(), &on_attribute);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks.get(), &on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks.get(), &on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks.get(), &on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks.get(), &on_comm);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks.get(), &on_intercomm);
  library.check(OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks.get(), &raw), what);
  std::uint64_t announced = 0;
  library.check(OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &announced), what);
  std::uint64_t count = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count);
  if (raw.thrown) std::rethrow_exception(raw.thrown);
  library.check(code, what);
  if (count != announced) {
    library.fail(fmt::format("the archive says {} definitions and holds {}; was it copied whole?", announced, count));
  }
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
}

/// What regions that are no MPI function are called when they are counted.
std::string paradigm_name(OTF2_Paradigm paradigm) {
  switch (paradigm) {
    case OTF2_PARADIGM_USER:
    case OTF2_PARADIGM_COMPILER:
    case OTF2_PARADIGM_SAMPLING:
      return "functions of the program";
    case OTF2_PARADIGM_OPENMP:
      return "OpenMP regions";
    case OTF2_PARADIGM_PTHREAD:
      return "POSIX threads functions";
    case OTF2_PARADIGM_CUDA:
    case OTF2_PARADIGM_OPENCL:
    case OTF2_PARADIGM_OPENACC:
    case OTF2_PARADIGM_HIP:
      return "accelerator functions";
    case OTF2_PARADIGM_SHMEM:
      return "SHMEM functions";
    case OTF2_PARADIGM_MEASUREMENT_SYSTEM:
      return "regions of the measurement system";
    default:
      return "regions that are no MPI function";
  }
}

/// A name as the records have it: without blanks and control characters, and not too long.
std::string state_name(std::string_view name) {
  std::string made(name.substr(0, 255));
  std::replace_if(
      made.begin(), made.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
  return made.empty() ? "(no_name)" : made;
}

class Resolver {
 public:
  Resolver(const Otf2Library& library, Raw& raw, bool own, record::TraceFacts& facts)
      : library_(library), raw_(raw), own_(own), facts_(facts) {}

  Otf2Definitions run() {
    clock_and_ranks();
    for (const auto& [number, region] : raw_.regions) {
      const std::string& name = raw_.string(region.first);
      const bool mpi = region.second == OTF2_PARADIGM_MPI || name.starts_with("MPI_");
      made_.regions[number] = {state_name(name), mpi ? "" : paradigm_name(region.second)};
    }
    for (const auto& [number, name] : raw_.attributes) {
      if (raw_.string(name) == otf2_names::any_attribute) made_.any_attribute = number;
      if (raw_.string(name) == otf2_names::match_attribute) made_.match_attribute = number;
    }
    for (const auto& [number, comm] : raw_.comms) communicator(number, comm);
    std::stable_sort(facts_.notes.communicators.begin(), facts_.notes.communicators.end(),
                     [](const auto& left, const auto& right) { return left.number < right.number; });
    return std::move(made_);
  }

 private:
  void clock_and_ranks() {
    if (raw_.resolution == 0) library_.fail("the archive does not say how many ticks a second has");
    made_.resolution = raw_.resolution;
    made_.offset = raw_.offset;
    if (raw_.world == OTF2_UNDEFINED_GROUP || raw_.groups[raw_.world].members.empty()) {
      library_.fail("there are no MPI ranks in this archive (no group of the locations of MPI)");
    }
    made_.locations = raw_.groups[raw_.world].members;
    if (made_.locations.size() > most_announced_ranks) library_.fail("the archive says too many MPI ranks");
    for (const auto& [location, facts] : raw_.locations) made_.other_events += facts.events;
    for (const std::uint64_t location : made_.locations) {
      const auto found = raw_.locations.find(location);
      if (found == raw_.locations.end() || !ranks_.emplace(location, ranks_.size()).second) {
        library_.fail(fmt::format("location {} of an MPI rank is not defined once; the archive is damaged", location));
      }
      made_.events.push_back(found->second.events);
      made_.other_events -= found->second.events;
    }
  }

  std::uint32_t rank_of(const Group& group, std::uint64_t member) const {
    if (group.type == OTF2_GROUP_TYPE_COMM_GROUP && member < made_.locations.size()) {
      return static_cast<std::uint32_t>(member);
    }
    const auto found = ranks_.find(member);
    if (group.type == OTF2_GROUP_TYPE_COMM_GROUP || found == ranks_.end()) {
      library_.fail(fmt::format("a communicator has member {}, which is no MPI rank; the archive is damaged", member));
    }
    return static_cast<std::uint32_t>(found->second);
  }

  Otf2Members members(std::uint32_t number) {
    const auto found = raw_.groups.find(number);
    if (found == raw_.groups.end()) library_.fail(fmt::format("group {} of a communicator is not defined", number));
    Group& group = found->second;
    if (group.ranks == nullptr) {
      std::vector<std::uint32_t> ranks;
      ranks.reserve(group.members.size());
      for (const std::uint64_t member : group.members) ranks.push_back(rank_of(group, member));
      group.ranks = std::make_shared<const std::vector<std::uint32_t>>(std::move(ranks));
    }
    return group.ranks;
  }

  void communicator(std::uint32_t reference, const Comm& comm) {
    Otf2Communicator made;
    made.number = reference;
    bool known = true;
    if (std::string_view name = raw_.string(comm.name); own_ && name.starts_with(otf2_names::communicator)) {
      known = !name.ends_with(otf2_names::unknown_members);
      name.remove_prefix(otf2_names::communicator.size());
      const auto number = fsin::parse_natural(name.substr(0, name.find(',')));
      if (number && *number <= std::numeric_limits<std::uint32_t>::max()) {
        made.number = static_cast<std::uint32_t>(*number);
      }
    }
    made.members = members(comm.group);
    const Group& group = raw_.groups[comm.group];
    made.self = group.type == OTF2_GROUP_TYPE_COMM_SELF;
    made.global = group.global;
    if (comm.other != OTF2_UNDEFINED_GROUP) made.others = members(comm.other);
    if (known && !made.self) note(made);
    made_.communicators.emplace(reference, std::move(made));
  }

  void note(const Otf2Communicator& made) {
    if (facts_.notes.communicators.size() == most_communicators) {
      facts_.losses.add(fmt::format("members of communicators beyond {}", most_communicators));
      return;
    }
    record::Communicator noted{made.number, *made.members};
    if (made.others != nullptr) {
      noted.members.insert(noted.members.end(), made.others->begin(), made.others->end());
    }
    facts_.notes.communicators.push_back(std::move(noted));
  }

  const Otf2Library& library_;
  Raw& raw_;
  bool own_;
  record::TraceFacts& facts_;
  Otf2Definitions made_;
  std::unordered_map<std::uint64_t, std::size_t> ranks_;  ///< by location
};

}  // namespace

Otf2Definitions read_otf2_definitions(const Otf2Library& library, OTF2_Reader* reader, bool own,
                                      record::TraceFacts& facts) {
  Raw raw;
  read_raw(library, reader, raw);
  return Resolver(library, raw, own, facts).run();
}

}  // namespace trgen::formats
