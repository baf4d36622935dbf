// SPDX-License-Identifier: Apache-2.0
// The global definitions of an OTF2 archive that is being written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/common/rank_addresses.hpp"
#include "trgen/formats/otf2/library.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::otf2 {

struct Operation {
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  bool nonblocking = false;
};

/// The collective operation of OTF2 for this MPI function; empty when it has none.
std::optional<Operation> operation_of(std::string_view function);

class DefinitionWriter {
 public:
  static constexpr std::uint32_t any_attribute = 0;
  static constexpr std::uint32_t match_attribute = 1;

  DefinitionWriter(const Library& library, OTF2_Archive* archive);

  /// `events`: number of events by rank; `longest`: the last time of all ranks, in ns.
  void write(const record::TraceSource& trace, const RankAddresses& communicators,
             const std::vector<std::uint64_t>& events, std::uint64_t longest);

 private:
  std::uint32_t string(const std::string& text);
  void check(OTF2_ErrorCode code) const;
  void attributes();
  void locations(const std::vector<std::uint64_t>& events);
  void regions(const std::vector<std::string>& states);
  void groups_and_communicators(const record::TraceSource& trace, const RankAddresses& communicators);

  const Library& library_;
  OTF2_GlobalDefWriter* writer_;
  std::uint32_t strings_ = 0;
};

}  // namespace trgen::formats::otf2
