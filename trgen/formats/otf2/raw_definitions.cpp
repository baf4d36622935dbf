// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/raw_definitions.hpp"

#include <string_view>

namespace trgen::formats::otf2::raw {
namespace {

/// Runs the body of a callback; no exception may pass through the library, which is written in C.
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

/// What communicators of this paradigm are, in words.
std::string paradigm_of(OTF2_Paradigm paradigm) {
  switch (paradigm) {
    case OTF2_PARADIGM_MEASUREMENT_SYSTEM:
      return "the measurement system";
    case OTF2_PARADIGM_OPENMP:
      return "OpenMP";
    case OTF2_PARADIGM_PTHREAD:
      return "POSIX threads";
    case OTF2_PARADIGM_CUDA:
      return "CUDA";
    case OTF2_PARADIGM_OPENCL:
      return "OpenCL";
    case OTF2_PARADIGM_OPENACC:
      return "OpenACC";
    case OTF2_PARADIGM_HIP:
      return "HIP";
    case OTF2_PARADIGM_SHMEM:
      return "SHMEM";
    default:
      return fmt::format("paradigm {} of OTF2", static_cast<unsigned>(paradigm));
  }
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
    if (paradigm != OTF2_PARADIGM_MPI) {
      raw.other_groups.try_emplace(self, paradigm_of(paradigm));
      return;
    }
    Group made{type, (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0, {members, members + count}, ++raw.definitions};
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
      if (raw.world.empty()) raw.world = made.members;
      if (raw.world != made.members) raw.doubts.emplace_back("the locations of MPI (the first list counts)");
    }
    raw.groups[self].push_back(std::move(made));
  });
}

OTF2_CallbackCode on_comm(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                          OTF2_CommRef /*parent*/, OTF2_CommFlag /*flags*/) {
  return keep(data, [&](Raw& raw) { raw.define(self, {name, group, OTF2_UNDEFINED_GROUP, ++raw.definitions}); });
}

OTF2_CallbackCode on_intercomm(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                               OTF2_GroupRef other, OTF2_CommRef /*common*/, OTF2_CommFlag /*flags*/) {
  return keep(data, [&](Raw& raw) { raw.define(self, {name, group, other, ++raw.definitions}); });
}

}  // namespace

void read(const Library& library, OTF2_Reader* reader, Raw& raw) {
  constexpr std::string_view what = "the definitions cannot be read; was the whole archive copied?";
  OTF2_GlobalDefReader* const definitions = library.check(OTF2_Reader_GetGlobalDefReader(reader), what);
  const DefinitionCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
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
    library.fail(
        fmt::format("the archive announces {} definitions and holds {}; was all of it copied?", announced, count));
  }
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
}

}  // namespace trgen::formats::otf2::raw
