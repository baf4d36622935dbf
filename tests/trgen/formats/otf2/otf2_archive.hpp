// SPDX-License-Identifier: Apache-2.0
// A small OTF2 archive as other tools write it, made with the library itself: a clock of 2 ticks per ns that starts at
// 1000, three ranks and a second thread, MPI_COMM_WORLD, a communicator of ranks 2 and 0, MPI_COMM_SELF, and an
// intercommunicator of {0} and {2, 1}.
#pragma once

#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"

namespace trgen::test {

enum : std::uint32_t { world_comm, sub_comm, self_comm, inter_comm, process_comm, team_comm };
enum : std::uint32_t { send_region, irecv_region, wait_region, bcast_region, ibcast_region, user_region, omp_region };

/// How the archive is made. EZTrace 2: group 0 is the list of locations and also the group of MPI_COMM_WORLD, locations
/// announce 2 events each, and there is a region "EZTrace finalize". Twice: communicators and groups of ranks come a
/// second time with other members, before and behind. Score-P 7: also lists and groups of the measurement system and of
/// OpenMP, with communicators of their own.
enum class Dialect { plain, eztrace, twice, score_p };

class ForeignArchive {
 public:
  using Events = std::function<void(OTF2_EvtWriter*)>;

  /// Writes folder/name.otf2; `events` by location, of which 0, 1, 2 are the ranks and 3 is a thread of rank 0.
  static void write(const std::string& folder, const std::string& name, const std::string& creator,
                    const std::vector<Events>& events, Dialect dialect = Dialect::plain) {
    OTF2_Archive* const archive =
        OTF2_Archive_Open(folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                          OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_FlushCallbacks flush{.otf2_pre_flush = &before_flush, .otf2_post_flush = nullptr};
    OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_SetCreator(archive, creator.c_str());
    OTF2_Archive_OpenEvtFiles(archive);
    std::vector<std::uint64_t> counts;
    for (std::uint64_t location = 0; location < events.size(); ++location) {
      OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive, location);
      events[location](writer);
      OTF2_EvtWriter_GetNumberOfEvents(writer, &counts.emplace_back());
      OTF2_Archive_CloseEvtWriter(archive, writer);
    }
    OTF2_Archive_CloseEvtFiles(archive);
    if (dialect == Dialect::eztrace) std::fill(counts.begin(), counts.end(), 2);
    define(OTF2_Archive_GetGlobalDefWriter(archive), counts, dialect);
    OTF2_Archive_Close(archive);
  }

 private:
  static OTF2_FlushType before_flush(void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                                     void* /*caller*/, bool /*final*/) {
    return OTF2_FLUSH;
  }

  static void define(OTF2_GlobalDefWriter* to, const std::vector<std::uint64_t>& counts, Dialect dialect) {
    const std::uint32_t world = dialect == Dialect::eztrace ? 0 : 1;
    constexpr std::array regions{"MPI_Send",   "MPI_Irecv", "MPI_Wait", "MPI_Bcast",
                                 "MPI_Ibcast", "solve it",  "!$omp for"};
    constexpr std::array paradigms{OTF2_PARADIGM_MPI, OTF2_PARADIGM_MPI,  OTF2_PARADIGM_MPI,   OTF2_PARADIGM_MPI,
                                   OTF2_PARADIGM_MPI, OTF2_PARADIGM_USER, OTF2_PARADIGM_OPENMP};
    OTF2_GlobalDefWriter_WriteClockProperties(to, 2'000'000'000, 1000, 1'000'000, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_GlobalDefWriter_WriteString(to, 0, "some name");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
      OTF2_GlobalDefWriter_WriteString(to, i + 1, regions[i]);
      OTF2_GlobalDefWriter_WriteRegion(to, i, i + 1, i + 1, 0, OTF2_REGION_ROLE_FUNCTION, paradigms[i],
                                       OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
    if (dialect == Dialect::eztrace) {
      OTF2_GlobalDefWriter_WriteString(to, 99, "EZTrace finalize");
      OTF2_GlobalDefWriter_WriteRegion(to, 99, 99, 99, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                       OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      OTF2_GlobalDefWriter_WriteLocationGroup(to, i, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                              OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation(to, i, 0, OTF2_LOCATION_TYPE_CPU_THREAD, counts[i], i == 3 ? 0 : i);
    }
    group(to, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, {0, 1, 2});
    group(to, world, OTF2_GROUP_TYPE_COMM_GROUP, {0, 1, 2});
    if (dialect == Dialect::twice) group(to, 2, OTF2_GROUP_TYPE_COMM_GROUP, {1, 0});
    group(to, 2, OTF2_GROUP_TYPE_COMM_GROUP, {2, 0});
    group(to, 3, OTF2_GROUP_TYPE_COMM_SELF, {});
    group(to, 4, OTF2_GROUP_TYPE_COMM_GROUP, {0});
    group(to, 5, OTF2_GROUP_TYPE_COMM_GROUP, {2, 1});
    OTF2_GlobalDefWriter_WriteComm(to, world_comm, 0, world, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(to, sub_comm, 0, 2, world_comm, OTF2_COMM_FLAG_NONE);
    if (dialect == Dialect::twice) group(to, 2, OTF2_GROUP_TYPE_COMM_GROUP, {1, 2});
    if (dialect == Dialect::score_p) define_others(to);
    OTF2_GlobalDefWriter_WriteComm(to, self_comm, 0, 3, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteInterComm(to, inter_comm, 0, 4, 5, world_comm, OTF2_COMM_FLAG_NONE);
  }

  /// The process-and-threads list of the measurement system, and a team of the two threads of rank 0.
  static void define_others(OTF2_GlobalDefWriter* to) {
    group(to, 6, OTF2_GROUP_TYPE_COMM_LOCATIONS, {0, 3, 1, 2}, OTF2_PARADIGM_MEASUREMENT_SYSTEM);
    group(to, 7, OTF2_GROUP_TYPE_COMM_GROUP, {0, 1, 2, 3}, OTF2_PARADIGM_MEASUREMENT_SYSTEM);
    group(to, 8, OTF2_GROUP_TYPE_COMM_LOCATIONS, {0, 3}, OTF2_PARADIGM_OPENMP);
    group(to, 9, OTF2_GROUP_TYPE_COMM_GROUP, {0, 1}, OTF2_PARADIGM_OPENMP);
    OTF2_GlobalDefWriter_WriteComm(to, process_comm, 0, 7, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(to, team_comm, 0, 9, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  }

  static void group(OTF2_GlobalDefWriter* to, std::uint32_t number, OTF2_GroupType type,
                    const std::vector<std::uint64_t>& members, OTF2_Paradigm paradigm = OTF2_PARADIGM_MPI) {
    OTF2_GlobalDefWriter_WriteGroup(to, number, 0, type, paradigm, OTF2_GROUP_FLAG_NONE,
                                    static_cast<std::uint32_t>(members.size()), members.data());
  }
};

/// Locations without events where the test gives none.
inline std::string read_foreign(const std::string& creator, std::vector<ForeignArchive::Events> events,
                                std::vector<std::string>* lost = nullptr) {
  events.resize(4, [](OTF2_EvtWriter*) {});
  const Folder folder;
  ForeignArchive::write(folder / "f", "run", creator, events);
  const auto trace = formats::open_trace(folder / "f/run.otf2");
  if (lost != nullptr) *lost = trgen::test::lost(trace->losses());
  const std::string text = as_text(*trace);
  return text.substr(text.find("\n0 ") + 1);
}

}  // namespace trgen::test
