// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/clog2/communicators.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace trgen::formats::clog2 {
namespace {

/// True when the communicator consists of all ranks in their order.
bool is_world(const record::Communicator& communicator, std::uint32_t ranks) {
  if (communicator.members.size() != ranks) return false;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (communicator.members[rank] != rank) return false;
  }
  return true;
}

std::int32_t as_signed(std::uint32_t number) { return std::bit_cast<std::int32_t>(number); }

std::optional<std::uint32_t> rank_within(const Communicators::Table& table, std::uint32_t world_rank) {
  const auto found = std::lower_bound(table.members.begin(), table.members.end(), std::pair{world_rank, 0U});
  if (found == table.members.end() || found->first != world_rank) return std::nullopt;
  return found->second;
}

}  // namespace

Communicators::Communicators(const record::TraceSource& trace) {
  for (const record::Communicator& each : trace.notes().communicators) {
    if (by_number_.contains(each.number) || (each.number == 0 && world_described_)) continue;
    if (each.number == 0 && is_world(each, trace.ranks())) {
      world_described_ = true;
      continue;
    }
    by_number_[each.number] = tables_.size();
    Table table{.number = as_signed(each.number), .described = true, .members = {}};
    for (std::uint32_t rank = 0; rank < each.members.size(); ++rank)
      table.members.emplace_back(each.members[rank], rank);
    std::sort(table.members.begin(), table.members.end());
    tables_.push_back(std::move(table));
  }
}

void Communicators::note(std::uint32_t rank, const record::Record& message) {
  const std::uint32_t number = message.communicator;
  if ((number == 0 && !by_number_.contains(0)) || by_number_.contains(number)) return;
  auto& ranks = noted_[number];
  ranks.insert(rank);
  ranks.insert(message.peer);
}

void Communicators::close() {
  for (const auto& [number, ranks] : noted_) {
    by_number_[number] = tables_.size();
    Table table{.number = as_signed(number), .described = false, .members = {}};
    for (const std::uint32_t rank : ranks) table.members.emplace_back(rank, rank);
    tables_.push_back(std::move(table));
  }
  noted_.clear();
  if (!by_number_.contains(0)) return;
  std::uint32_t free = 0x7fffffff;
  while (by_number_.contains(free)) --free;
  world_ = as_signed(free);
}

const Communicators::Table* Communicators::find(std::uint32_t number) const {
  const auto found = by_number_.find(number);
  return found == by_number_.end() ? nullptr : &tables_[found->second];
}

Communicators::Place Communicators::place(std::uint32_t rank, const record::Record& message) const {
  const Place within_world{.communicator = world_,
                           .rank = static_cast<std::int32_t>(rank),
                           .peer = static_cast<std::int32_t>(message.peer),
                           .as_it_is = message.communicator == 0 && !by_number_.contains(0)};
  if (within_world.as_it_is) return within_world;
  const Table* const table = find(message.communicator);
  const auto own = table == nullptr ? std::nullopt : rank_within(*table, rank);
  const auto peer = table == nullptr ? std::nullopt : rank_within(*table, message.peer);
  if (!own || !peer) return within_world;
  return {
      .communicator = table->number, .rank = static_cast<std::int32_t>(*own), .peer = static_cast<std::int32_t>(*peer)};
}

}  // namespace trgen::formats::clog2
