// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/communicator_plan.hpp"

#include <algorithm>
#include <limits>

#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/dumpi/call.hpp"

namespace trgen::formats::dumpi {
namespace {

using record::Record;

/// Determines the address of every message and collective once, so that all communicators that are needed are known.
struct Addressing {
  RankAddresses& addresses;
  std::vector<bool> used;

  void begin(std::uint32_t /*rank*/) const {}
  void record(std::uint32_t rank, const Record& record) {
    if (!record::is_message(record.kind) && !record.collective) return;
    const std::uint32_t entry = addresses.address(record.communicator, rank, record.peer).communicator;
    if (entry >= used.size()) used.resize(std::size_t{entry} + 1);
    used[entry] = true;
  }
  void end(std::uint32_t /*rank*/) const {}
};

bool is_world(const std::vector<std::uint32_t>& members, std::uint32_t ranks) {
  if (members.size() != ranks) return false;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (members[rank] != rank) return false;
  }
  return true;
}

}  // namespace

CommunicatorPlan::CommunicatorPlan(const record::TraceSource& trace) : addresses_(trace) {
  Addressing visitor{addresses_, {}};
  walk(trace, visitor);
  visitor.used.resize(addresses_.entries().size());
  const auto& table = trace.notes().communicators;
  bool has_world = false;
  std::uint32_t split_number = 0;
  std::size_t first_split = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < addresses_.entries().size(); ++i) {
    const auto& entry = addresses_.entries()[i];
    const bool everybody = entry.table == RankAddresses::all || is_world(table[entry.table].members, trace.ranks());
    sizes_.push_back(everybody ? trace.ranks() : static_cast<std::uint32_t>(table[entry.table].members.size()));
    if (!visitor.used[i]) {
      handles_.push_back(0);
    } else if (everybody) {
      handles_.push_back(has_world ? special::first_user_comm + static_cast<std::int64_t>(makings_.size())
                                   : special::comm_world);
      if (has_world) makings_.emplace_back();
      has_world = true;
    } else {
      if (first_split == std::numeric_limits<std::size_t>::max() || split_number != entry.number) {
        first_split = makings_.size();
      }
      split_number = entry.number;
      handles_.push_back(split(trace, first_split, table[entry.table].members));
    }
  }
}

/// Plans communicators that can come from one split, since no rank is in two of them.
std::int64_t CommunicatorPlan::split(const record::TraceSource& trace, std::size_t first,
                                     const std::vector<std::uint32_t>& members) {
  std::size_t which = first;
  const auto is_free = [&](const Making& making) {
    return !making.color.empty() &&
           std::all_of(members.begin(), members.end(), [&](std::uint32_t rank) { return making.color[rank] < 0; });
  };
  while (which < makings_.size() && !is_free(makings_[which])) ++which;
  if (which == makings_.size()) {
    makings_.push_back({std::vector<std::int32_t>(trace.ranks(), -1), std::vector<std::uint32_t>(trace.ranks())});
  }
  Making& making = makings_[which];
  const std::int32_t color = 1 + *std::max_element(making.color.begin(), making.color.end());
  for (std::uint32_t key = 0; key < members.size(); ++key) {
    making.color[members[key]] = color;
    making.key[members[key]] = key;
  }
  return special::first_user_comm + static_cast<std::int64_t>(which);
}

CommunicatorPlan::Place CommunicatorPlan::place(std::uint32_t number, std::uint32_t from, std::uint32_t to) {
  const RankAddress address = addresses_.address(number, from, to);
  return {handles_[address.communicator], address.rank, sizes_[address.communicator]};
}

}  // namespace trgen::formats::dumpi
