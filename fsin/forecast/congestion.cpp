// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/congestion.hpp"

namespace fsin::forecast {

Congestion congestion_of(const engine::Design& design, const topology::Geometry& geometry) {
  const unsigned channels = design.router.virtual_channels;
  const topology::Overload overload = geometry.overload(routing::is_adaptive(design.routing), channels);
  return {overload.carried, overload.fill,
          geometry.links() * channels * static_cast<double>(design.router.queue.value)};
}

}  // namespace fsin::forecast
