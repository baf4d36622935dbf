// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trgen::formats::ti {

std::string Groups::add(std::uint32_t number, const std::vector<std::uint32_t>& members) {
  if (number == 0 || number >= most)
    return fmt::format("communicator {}: numbers are 1 to {}; 0 is all ranks, which need not be named", number,
                       most - 1);
  if (members.empty()) return fmt::format("communicator {} has no members", number);
  Numbered& numbered = of_[number];
  const Place* const known = numbered.find(members.front());
  if (known != nullptr && numbered.groups[known->group] == members) return {};
  Place place{static_cast<std::uint32_t>(numbered.groups.size()), 0};
  for (const std::uint32_t each : members) {
    if (!numbered.places.emplace(each, place).second) {
      for (std::uint32_t i = 0; i < place.number; ++i) numbered.places.erase(members[i]);
      return fmt::format("communicator {}: rank {} is in it twice, or in two groups of it", number, each);
    }
    ++place.number;
  }
  largest_ = std::max(largest_, *std::max_element(members.begin(), members.end()));
  numbered.groups.push_back(members);
  all_members_ += members.size();
  return {};
}

const std::vector<std::uint32_t>* Groups::members(std::uint32_t number, std::uint32_t rank) const {
  const Place* const place = find(number, rank);
  return place == nullptr ? nullptr : &find(number)->groups[place->group];
}

std::optional<std::uint32_t> Groups::number_of(std::uint32_t number, std::uint32_t rank) const {
  if (number == 0) return rank;
  const Place* const place = find(number, rank);
  return place == nullptr ? std::nullopt : std::optional(place->number);
}

}  // namespace trgen::formats::ti
