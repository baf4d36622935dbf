// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/presets.hpp"

namespace fsin::app {

bool sets_key(std::string_view path) {
  return path == "network.router.virtual_channels" || path.substr(0, path.rfind('.')) == "network.routing";
}

void apply_preset(Preset preset, router::RouterParams& router, routing::Routings::variant& routing) {
  router.virtual_channels = preset == Preset::oblivious_1vc ? 1 : 3;
  if (preset == Preset::adaptive_3vc) {
    routing = routing::AdaptiveParams{.select = routing::Select::smart};
  } else {
    routing = routing::DorParams{};
  }
}

}  // namespace fsin::app
