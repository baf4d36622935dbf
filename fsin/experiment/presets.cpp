// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/presets.hpp"

#include <algorithm>

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"

namespace fsin::experiment {

bool sets_key(std::string_view path) {
  return std::any_of(preset_keys.begin(), preset_keys.end(), [path](std::string_view key) {
    return path == key || (path.starts_with(key) && path[key.size()] == '.');
  });
}

void apply_preset(Preset preset, router::RouterParams& router, routing::AnyRouting& routing) {
  router.virtual_channels = preset == Preset::oblivious_1vc ? 1 : 3;
  if (preset == Preset::adaptive_3vc) {
    routing = routing::AdaptiveParams{.select = routing::selection<routing::SmartSelection>};
  } else {
    routing = routing::DorParams{};
  }
}

}  // namespace fsin::experiment
