// SPDX-License-Identifier: Apache-2.0
// The contract of a kernel: the messages in one iteration of an application-like program, as a pure function.
//
// A kernel has no state: event `index` of iteration `iteration` of rank `rank` follows from the settings alone, so that
// traces of any length are made, or replayed without a file, in memory bounded by the number of ranks.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace trgen::kernels {

inline constexpr std::uint64_t most_bytes =
    std::uint64_t{1} << 47;  ///< bytes of a message; a kernel that draws sizes may draw up to twice as many
inline constexpr std::uint64_t most_compute_ns = std::uint64_t{1} << 40;   ///< a burst of 18 minutes
inline constexpr std::uint64_t most_computed_ns = std::uint64_t{1} << 62;  ///< all bursts of a rank: 146 years
inline constexpr std::uint64_t most_iterations = std::uint64_t{1} << 50;

struct KernelSettings {
  std::uint32_t ranks = 64;      ///< 1 or more
  std::uint64_t bytes = 1024;    ///< bytes of a message
  std::uint64_t iterations = 1;  ///< 1 or more
  std::uint64_t compute_ns = 0;  ///< CPU burst of every rank before each iteration
  std::uint64_t seed = 1;        ///< seed of kernels that draw partners or sizes
  bool messages_only = false;    ///< no states, all times zero
};

struct Event {
  bool is_send = false;
  std::uint32_t peer = 0;
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
};

// Contract
//  * check() states in words which numbers of ranks the kernel needs, where settings.ranks is none of them; else empty.
//  * events() is the number of events of a rank in an iteration, the same in each iteration.
//  * event() is defined for index < events(). Every send has exactly one receive with the same ranks, tag and bytes,
//    in the same order for equal tags, and all ranks finish when sends never wait for their receives.
template <class K>
concept Kernel = requires(const KernelSettings& settings, std::uint32_t rank, std::uint64_t number) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::doc } -> std::convertible_to<std::string_view>;
  { K::check(settings) } -> std::same_as<std::string>;
  { K::events(settings, rank) } -> std::same_as<std::uint64_t>;
  { K::event(settings, rank, number, number) } -> std::same_as<Event>;
};

/// The tag of an iteration. It differs between iterations until the numbers of tags are used up.
constexpr std::int32_t iteration_tag(std::uint64_t iteration) {
  return static_cast<std::int32_t>(iteration & 0x7FFFFFFFU);
}

}  // namespace trgen::kernels
