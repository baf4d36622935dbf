// SPDX-License-Identifier: Apache-2.0
// The size of a generated program: the configuration keys that every kernel has.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "fsin/core/units.hpp"
#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct ProgramSize {
  std::optional<std::uint32_t> ranks;
  fsin::Bytes bytes{1024};
  std::uint64_t iterations = 1;
  fsin::Nanoseconds compute{0};
  std::uint64_t seed = 1;

  template <class F>
  void fields(F& f) {
    f("ranks", ranks, "number of ranks (default: one on every node of the network)").range(1, 4'000'000'000U);
    f("bytes", bytes, "size of a message").range(fsin::Bytes{0}, fsin::Bytes{most_bytes});
    f("iterations", iterations, "number of iterations of the kernel").range(1, most_iterations);
    f("compute", compute, "CPU burst of every rank before each iteration")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{static_cast<double>(most_compute_ns)});
    f("seed", seed, "seed of a kernel that draws partners or sizes; measure.seed does not change the program");
  }

  KernelSettings settings(std::uint32_t nodes) const {
    return {.ranks = ranks.value_or(nodes),
            .bytes = bytes.value,
            .iterations = iterations,
            .compute_ns = static_cast<std::uint64_t>(std::llround(compute.value)),
            .seed = seed};
  }
};

}  // namespace trgen::kernels
