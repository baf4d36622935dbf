// SPDX-License-Identifier: Apache-2.0
// Allreduce on a grid of ranks: reduce-scatter round the rings of the first dimension, of the result round those of the
// second, and so on; then allgather, from the last dimension back to the first.
//
// Rank = c1 + k1 (c2 + k2 (c3 + ...)): the first dimension is the one in which neighbours have consecutive ranks.
// Source: N. Jain, Y. Sabharwal, Optimal bucket algorithms for large MPI collectives on torus interconnects, ICS 2010;
// one dimension at a time, as systems for training neural networks have it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/rabenseifner.hpp"

namespace trgen::programs::collectives {

struct TorusAllReduce : AllReduces {
  static constexpr std::string_view name = "torus-ring";
  static constexpr std::string_view doc =
      "reduce-scatter round the rings of each dimension of a grid of ranks, then allgather, in reverse; torus gives "
      "the "
      "dimensions";
  static constexpr std::string_view source =
      "N. Jain, Y. Sabharwal, Optimal bucket algorithms for large MPI collectives on torus interconnects, ICS 2010";

  static std::string_view misfit(const Call& call) {
    if (!call.commutative) return "it needs a commutative operator";
    std::uint64_t product = 1;
    for (const std::uint32_t k : dims(call)) product *= k;
    return product == call.size ? "" : "the product of the dimensions of torus is not the number of ranks";
  }
  static std::uint32_t rounds(const Call& call, std::uint32_t) {
    std::uint32_t count = 0;
    for (const std::uint32_t k : dims(call)) count += 2 * (k - 1);
    return count;
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const Dims k = dims(call);
    const std::uint32_t half = rounds(call, v) / 2;
    const bool reduces = number < half;
    std::uint32_t step = reduces ? number : rounds(call, v) - 1 - number;  // of the way in, whose mirror is the way out
    std::uint32_t stride = 1;                                              // between neighbours in the dimension
    std::uint32_t width = call.size;                                       // blocks of a chunk
    std::uint32_t first = 0;  // block where the window of the dimensions before begins
    std::uint32_t d = 0;
    for (;; ++d) {
      width /= k[d];
      if (step < k[d] - 1) break;
      step -= k[d] - 1;
      first += v / stride % k[d] * width;
      stride *= k[d];
    }
    const std::uint32_t c = v / stride % k[d];
    const std::uint32_t next = v + (plus(c, 1, k[d]) - c) * stride;  // modulo 2^32
    const std::uint32_t previous = v + (minus(c, 1, k[d]) - c) * stride;
    if (!reduces) step = k[d] - 2 - step;
    const std::uint32_t given = reduces ? minus(c, step + 1, k[d]) : minus(c, step, k[d]);
    const std::uint32_t taken = minus(given, 1, k[d]);
    const EvenSplit split(call.bytes, call.element, call.size);
    const auto add = [&](std::uint32_t peer, Role role, std::uint32_t chunk) {
      const std::uint32_t block = first + chunk * width;
      out.part(peer, role, split.begin(block), split.bytes(block, block + width));
    };
    add(previous, reduces ? Role::reduce : Role::receive, taken);
    add(next, Role::send, given);
  }

 private:
  using Dims = std::array<std::uint32_t, 4>;

  /// The dimensions; those that are not given are 1.
  static Dims dims(const Call& call) {
    Dims k = call.tuning.torus;
    bool given = false;
    for (std::uint32_t& each : k) {
      given = given || each != 0;
      if (each == 0) each = 1;
    }
    if (given) return k;
    std::uint32_t side = 1;
    for (std::uint32_t i = 2; std::uint64_t{i} * i <= call.size; ++i) {
      if (call.size % i == 0) side = i;
    }
    return {call.size / side, side, 1, 1};
  }
};

}  // namespace trgen::programs::collectives
