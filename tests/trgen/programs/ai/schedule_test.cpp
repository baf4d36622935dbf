// SPDX-License-Identifier: Apache-2.0
// The order of passes in a pipeline.
#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "trgen/programs/ai/pipeline_schedule.hpp"

namespace schedule_test {

using namespace trgen::programs::ai;

TEST_CASE("each stage does every pass once, and a backward pass after its forward one") {
  for (const PipelineSchedule& schedule :
       {PipelineSchedule{1, 1, 5}, PipelineSchedule{4, 1, 8}, PipelineSchedule{4, 1, 2}, PipelineSchedule{4, 2, 8},
        PipelineSchedule{4, 3, 4}, PipelineSchedule{2, 5, 6}}) {
    const auto [stages, chunks, micro_batches] = schedule;
    for (std::uint32_t stage = 0; stage < stages; ++stage) {
      std::set<std::pair<std::uint32_t, std::uint64_t>> forward, backward;
      std::uint64_t most = 0;
      for (std::uint64_t k = 0; k < schedule.passes(); ++k) {
        const Pass pass = schedule.pass(stage, k);
        CHECK(pass.chunk < chunks);
        CHECK(pass.micro_batch < micro_batches);
        const std::pair which{pass.chunk, pass.micro_batch};
        if (!pass.forward) CHECK(forward.count(which) == 1);
        CHECK((pass.forward ? forward : backward).insert(which).second);
        most = std::max<std::uint64_t>(most, forward.size() - backward.size());
      }
      CHECK(backward.size() == micro_batches * chunks);
      // What 1F1B is for: a stage keeps the activations of few micro-batches.
      if (chunks == 1) CHECK(most == std::min<std::uint64_t>(micro_batches, stages - stage));
    }
  }
}

TEST_CASE("the passes of the middle stage of three are those of the figure of 1F1B") {
  const PipelineSchedule schedule{3, 1, 4};
  const bool forward[] = {true, true, false, true, false, true, false, false};
  const std::uint64_t micro_batch[] = {0, 1, 0, 2, 1, 3, 2, 3};
  for (std::uint64_t k = 0; k < 8; ++k) {
    CHECK(schedule.pass(1, k).forward == forward[k]);
    CHECK(schedule.pass(1, k).micro_batch == micro_batch[k]);
  }
}

TEST_CASE("the interleaved order passes as many micro-batches as stages through a chunk, then through the next") {
  const PipelineSchedule schedule{2, 2, 4};
  // Stage 1 is ahead by (2 - 1) * 2 = 2 passes.
  const std::uint32_t chunk[] = {0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0};
  CHECK(schedule.ahead(1) == 2);
  CHECK(schedule.ahead(0) == 4);
  for (std::uint64_t k = 0; k < 4; ++k) {
    CHECK(schedule.pass(0, k).chunk == chunk[k]);
    CHECK(schedule.pass(0, k).micro_batch == k % 2);
  }
  CHECK(schedule.pass(1, 2) == Pass{true, 1, 0, 2});
  CHECK(schedule.pass(1, 3) == Pass{false, 1, 0, 0});
  CHECK(schedule.pass(1, 15) == Pass{false, 0, 3, 7});
}

}  // namespace schedule_test
