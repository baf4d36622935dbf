// SPDX-License-Identifier: Apache-2.0
// The rounds with which a reduction over P ranks becomes one over the power of two below, and back.
#pragma once

#include <cstdint>

#include "trgen/programs/collectives/ranks.hpp"
#include "trgen/programs/collectives/round.hpp"
#include "trgen/programs/collectives/split.hpp"

namespace trgen::programs::collectives {

/// The partner of a rank in its pair.
constexpr std::uint32_t pair_of(std::uint32_t v) { return v ^ 1U; }

/// The rank that leaves sends all of its data to the one that stays.
template <class Visit>
void fold_whole(const Call& call, const Fold& fold, std::uint32_t v, const Visit& visit) {
  if (!fold.in_pair(v)) return;
  visit([&](Round& out) { out.part(pair_of(v), fold.stays(v) ? Role::reduce : Role::send, 0, call.bytes); });
}

/// Both reduce a half of the buffer, then the odd rank, which leaves, sends its half. Source: Open MPI 4.1.
template <class Visit>
void fold_halves(const Call& call, std::uint32_t v, const Visit& visit) {
  const std::uint64_t lower = elements(call.bytes, call.element) / 2 * call.element;
  const std::uint64_t upper = call.bytes - lower;
  const bool odd = v % 2 != 0;
  visit([&](Round& out) {
    out.part(pair_of(v), Role::reduce, odd ? lower : 0, odd ? upper : lower);
    out.part(pair_of(v), Role::send, odd ? 0 : lower, odd ? lower : upper);
  });
  visit([&](Round& out) { out.part(pair_of(v), odd ? Role::send : Role::receive, lower, upper); });
}

/// The rank that stayed sends the result to the one that left.
template <class Visit>
void unfold(const Call& call, const Fold& fold, std::uint32_t v, const Visit& visit) {
  if (!fold.in_pair(v)) return;
  visit([&](Round& out) { out.part(pair_of(v), fold.stays(v) ? Role::send : Role::receive, 0, call.bytes); });
}

}  // namespace trgen::programs::collectives
