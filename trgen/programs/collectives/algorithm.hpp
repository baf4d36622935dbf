// SPDX-License-Identifier: Apache-2.0
// The contract of an algorithm for a collective: the rounds of each rank, as a pure function.
//
// Contract
//  * kinds: the collectives that it can do.
//  * misfit(call) states why it cannot do a call of these kinds; empty: it can.
//  * rounds() and round() are called for calls that it can do, of 2 ranks or more and 1 byte or more (barrier: none);
//    `v` is a rank of the communicator. round() appends the transfers of round `number`, below rounds(call, v). A round
//    may be empty.
//  * Every send has one receive, with the same bytes, in the same order between two ranks; and all ranks finish when
//    sends never wait for their receives.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "trgen/programs/collectives/call.hpp"
#include "trgen/programs/collectives/round.hpp"

namespace trgen::programs::collectives {

template <class A>
concept Algorithm = requires(const Call& call, std::uint32_t v, Round& out) {
  { A::name } -> std::convertible_to<std::string_view>;
  { A::doc } -> std::convertible_to<std::string_view>;
  { A::source } -> std::convertible_to<std::string_view>;
  {std::span<const Kind>(A::kinds)};
  { A::misfit(call) } -> std::same_as<std::string_view>;
  { A::rounds(call, v) } -> std::same_as<std::uint32_t>;
  { A::round(call, v, v, out) } -> std::same_as<void>;
};

/// An algorithm as data.
struct Entry {
  std::string_view name;  ///< unique among the algorithms of a kind
  std::string_view doc;
  std::string_view source;
  std::span<const Kind> kinds;
  std::string_view (*misfit)(const Call& call);
  std::uint32_t (*rounds)(const Call& call, std::uint32_t v);
  void (*round)(const Call& call, std::uint32_t v, std::uint32_t number, Round& out);

  bool serves(Kind kind) const {
    for (const Kind each : kinds) {
      if (each == kind) return true;
    }
    return false;
  }
};

template <Algorithm A>
constexpr Entry entry() {
  return {A::name, A::doc, A::source, A::kinds, &A::misfit, &A::rounds, &A::round};
}

/// Base of the algorithms that can do every call.
struct FitsAll {
  static std::string_view misfit(const Call&) { return {}; }
};

struct NeedsCommutative {
  static std::string_view misfit(const Call& call) { return call.commutative ? "" : "it needs a commutative operator"; }
};

struct NeedsPowerOfTwo {
  static std::string_view misfit(const Call& call) {
    return (call.size & (call.size - 1)) == 0 ? "" : "it needs a power of two of ranks";
  }
};

struct NeedsTwoRanks {
  static std::string_view misfit(const Call& call) { return call.size == 2 ? "" : "it needs 2 ranks"; }
};

}  // namespace trgen::programs::collectives
