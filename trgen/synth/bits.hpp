// SPDX-License-Identifier: Apache-2.0
// Helpers of the patterns that permute the bits of a node number, and of those that shift coordinates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

/// Number of bits of a node number; `nodes` is a power of two.
unsigned node_bits(std::uint32_t nodes);

/// An error message unless the number of nodes is 2^b with b > 0 (and even, if `even`), naming the nearest numbers that
/// are; else empty.
std::string check_power_of_two(std::string_view pattern, const NetworkFacts& facts, bool even = false);

/// Rotates the `bits` lowest bits of `value` left by `by`, which is less than `bits`.
constexpr std::uint32_t rotate_bits(std::uint32_t value, unsigned bits, unsigned by) {
  const std::uint64_t wide = static_cast<std::uint64_t>(value) << by;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  return static_cast<std::uint32_t>((wide | (wide >> bits)) & mask);
}

/// An error message when the topology has no coordinates; else empty.
std::string check_coordinates(std::string_view pattern, const NetworkFacts& facts);

/// The node whose coordinate in each dimension of k places is larger by step(k), modulo k. X varies fastest.
std::uint32_t move_coordinates(std::uint32_t node, const NetworkFacts& facts, unsigned (*step)(unsigned));

}  // namespace trgen::synth
