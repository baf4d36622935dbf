// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/definition_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include "trgen/formats/common/values.hpp"

namespace trgen::formats::otf2 {
namespace {

constexpr std::string_view cannot_define = "cannot write the definitions; nothing was left behind";

/// Functions that make something of a communicator, and those that free it.
constexpr std::array<std::string_view, 7> makers{"Comm_",      "Cart_",      "Graph_",   "Dist_graph_",
                                                 "Intercomm_", "Win_create", "Win_alloc"};

std::optional<OTF2_CollectiveOp> operation_named(std::string_view name) {
  const auto found = std::find(collective_operations.begin(), collective_operations.end(), name);
  if (found == collective_operations.end()) return std::nullopt;
  return static_cast<OTF2_CollectiveOp>(found - collective_operations.begin());
}

OTF2_RegionRole role_of(std::string_view function) {
  const auto operation = operation_of(function);
  if (!operation) return OTF2_REGION_ROLE_FUNCTION;
  switch (operation->operation) {
    case OTF2_COLLECTIVE_OP_BARRIER:
      return OTF2_REGION_ROLE_BARRIER;
    case OTF2_COLLECTIVE_OP_BCAST:
    case OTF2_COLLECTIVE_OP_SCATTER:
    case OTF2_COLLECTIVE_OP_SCATTERV:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case OTF2_COLLECTIVE_OP_REDUCE:
    case OTF2_COLLECTIVE_OP_GATHER:
    case OTF2_COLLECTIVE_OP_GATHERV:
      return OTF2_REGION_ROLE_COLL_ALL2ONE;
    case OTF2_COLLECTIVE_OP_SCAN:
    case OTF2_COLLECTIVE_OP_EXSCAN:
      return OTF2_REGION_ROLE_COLL_OTHER;
    default:
      return OTF2_REGION_ROLE_COLL_ALL2ALL;
  }
}

}  // namespace

std::optional<Operation> operation_of(std::string_view function) {
  if (!function.starts_with("MPI_")) return std::nullopt;
  function.remove_prefix(4);
  if (function.ends_with("_c")) function.remove_suffix(2);
  if (const auto blocking = operation_named(function)) return Operation{*blocking, false};
  if (function == "Comm_free" || function == "Win_free") {
    return Operation{OTF2_COLLECTIVE_OP_DESTROY_HANDLE, false};
  }
  for (const std::string_view maker : makers) {
    if (function.starts_with(maker)) return Operation{OTF2_COLLECTIVE_OP_CREATE_HANDLE, false};
  }
  if (!function.starts_with('I') || function.size() < 2) return std::nullopt;
  std::string base(function.substr(1));  // MPI_Ibcast is the nonblocking Bcast
  base[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(base[0])));
  if (const auto nonblocking = operation_named(base)) return Operation{*nonblocking, true};
  return std::nullopt;
}

DefinitionWriter::DefinitionWriter(const Library& library, OTF2_Archive* archive)
    : library_(library), writer_(library.check(OTF2_Archive_GetGlobalDefWriter(archive), cannot_define)) {}

void DefinitionWriter::check(OTF2_ErrorCode code) const { library_.check(code, cannot_define); }

std::uint32_t DefinitionWriter::string(const std::string& text) {
  check(OTF2_GlobalDefWriter_WriteString(writer_, strings_, text.c_str()));
  return strings_++;
}

void DefinitionWriter::write(const record::TraceSource& trace, const RankAddresses& communicators,
                             const std::vector<std::uint64_t>& events, std::uint64_t longest) {
  check(OTF2_GlobalDefWriter_WriteClockProperties(writer_, ns_per_second, 0, longest + 1, OTF2_UNDEFINED_TIMESTAMP));
  check(OTF2_GlobalDefWriter_WriteParadigm(writer_, OTF2_PARADIGM_MPI, string("MPI"), OTF2_PARADIGM_CLASS_PROCESS));
  attributes();
  locations(events);
  regions(trace.state_names());
  groups_and_communicators(trace, communicators);
}

void DefinitionWriter::attributes() {
  check(OTF2_GlobalDefWriter_WriteAttribute(writer_, any_attribute, string(names::any_attribute),
                                            string("wildcards of a receive: 1 source, 2 tag, 3 both"),
                                            OTF2_TYPE_UINT8));
  check(OTF2_GlobalDefWriter_WriteAttribute(
      writer_, match_attribute, string(names::match_attribute),
      string("which message a receive took: its number, from 1, of its source, tag and communicator"),
      OTF2_TYPE_UINT64));
}

void DefinitionWriter::locations(const std::vector<std::uint64_t>& events) {
  check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, string("traced machine"), string("machine"),
                                                 OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  const std::uint32_t thread = string("Master thread");
  for (std::uint32_t rank = 0; rank < events.size(); ++rank) {
    check(OTF2_GlobalDefWriter_WriteLocationGroup(writer_, rank, string(fmt::format("MPI Rank {}", rank)),
                                                  OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
    check(OTF2_GlobalDefWriter_WriteLocation(writer_, rank, thread, OTF2_LOCATION_TYPE_CPU_THREAD, events[rank], rank));
  }
}

void DefinitionWriter::regions(const std::vector<std::string>& states) {
  for (std::uint32_t state = 0; state < states.size(); ++state) {
    const std::uint32_t name = string(states[state]);
    check(OTF2_GlobalDefWriter_WriteRegion(writer_, state, name, name, OTF2_UNDEFINED_STRING, role_of(states[state]),
                                           OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0));
  }
}

void DefinitionWriter::groups_and_communicators(const record::TraceSource& trace, const RankAddresses& communicators) {
  constexpr std::uint32_t world = 0, everybody = 1, first = 2;
  std::vector<std::uint64_t> members(trace.ranks());
  std::iota(members.begin(), members.end(), std::uint64_t{0});
  const std::uint32_t unnamed = string("");
  const auto group = [&](std::uint32_t number, OTF2_GroupType type) {
    check(OTF2_GlobalDefWriter_WriteGroup(writer_, number, unnamed, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                          static_cast<std::uint32_t>(members.size()), members.data()));
  };
  group(world, OTF2_GROUP_TYPE_COMM_LOCATIONS);
  group(everybody, OTF2_GROUP_TYPE_COMM_GROUP);
  for (std::uint32_t i = 0; i < communicators.entries().size(); ++i) {
    const auto& entry = communicators.entries()[i];
    const bool known = entry.table != RankAddresses::all;
    if (known) {
      const auto& ranks = trace.notes().communicators[entry.table].members;
      members.assign(ranks.begin(), ranks.end());
      group(first + i, OTF2_GROUP_TYPE_COMM_GROUP);
    }
    const std::uint32_t name =
        string(fmt::format("{}{}{}", names::communicator, entry.number, known ? "" : names::unknown_members));
    check(OTF2_GlobalDefWriter_WriteComm(writer_, i, name, known ? first + i : everybody, OTF2_UNDEFINED_COMM,
                                         OTF2_COMM_FLAG_NONE));
  }
}

}  // namespace trgen::formats::otf2
