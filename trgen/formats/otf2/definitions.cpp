// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/otf2/raw_definitions.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::otf2 {
namespace {

using raw::Comm;
using raw::Group;
using raw::Raw;

constexpr std::string_view eztrace_finalize = "EZTrace finalize";  // a region of every archive of EZTrace 2

constexpr std::size_t most_communicators = std::size_t{1} << 16;

/// The name under which regions of this paradigm, which are no MPI functions, are counted.
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

std::string state_name(std::string_view name) { return name.empty() ? "(no_name)" : as_state_name(name); }

class Resolver {
 public:
  Resolver(const Library& library, Raw& raw, bool own, record::TraceFacts& facts)
      : library_(library), raw_(raw), own_(own), facts_(facts) {}

  Definitions run() {
    clock_and_ranks();
    made_.eztrace = std::any_of(raw_.regions.begin(), raw_.regions.end(), [&](const auto& region) {
      return raw_.string(region.second.first) == eztrace_finalize;
    });
    for (const auto& [number, region] : raw_.regions) {
      const std::string& name = raw_.string(region.first);
      const bool mpi = region.second == OTF2_PARADIGM_MPI || name.starts_with("MPI_");
      const bool frame = name == eztrace_finalize || (name == "Working" && made_.eztrace);
      made_.regions[number] = {state_name(name), mpi     ? ""
                                                 : frame ? paradigm_name(OTF2_PARADIGM_MEASUREMENT_SYSTEM)
                                                         : paradigm_name(region.second)};
    }
    for (const auto& [number, name] : raw_.attributes) {
      if (raw_.string(name) == names::any_attribute) made_.any_attribute = number;
      if (raw_.string(name) == names::match_attribute) made_.match_attribute = number;
    }
    for (const auto& [number, comm] : raw_.comms) {
      if (const std::string* other = other_paradigm(comm); other != nullptr) {
        made_.other_communicators.emplace(number, *other);
      } else {
        communicator(number, comm);
      }
    }
    tell_doubts();
    std::stable_sort(facts_.notes.communicators.begin(), facts_.notes.communicators.end(),
                     [](const auto& left, const auto& right) { return left.number < right.number; });
    return std::move(made_);
  }

 private:
  void clock_and_ranks() {
    if (raw_.resolution == 0) library_.fail("the archive does not say how many ticks a second has");
    made_.resolution = raw_.resolution;
    made_.offset = raw_.offset;
    if (raw_.world.empty()) {
      library_.fail("there are no MPI ranks in this archive (no group of the locations of MPI)");
    }
    made_.locations = raw_.world;
    if (made_.locations.size() > most_announced_ranks) library_.fail("the archive announces too many MPI ranks");
    for (const auto& [location, facts] : raw_.locations) made_.other_events += facts.events;
    for (const std::uint64_t location : made_.locations) {
      const auto found = raw_.locations.find(location);
      if (found == raw_.locations.end() || !ranks_.emplace(location, ranks_.size()).second) {
        library_.fail(fmt::format("location {} of an MPI rank is not defined; the archive is damaged", location));
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
      library_.fail(
          fmt::format("a communicator has member {}, which is not an MPI rank; the archive is damaged", member));
    }
    return static_cast<std::uint32_t>(found->second);
  }

  /// Chooses among the groups of one number the one of a communicator: a group of ranks rather than the list of
  /// locations, and the last such group defined before the communicator rather than a later one.
  Group& group_of(std::uint32_t number, std::uint64_t order) {
    const auto found = raw_.groups.find(number);
    if (found == raw_.groups.end()) library_.fail(fmt::format("group {} of a communicator is not defined", number));
    const auto worth = [order](const Group& each) {
      const bool before = each.order < order;
      return std::tuple(each.of_ranks(), before, before ? each.order : ~each.order);
    };
    return *std::max_element(found->second.begin(), found->second.end(),
                             [&](const Group& a, const Group& b) { return worth(a) < worth(b); });
  }

  /// The paradigm other than MPI that a communicator belongs to, since a group of it does; null for one of MPI.
  const std::string* other_paradigm(const Comm& comm) const {
    for (const std::uint32_t number : {comm.group, comm.other}) {
      const auto found = raw_.other_groups.find(number);
      if (found != raw_.other_groups.end() && raw_.groups.find(number) == raw_.groups.end()) return &found->second;
    }
    return nullptr;
  }

  Members members(Group& group) {
    if (group.ranks == nullptr) {
      std::vector<std::uint32_t> ranks;
      ranks.reserve(group.members.size());
      for (const std::uint64_t member : group.members) ranks.push_back(rank_of(group, member));
      group.ranks = std::make_shared<const std::vector<std::uint32_t>>(std::move(ranks));
    }
    return group.ranks;
  }

  void communicator(std::uint32_t reference, const Comm& comm) {
    Communicator made;
    made.number = reference;
    bool known = true;
    if (std::string_view name = raw_.string(comm.name); own_ && name.starts_with(names::communicator)) {
      known = !name.ends_with(names::unknown_members);
      name.remove_prefix(names::communicator.size());
      const auto number = fsin::parse_natural(name.substr(0, name.find(',')));
      if (number && *number <= std::numeric_limits<std::uint32_t>::max()) {
        made.number = static_cast<std::uint32_t>(*number);
      }
    }
    Group& group = group_of(comm.group, comm.order);
    made.members = members(group);
    made.self = group.type == OTF2_GROUP_TYPE_COMM_SELF;
    made.global = group.global;
    if (comm.other != OTF2_UNDEFINED_GROUP) made.others = members(group_of(comm.other, comm.order));
    if (known && !made.self) note(made);
    made_.communicators.emplace(reference, std::move(made));
  }

  /// Reports assumptions that were made. A number shared by the list of locations and one group of ranks leaves no
  /// doubt.
  void tell_doubts() {
    std::vector<std::uint32_t> shared;
    for (const auto& [number, groups] : raw_.groups) {
      const Group* first = nullptr;
      for (const Group& each : groups) {
        if (!each.of_ranks()) continue;
        if (first == nullptr) first = &each;
        if (first->type != each.type || first->members != each.members) {
          raw_.doubts.push_back(fmt::format("group {} (a communicator has the last before it)", number));
          break;
        }
      }
      if (first != nullptr && groups.front().type == OTF2_GROUP_TYPE_COMM_LOCATIONS) shared.push_back(number);
    }
    for (const std::string& each : raw_.doubts) {
      if (facts_.warnings.size() == io::most_warnings) break;
      facts_.warnings.push_back(fmt::format(
          "{}: the archive has more than one definition, with different contents, of: {}", library_.name(), each));
    }
    if (shared.empty()) return;
    facts_.notes.comments.push_back(
        fmt::format("#group {} is both the list of MPI's locations and a group of ranks; communicators have the latter",
                    fmt::join(shared, ", ")));
  }

  void note(const Communicator& made) {
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

  const Library& library_;
  Raw& raw_;
  bool own_;
  record::TraceFacts& facts_;
  Definitions made_;
  std::unordered_map<std::uint64_t, std::size_t> ranks_;  ///< by location
};

}  // namespace

Definitions read_definitions(const Library& library, OTF2_Reader* reader, bool own, record::TraceFacts& facts) {
  Raw raw;
  raw::read(library, reader, raw);
  return Resolver(library, raw, own, facts).run();
}

}  // namespace trgen::formats::otf2
