// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/communicators.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trgen::programs::ti {

std::string Communicators::add(std::uint32_t number, const std::vector<std::uint32_t>& members) {
  if (number == 0 || number >= most)
    return fmt::format("communicator {}: numbers are 1 to {}; 0 is all ranks, which need not be named", number,
                       most - 1);
  if (members.empty()) return fmt::format("communicator {} has no members", number);
  Numbered& numbered = of_[number];
  const Place* const known = numbered.find(members.front());
  if (known != nullptr && numbered.groups[known->group] == members) return {};
  const auto largest = *std::max_element(members.begin(), members.end());
  largest_ = std::max(largest_, largest);
  if (largest >= numbered.places.size()) numbered.places.resize(std::size_t{largest} + 1);
  Place place{static_cast<std::uint32_t>(numbered.groups.size()), 0};
  for (const std::uint32_t each : members) {
    if (numbered.places[each].group != none)
      return fmt::format("communicator {}: rank {} is in it twice, or in two groups of it", number, each);
    numbered.places[each] = place;
    ++place.number;
  }
  numbered.groups.push_back(members);
  return {};
}

const std::vector<std::uint32_t>* Communicators::members(std::uint32_t number, std::uint32_t rank) const {
  const Place* const place = find(number, rank);
  return place == nullptr ? nullptr : &find(number)->groups[place->group];
}

std::uint32_t Communicators::size(std::uint32_t number, std::uint32_t rank, std::uint32_t ranks) const {
  if (number == 0) return ranks;
  const auto* const list = members(number, rank);
  return list == nullptr ? 0 : static_cast<std::uint32_t>(list->size());
}

std::optional<std::uint32_t> Communicators::number_of(std::uint32_t number, std::uint32_t rank) const {
  if (number == 0) return rank;
  const Place* const place = find(number, rank);
  return place == nullptr ? std::nullopt : std::optional(place->number);
}

void Communicators::finish(std::uint32_t ranks, std::uint32_t streams_used) {
  ranks_ = ranks;
  for (auto& [number, numbered] : of_) {
    numbered.shifted.assign(streams_used, numbered.groups);
    for (std::uint32_t stream = 0; stream < streams_used; ++stream) {
      for (auto& group : numbered.shifted[stream]) {
        for (std::uint32_t& each : group) each += ranks * (stream + 1);
      }
    }
  }
}

Group Communicators::group(std::uint32_t number, std::uint32_t rank) const {
  const std::uint32_t stream = number % streams;
  Group everyone = Group::everyone(ranks_);
  everyone.first = stream * ranks_;
  const Numbered* const numbered = find(number / streams);
  if (numbered == nullptr) return everyone;
  const Place* const place = numbered->find(rank % ranks_);
  if (place == nullptr) return Group{.size = 0, .members = {}};
  return Group::list(stream == 0 ? numbered->groups[place->group] : numbered->shifted[stream - 1][place->group]);
}

}  // namespace trgen::programs::ti
