// SPDX-License-Identifier: Apache-2.0
// Pipelines over the ideal network: the length of a step is the longest path through its passes, to the cycle.
#include <algorithm>

#include "tests/trgen/programs/ai/transformer_fixture.hpp"

namespace pipeline_test {

using namespace trgen::programs;
using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;
using trgen::replay::testing::IdealSettings;
using trgen::replay::testing::on_nodes;
using trgen::replay::testing::run_program;

namespace {

/// Layers of equal length: the output layer takes less than half a nanosecond, so none.
TransformerParams pipeline_of(std::uint32_t stages, std::uint32_t chunks, std::uint64_t micro_batches) {
  TransformerParams params = small_transformer();
  params.model.layers = 24;
  params.model.sequence = 1;
  params.model.vocabulary = 1;
  params.teraflops = 0.257;
  params.pipeline = stages;
  params.virtual_stages = chunks;
  params.micro_batches = micro_batches;
  return params;
}

std::uint64_t cycles_of(const TransformerParams& params) {
  const auto made = make(params);
  REQUIRE(made.program);
  CHECK(unmatched(*made.program).empty());
  const auto ran = run_program(made.program, on_nodes(*made.program), IdealSettings{.most_cycles = 4'000'000});
  CHECK(ran.waiting.empty());
  REQUIRE(ran.finished);
  std::uint64_t last = 0;
  for (const auto& rank : ran.ranks) last = std::max<std::uint64_t>(last, rank.finished);
  return last;
}

/// Forward time of a chunk.
std::uint64_t chunk_ns(const Plan& plan) {
  return plan.layers_of_chunk() * (plan.attention_ns() + plan.block_ns(0, 0));
}

/// The longest path, when a message takes `message` cycles from the end of a pass to the beginning of the next, and a
/// call of MPI between two passes takes `call` cycles where nothing has to be waited for.
std::uint64_t longest_path(const Plan& plan, std::uint64_t message, std::uint64_t call = 0) {
  const PipelineSchedule& schedule = plan.schedule;
  const std::uint32_t stages = schedule.stages, chunks = schedule.chunks;
  // By direction, place in the model, and micro-batch: when it ends; 0: not yet.
  const std::uint64_t all = std::uint64_t{stages} * chunks * schedule.micro_batches;
  std::vector<std::uint64_t> ends(2 * all, 0), free(stages, 0), next(stages, 0);
  const auto at = [&](bool forward, std::uint64_t place, std::uint64_t micro_batch) -> std::uint64_t& {
    return ends[(forward ? 0 : all) + place * schedule.micro_batches + micro_batch];
  };
  std::vector<bool> sent(stages, false);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t stage = 0; stage < stages; ++stage) {
      if (next[stage] == schedule.passes()) continue;
      const Pass pass = schedule.pass(stage, next[stage]);
      const std::uint64_t place = std::uint64_t{pass.chunk} * stages + stage;
      const bool first = pass.forward ? place == 0 : place + 1 == std::uint64_t{stages} * chunks;
      const bool last = pass.forward ? place + 1 == std::uint64_t{stages} * chunks : place == 0;
      std::uint64_t begin = free[stage] + (sent[stage] || !first ? call : 0);
      if (!first) {
        const std::uint64_t input = at(pass.forward, pass.forward ? place - 1 : place + 1, pass.micro_batch);
        if (input == 0) continue;
        begin = std::max(begin, input + message);
      }
      free[stage] = begin + chunk_ns(plan) * (pass.forward ? 1 : 2);
      at(pass.forward, place, pass.micro_batch) = free[stage];
      ++next[stage];
      sent[stage] = !last;
      moved = true;
    }
  }
  return *std::max_element(ends.begin(), ends.end());
}

}  // namespace

TEST_CASE("without time for messages, a step of 1F1B takes its micro-batches and as many more as other stages") {
  for (const std::uint32_t stages : {1U, 2U, 3U, 4U, 8U}) {
    for (const std::uint64_t micro_batches : {1ULL, 2ULL, 4ULL, 16ULL}) {
      const Plan plan = plan_of(pipeline_of(stages, 1, micro_batches));
      CHECK(longest_path(plan, 0) == (micro_batches + stages - 1) * 3 * chunk_ns(plan));
    }
  }
}

TEST_CASE("without time for messages, the interleaved schedule makes the bubble as many times smaller") {
  for (const std::uint32_t stages : {2U, 4U}) {
    for (const std::uint32_t chunks : {2U, 3U, 6U}) {
      for (const std::uint64_t micro_batches : {4ULL, 8ULL, 16ULL}) {
        const Plan plan = plan_of(pipeline_of(stages, chunks, micro_batches));
        CHECK(longest_path(plan, 0) == (micro_batches * chunks + stages - 1) * 3 * chunk_ns(plan));
      }
    }
  }
}

TEST_CASE("on the ideal network a step takes its longest path to the cycle, with 1F1B and interleaved") {
  // 128 B are two packets of 16 phits, over one hop: D + 2 L - 1 = 32 cycles. The sender passes its wait for an earlier
  // message in one cycle, its message can enter in the next, and is taken in the one after its arrival. At the end, the
  // rank passes a last wait.
  const std::uint64_t message = 32 + 3;
  for (const PipelineSchedule& schedule :
       {PipelineSchedule{2, 1, 4}, PipelineSchedule{4, 1, 8}, PipelineSchedule{8, 1, 3}, PipelineSchedule{4, 2, 8},
        PipelineSchedule{4, 3, 4}, PipelineSchedule{2, 6, 4}}) {
    const auto [stages, chunks, micro_batches] = schedule;
    const TransformerParams params = pipeline_of(stages, chunks, micro_batches);
    CAPTURE(stages);
    CAPTURE(chunks);
    CHECK(cycles_of(params) == longest_path(plan_of(params), message, 1) + 1);
  }
}

TEST_CASE("the share of a step in which a stage has nothing to do is that of the paper") {
  const TransformerParams plain = pipeline_of(4, 1, 8), interleaved = pipeline_of(4, 6, 8);
  const auto busy = static_cast<double>(8 * 3 * chunk_ns(plan_of(plain)));
  const auto bubble = [&](const TransformerParams& params) {
    return 1 - busy / static_cast<double>(cycles_of(params));
  };
  CHECK(bubble(plain) == doctest::Approx(3.0 / (8 + 3)).epsilon(0.01));
  CHECK(bubble(interleaved) == doctest::Approx(3.0 / 6 / (8 + 3.0 / 6)).epsilon(0.15));
}

}  // namespace pipeline_test
