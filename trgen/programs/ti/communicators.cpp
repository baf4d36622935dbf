// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/communicators.hpp"

namespace trgen::programs::ti {

std::uint32_t Communicators::size(std::uint32_t number, std::uint32_t rank, std::uint32_t ranks) const {
  if (number == 0) return ranks;
  const auto* const list = members(number, rank);
  return list == nullptr ? 0 : static_cast<std::uint32_t>(list->size());
}

void Communicators::finish(std::uint32_t ranks, std::uint32_t streams_used) {
  ranks_ = ranks;
  for (const auto& [number, numbered] : this->numbered()) {
    Shifted& shifted = shifted_[number];
    shifted.assign(streams_used, numbered.groups);
    for (std::uint32_t stream = 0; stream < streams_used; ++stream) {
      for (auto& group : shifted[stream]) {
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
  return Group::list(stream == 0 ? numbered->groups[place->group]
                                 : shifted_.at(number / streams)[stream - 1][place->group]);
}

}  // namespace trgen::programs::ti
