// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/tally.hpp"

#include <algorithm>
#include <bit>

namespace trgen::commands {

using record::Kind;
using record::Record;

void SizeHistogram::add(std::uint64_t bytes) { bins_[static_cast<std::size_t>(std::bit_width(bytes))].add(bytes); }

std::size_t SizeHistogram::bins() const {
  std::size_t count = bins_.size();
  while (count > 0 && bins_[count - 1].messages == 0) --count;
  return count;
}

void Tally::add(std::uint32_t rank, const Record& record) {
  if (rank >= ranks_.size()) ranks_.resize(std::size_t{rank} + 1);
  Rank& at = ranks_[rank];
  if (!at.seen) at.first_ns = record.time_ns;
  at.seen = true;
  at.last_ns = std::max(at.last_ns, record.time_ns);
  ++kinds_[static_cast<std::size_t>(record.kind)];
  if (record.kind == Kind::send) {
    send(rank, at, record);
  } else if (record.kind == Kind::receive) {
    wildcards_.source += record.any_source ? 1 : 0;
    wildcards_.tag += record.any_tag ? 1 : 0;
  } else {
    state(at, record);
  }
}

StateUse& Tally::use_of(std::uint16_t state) {
  if (state >= in_state_.size()) in_state_.resize(std::size_t{state} + 1);
  return in_state_[state];
}

void Tally::state(Rank& rank, const Record& record) {
  if (record.kind == Kind::state_start) {
    if (record.any_source) ++any_source_;
    ++use_of(record.state).calls;
    if (record.collective) ++communicator_of(record).collectives;
    if (rank.depth++ > 0) return;
    rank.state = record.state;
    rank.entered_ns = record.time_ns;
    if (rank.left && record.time_ns > rank.left_ns) {
      rank.burst_ns += record.time_ns - rank.left_ns;
      ++bursts_;
    }
  } else if (rank.depth > 0 && --rank.depth == 0) {
    rank.left = true;
    rank.left_ns = record.time_ns;
    if (record.time_ns > rank.entered_ns) use_of(rank.state).time_ns += record.time_ns - rank.entered_ns;
  }
}

void Tally::send(std::uint32_t rank, const Rank& state, const Record& record) {
  sent_.add(record.bytes);
  sizes_.add(record.bytes);
  communicator_of(record).sent.add(record.bytes);
  if (record.peer == rank) to_self_.add(record.bytes);
  if (state.depth == 0) {
    outside_.add(record.bytes);
    return;
  }
  use_of(state.state).sent.add(record.bytes);
}

CommunicatorUse& Tally::communicator_of(const Record& record) {
  const auto found = by_communicator_.find(record.communicator);
  if (found != by_communicator_.end()) return found->second;
  return by_communicator_.size() < most_communicators ? by_communicator_[record.communicator] : other_communicators_;
}

std::uint32_t Tally::active_ranks() const {
  return static_cast<std::uint32_t>(
      std::count_if(ranks_.begin(), ranks_.end(), [](const Rank& each) { return each.seen; }));
}

std::uint64_t Tally::duration_ns() const {
  std::uint64_t longest = 0;
  for (const Rank& each : ranks_) longest = std::max(longest, each.last_ns - std::min(each.first_ns, each.last_ns));
  return longest;
}

Tally::Bursts Tally::bursts() const {
  Bursts all{.count = bursts_};
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    const std::uint64_t burst_ns = ranks_[rank].burst_ns;
    all.total_ns += burst_ns;
    if (burst_ns > all.longest_rank_ns) all.longest_rank = rank;
    all.longest_rank_ns = std::max(all.longest_rank_ns, burst_ns);
  }
  return all;
}

std::vector<StateUse> Tally::by_state(std::size_t states) const {
  std::vector<StateUse> all = in_state_;
  all.resize(states);
  all.push_back({.sent = outside_});
  return all;
}

Volume in_collectives(const std::vector<StateUse>& by_state, const std::vector<std::string>& names) {
  Volume all;
  for (std::size_t state = 0; state < names.size(); ++state) {
    if (!is_collective(names[state])) continue;
    all.messages += by_state[state].sent.messages;
    all.bytes += by_state[state].sent.bytes;
  }
  return all;
}

bool is_collective(std::string_view function) {
  constexpr std::array<std::string_view, 18> stems{"allgather",
                                                   "allreduce",
                                                   "alltoall",
                                                   "barrier",
                                                   "bcast",
                                                   "gather",
                                                   "reduce",
                                                   "scatter",
                                                   "scan",
                                                   "exscan",
                                                   "comm_create",
                                                   "comm_dup",
                                                   "comm_split",
                                                   "comm_free",
                                                   "neighbor_allgather",
                                                   "neighbor_alltoall",
                                                   "init",
                                                   "finalize"};
  if (!function.starts_with("MPI_")) return false;
  std::string name(function.substr(4));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto matches = [&](std::string_view stem) {
    return name.starts_with(stem) || (name.starts_with('i') && std::string_view(name).substr(1).starts_with(stem));
  };
  return name != "initialized" && name != "finalized" && std::any_of(stems.begin(), stems.end(), matches);
}

}  // namespace trgen::commands
