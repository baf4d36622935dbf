// SPDX-License-Identifier: Apache-2.0
// Allreduce round a ring, for long vectors: reduce-scatter, then allgather, of P blocks.
//
// Sources: P. Patarasuk, X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69, 2009;
// Open MPI 4.1, allreduce_intra_ring and allreduce_intra_ring_segmented. The ring in both directions is what training
// of neural networks uses on machines with links that carry both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/rabenseifner.hpp"

namespace trgen::programs::collectives {

struct RingAllReduce : AllReduces {
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc = "reduce-scatter and allgather of P blocks round a ring, 2 (P - 1) steps";
  static constexpr std::string_view source = "Open MPI 4.1, allreduce_intra_ring";

  static std::string_view misfit(const Call& call) {
    if (!call.commutative) return "it needs a commutative operator";
    return elements(call.bytes, call.element) < call.size ? "it needs an element per rank" : "";
  }
  static std::uint32_t rounds(const Call& call, std::uint32_t) { return 2 * (call.size - 1); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const EvenSplit split(call.bytes, call.element, call.size);
    const bool reduces = number < call.size - 1;
    const std::uint32_t step = reduces ? number : number - (call.size - 1);
    const std::uint32_t given = minus(reduces ? v : plus(v, 1, call.size), step, call.size);
    const std::uint32_t taken = minus(given, 1, call.size);
    out.part(minus(v, 1, call.size), reduces ? Role::reduce : Role::receive, split.begin(taken),
             split.bytes(taken, taken + 1));
    out.part(plus(v, 1, call.size), Role::send, split.begin(given), split.bytes(given, given + 1));
  }
};

/// The reduce-scatter in phases, each over a segment of every block; then the allgather of whole blocks.
struct SegmentedRingAllReduce : AllReduces {
  static constexpr std::string_view name = "segmented-ring";
  static constexpr std::string_view doc =
      "as ring, but the reduce-scatter goes round once for each segment of the blocks: of 1 MiB where segment is not "
      "set";
  static constexpr std::string_view source = "Open MPI 4.1, allreduce_intra_ring_segmented";

  static std::string_view misfit(const Call& call) { return RingAllReduce::misfit(call); }
  static std::uint32_t rounds(const Call& call, std::uint32_t) { return (phases(call) + 1) * (call.size - 1); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t count = phases(call);
    const std::uint32_t phase = number / (call.size - 1);
    const std::uint32_t step = number % (call.size - 1);
    if (phase == count) return RingAllReduce::round(call, v, call.size - 1 + step, out);
    const EvenSplit split(call.bytes, call.element, call.size);
    const std::uint32_t given = minus(v, step, call.size);
    const auto add = [&](std::uint32_t peer, Role role, std::uint32_t block) {
      const EvenSplit part(split.bytes(block, block + 1), call.element, count);
      out.part(peer, role, split.begin(block) + part.begin(phase), part.bytes(phase, phase + 1));
    };
    add(minus(v, 1, call.size), Role::reduce, minus(given, 1, call.size));
    add(plus(v, 1, call.size), Role::send, given);
  }

 private:
  static std::uint32_t phases(const Call& call) {
    const std::uint64_t segment = call.tuning.segment == 0 ? 1 << 20 : call.tuning.segment;
    const std::uint64_t whole = segment / call.element * call.element;  // below: 65,536 phases at most
    const std::uint64_t row = piece_size(call.bytes / call.size * 16, call.element, whole) / call.element * call.size;
    const std::uint64_t count = elements(call.bytes, call.element);
    if (count < row) return 1;
    const std::uint64_t rest = count % row;
    return static_cast<std::uint32_t>(count / row + (rest >= call.size && rest > row / 2 ? 1 : 0));
  }
};

struct BidirectionalRingAllReduce : AllReduces, NeedsCommutative {
  static constexpr std::string_view name = "bidirectional-ring";
  static constexpr std::string_view doc = "ring in both directions at once, each with half of the vector";
  static constexpr std::string_view source =
      "the usual ring of P. Patarasuk and X. Yuan, JPDC 69, 2009, once in each direction";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return 2 * (call.size - 1); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const EvenSplit split(call.bytes, call.element, 2 * call.size);
    const bool reduces = number < call.size - 1;
    const std::uint32_t step = reduces ? number : number - (call.size - 1);
    const std::uint32_t before = minus(v, 1, call.size);
    const std::uint32_t after = plus(v, 1, call.size);
    const Role taking = reduces ? Role::reduce : Role::receive;
    const auto add = [&](std::uint32_t peer, Role role, std::uint32_t block) {
      out.part(peer, role, split.begin(block), split.bytes(block, block + 1));
    };
    const std::uint32_t up = minus(reduces ? v : after, step, call.size);
    const std::uint32_t down = plus(reduces ? v : before, step, call.size);
    add(before, taking, minus(up, 1, call.size));
    add(after, taking, call.size + plus(down, 1, call.size));
    add(after, Role::send, up);
    add(before, Role::send, call.size + down);
  }
};

}  // namespace trgen::programs::collectives
