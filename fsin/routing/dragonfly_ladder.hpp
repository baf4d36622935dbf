// SPDX-License-Identifier: Apache-2.0
// Virtual channels of the routings of a dragonfly: the ladder that keeps them free of deadlock.
//
// Each routing has a fixed sequence of local (l) and global (g) links of which every way is a part, links being left
// out but never exchanged. The virtual channel of a link is its place among the links of its kind in that sequence: a
// hop takes the first later place of its kind, and a place that is left out is left out (P. Fuentes et al., FOGSim). So
// a packet never waits for a channel that is earlier in the sequence than its own, and no waits form a cycle.
//
//   minimal                                            l g l           2 channels on local links, 1 on global ones
//   over a group, decided at the source                l g l g l       3, 2
//   over a switch of another group                     l g l l g l     4, 2
//   over a group, decided again after one local link   l l g l g l     4, 2
//   over a switch, decided again                       l l g l l g l   5, 2
//
// A count of the links crossed in place of the position would not do: it puts a packet that has left a link out on the
// same channel as one that has not. The rule `global_hops` counts global links only, three channels for any detour, as
// older simulators do; it is safe as long as no way has two local links in a row.
// Every port has the same number of channels, that of the local links here; global links leave the last ones unused.
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
                  "the number of global links crossed; not safe where two local links follow each other"},
};

struct DragonflyLadder {
  std::uint8_t locals = 2;                  ///< virtual channels on local links
  std::uint8_t globals = 1;                 ///< and on global ones
  std::uint8_t step = 1;                    ///< by which a local link raises the channel of the next one
  std::array<std::uint8_t, 2> after{1, 1};  ///< channel of the next local link behind the first global link, the second
};

/// What decides which ladder a routing has.
struct DragonflyTraits {
  bool detours = false;      ///< a way may lead over a third group
  bool over_switch = false;  ///< over a given switch of it
  bool progressive = false;  ///< the detour may begin behind a first local link
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
