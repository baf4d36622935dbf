// SPDX-License-Identifier: Apache-2.0
// Virtual channels of the routings of a dragonfly: the ladder that keeps them free of deadlock.
//
// Each routing has a fixed sequence of local (l) and global (g) links. Every path is a subsequence of it: links may be
// skipped but not reordered. The virtual channel of a link is its place among the links of its kind in that sequence: a
// hop takes the first later place of its kind (P. Fuentes et al., FOGSim). So a packet never waits for a channel that
// is earlier in the sequence than its own, and no waits form a cycle.
//
//   minimal                                            l g l           2 channels on local links, 1 on global ones
//   over a group, decided at the source                l g l g l       3, 2
//   over a switch of another group                     l g l l g l     4, 2
//   over a group, decided again after one local link   l l g l g l     4, 2
//   over a switch, decided again                       l l g l l g l   5, 2
//
// A count of the links crossed in place of the position would not be safe: it puts a packet that has skipped a link on
// the same channel as one that has not. The rule `global_hops` counts global links only, three channels for any detour,
// as older simulators do; it is safe as long as no path has two local links in a row. Every port has the same number of
// channels, here that of the local links; global links leave the last ones unused.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "fsin/config/fields.hpp"

namespace fsin::routing {

enum class LadderRule : std::uint8_t { position, global_hops };
inline constexpr std::array ladder_names{
    config::Named{LadderRule::position, "position", "the place of the link in the sequence of the routing"},
    config::Named{LadderRule::global_hops, "global-hops",
                  "the number of global links crossed; unsafe if a path has two local links in a row"},
};

struct DragonflyLadder {
  std::uint8_t locals = 2;   ///< virtual channels on local links
  std::uint8_t globals = 1;  ///< virtual channels on global links
  std::uint8_t step = 1;     ///< amount by which a local link raises the channel of the next one
  /// Channel of the next local link after the first global link, and after the second.
  std::array<std::uint8_t, 2> after{1, 1};
};

/// Properties of a routing that determine its ladder.
struct DragonflyTraits {
  bool detours = false;      ///< a path may lead over a third group
  bool over_switch = false;  ///< over a given switch of that group
  bool progressive = false;  ///< the detour may begin after a first local link
};

constexpr DragonflyLadder dragonfly_ladder(const DragonflyTraits& traits, LadderRule rule = LadderRule::position) {
  if (!traits.detours) return {};
  if (rule == LadderRule::global_hops) return {3, 2, 0, {1, 2}};
  const unsigned first = traits.progressive ? 2 : 1, second = first + (traits.over_switch ? 2 : 1);
  return {static_cast<std::uint8_t>(second + 1),
          2,
          1,
          {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)}};
}

}  // namespace fsin::routing
