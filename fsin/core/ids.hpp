// SPDX-License-Identifier: Apache-2.0
// Strong ids and the clock. An id is an index into flat arrays; mixing two kinds of id is a compile error.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace fsin {

/// Simulated time in link cycles (one phit crosses one link in one cycle). The clock starts at 1.
using Cycle = std::uint64_t;
inline constexpr Cycle never = std::numeric_limits<Cycle>::max();

template <class Tag>
struct Id {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  constexpr std::size_t index() const { return value; }
  constexpr bool valid() const { return value != std::numeric_limits<std::uint32_t>::max(); }
  constexpr auto operator<=>(const Id&) const = default;
};

/// A network-attached node: where packets are made and consumed. 0..nodes-1.
using NodeId = Id<struct NodeTag>;
/// A router (or the network interface of a node in an indirect network). Nodes sit at routers 0..nodes-1.
using RouterId = Id<struct RouterTag>;

}  // namespace fsin
