// SPDX-License-Identifier: Apache-2.0
// Routers with a name: the three that Navaridas, Miguel-Alonso and Ridruejo compare on the NPB traces. A preset sets
// virtual channels and routing; these keys win where they are written beside it. Flow control is then the topology's
// own: bubble on a torus, as in the paper. Which of a preset and a key holds where one of them is an override is told
// in layers.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/engine/design.hpp"

namespace fsin::experiment {

enum class Preset : std::uint8_t { oblivious_1vc, oblivious_3vc, adaptive_3vc };
inline constexpr std::array preset_names{
    config::Named{Preset::oblivious_1vc, "oblivious-1vc", "dimension order, 1 virtual channel"},
    config::Named{Preset::oblivious_3vc, "oblivious-3vc", "dimension order, 3 equal virtual channels"},
    config::Named{Preset::adaptive_3vc, "adaptive-3vc", "minimal adaptive (smart), 2 channels and an escape channel"},
};

/// The keys that a preset sets, with all that is below them.
inline constexpr std::array<std::string_view, 2> preset_keys{"network.router.virtual_channels", "network.routing"};
inline constexpr std::string_view preset_key = "network.preset";

/// Is this a key that a preset sets, or below one?
bool sets_key(std::string_view path);

void apply_preset(Preset preset, router::RouterParams& router, routing::AnyRouting& routing);

}  // namespace fsin::experiment
