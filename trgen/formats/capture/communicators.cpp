// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/capture/communicators.hpp"

#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace trgen::formats::capture {
namespace {

/// The context that MPICH gives to MPI_COMM_WORLD.
constexpr std::uint32_t world_context = 0;

// The table in the notes ends here. A program with more communicators creates them in a loop.
constexpr std::size_t most_described = std::size_t{1} << 14;
constexpr std::size_t most_members = std::size_t{1} << 24;

}  // namespace

std::uint32_t Communicators::enter(std::uint32_t context, std::vector<std::uint32_t> members) {
  context &= ~1U;
  const std::uint64_t hash = ::XXH64(members.data(), members.size() * sizeof(members[0]), context);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto each = first; each != last; ++each) {
    const Known& known = known_[each->second];
    if (known.context == context && known.members == members) return known.number;
  }
  const auto is_world = [](const Known& known) { return known.number == 0; };
  const bool world = context == world_context && std::none_of(known_.begin(), known_.end(), is_world);
  const std::uint32_t number = world ? 0 : next_++;
  by_hash_.emplace(hash, known_.size());
  known_.push_back({context, number, std::move(members)});
  return number;
}

std::vector<record::Communicator> Communicators::notes(std::uint32_t ranks) const {
  std::vector<record::Communicator> all;
  std::size_t members = 0;
  for (const Known& known : known_) {
    members += known.members.size();
    if (all.size() == most_described || members > most_members) break;
    std::vector<std::uint32_t> inside = known.members;
    std::erase_if(inside, [&](std::uint32_t member) { return member >= ranks; });
    all.push_back({2 * known.number, std::move(inside)});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return all;
}

}  // namespace trgen::formats::capture
