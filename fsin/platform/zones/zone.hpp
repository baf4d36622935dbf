// SPDX-License-Identifier: Apache-2.0
// A zone of a platform: the routes between the points that it contains. Points are hosts, routers, and zones within the
// zone, which are entered and left at gateways.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace fsin::platform {

using LinkNumber = std::uint32_t;
using PointNumber = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A piece of a route. Where it begins or ends at a zone, the point of that zone which it leaves or enters.
struct Leg {
  std::vector<LinkNumber> links;
  PointNumber leaves = none;
  PointNumber enters = none;
};

class Zone {
 public:
  Zone() = default;
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;
  virtual ~Zone() = default;

  /// Appends the route between two different points of this zone, as consecutive legs. False where there is none.
  virtual bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const = 0;
};

/// A link in its two directions, which are one and the same number where the link is not a duplex one.
struct Duplex {
  LinkNumber up = none;
  LinkNumber down = none;
};

}  // namespace fsin::platform
