// SPDX-License-Identifier: Apache-2.0
// Order in which a stage of a pipeline passes its micro-batches forward and backward: 1F1B, and 1F1B interleaved.
//
// A stage first does some forward passes, then alternates forward and backward ones, then does the remaining backward
// ones. With `chunks` above 1, each stage has so many parts of the model: chunk c of stage i is followed by chunk c of
// stage i + 1, and chunk c of the last stage by chunk c + 1 of the first. The order goes through the chunks for a group
// of as many micro-batches as there are stages, and then through those of the next group.
//
// On a network that takes no time, with equal stages, the share of a step in which a stage is idle is (stages - 1) /
// chunks divided by micro_batches + (stages - 1) / chunks.
//
// Source: D. Narayanan et al., SC 2021 (model.hpp), sections 2.2.1 and 2.2.2; 1F1B is PipeDream-Flush of D. Narayanan
// et al., "Memory-efficient pipeline-parallel DNN training", ICML 2021.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trgen::programs::ai {

/// A pass of a micro-batch through a chunk.
struct Pass {
  bool forward = true;
  std::uint32_t chunk = 0;
  std::uint64_t micro_batch = 0;
  std::uint64_t number = 0;  ///< number among the passes in this direction

  bool operator==(const Pass&) const = default;
};

struct PipelineSchedule {
  std::uint32_t stages = 1;
  std::uint32_t chunks = 1;         ///< 1: not interleaved
  std::uint64_t micro_batches = 1;  ///< with several chunks, a multiple of `stages`

  std::uint64_t passes_each_way() const { return micro_batches * chunks; }
  std::uint64_t passes() const { return 2 * passes_each_way(); }

  /// Forward passes of a stage before its first backward one.
  std::uint64_t ahead(std::uint32_t stage) const {
    const std::uint64_t to_the_end = stages - 1 - stage;
    const std::uint64_t before =
        chunks == 1 ? to_the_end : 2 * to_the_end + std::uint64_t{chunks - 1} * std::uint64_t{stages};
    return std::min(before, passes_each_way());
  }

  /// Pass `k` (below passes()) of a stage.
  Pass pass(std::uint32_t stage, std::uint64_t k) const {
    const std::uint64_t first = ahead(stage), pairs = passes_each_way() - first;
    if (k < first) return numbered(true, k);
    k -= first;
    if (k < 2 * pairs) return numbered(k % 2 == 0, k % 2 == 0 ? first + k / 2 : k / 2);
    return numbered(false, pairs + (k - 2 * pairs));
  }

 private:
  Pass numbered(bool forward, std::uint64_t number) const {
    if (chunks == 1) return {forward, 0, number, number};
    const std::uint64_t round = std::uint64_t{stages} * chunks;
    const std::uint64_t within = number % round;
    const auto chunk = static_cast<std::uint32_t>(within / stages);
    return {forward, forward ? chunk : chunks - 1 - chunk, number / round * stages + within % stages, number};
  }
};

}  // namespace trgen::programs::ai
