// SPDX-License-Identifier: Apache-2.0
// Steps with all their messages over the ideal network: what is hidden behind the computing, and what is not.
#include <algorithm>

#include "tests/trgen/programs/ai/expanded_program.hpp"
#include "tests/trgen/programs/ai/transformer_fixture.hpp"

namespace overlap_test {

using namespace trgen::programs;
using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;
using trgen::replay::testing::IdealSettings;
using trgen::replay::testing::on_nodes;
using trgen::replay::testing::run_program;

namespace {

struct Step {
  std::uint64_t cycles = 0;
  std::uint64_t computed = 0;  ///< of accelerator 0
  std::uint64_t packets = 0;
};

Step run(const TransformerParams& params) {
  const auto made = make(params);
  REQUIRE(made.program);
  const auto program = in_rings(made.program);
  CHECK(unmatched(*program).empty());
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) nodes.push_back(program->seat(rank));
  const auto ran = run_program(program, on_nodes(*program, nodes), IdealSettings{.most_cycles = 20'000'000});
  REQUIRE(ran.finished);
  Step step{0, ran.ranks[0].compute, ran.entered.size()};
  for (const auto& rank : ran.ranks) step.cycles = std::max<std::uint64_t>(step.cycles, rank.finished);
  return step;
}

/// Two replicas with long layers: 16 cycles a packet of 64 B are far less than their computing.
TransformerParams replicas(std::uint32_t zero) {
  TransformerParams params = small_transformer();
  params.model.layers = 4;
  params.model.vocabulary = 1;
  params.model.sequence = 64;
  params.data = 2;
  params.micro_batches = 2;
  params.teraflops = 0.01;
  params.zero = zero;
  params.buckets = 4;
  return params;
}

doctest::Approx about(std::uint64_t cycles, double epsilon) {
  return doctest::Approx(static_cast<double>(cycles)).epsilon(epsilon);
}

/// Cycles of a ring of two over n bytes: two messages of half of it.
std::uint64_t ring_of_two(std::uint64_t bytes) { return 2 * ((bytes / 2 + 63) / 64 * 16 + 4); }

}  // namespace

TEST_CASE("gradients are hidden behind the backward pass, except those of the last bucket") {
  TransformerParams params = replicas(0);
  const Plan plan = plan_of(params);
  const Step hidden = run(params);
  params.overlap = false;
  const Step exposed = run(params);
  CHECK(hidden.computed == exposed.computed);
  CHECK(hidden.packets == exposed.packets);
  const std::uint64_t last = ring_of_two(plan.dense_of_bucket(0, 3) * 2);
  std::uint64_t all = 0;
  for (std::uint32_t bucket = 0; bucket < 4; ++bucket) all += ring_of_two(plan.dense_of_bucket(0, bucket) * 2);
  CHECK(static_cast<double>(hidden.cycles - hidden.computed) == about(last, 0.01));
  CHECK(static_cast<double>(exposed.cycles - exposed.computed) == about(all, 0.01));
}

TEST_CASE("a network too slow for the gradients shows all of them that the backward pass cannot hide") {
  TransformerParams params = replicas(0);
  params.teraflops = 10;
  params.micro_batches = 1;
  const Plan plan = plan_of(params);
  const Step step = run(params);
  std::uint64_t all = 0;
  for (std::uint32_t bucket = 0; bucket < 4; ++bucket) all += ring_of_two(plan.dense_of_bucket(0, bucket) * 2);
  const std::uint64_t forward = 4 * (plan.attention_ns() + plan.block_ns(0, 0)) + plan.output_ns();
  const std::uint64_t first = 2 * (plan.attention_ns() + plan.block_ns(0, 0)) + 2 * plan.output_ns();
  CHECK(static_cast<double>(step.cycles) == about(forward + first + all, 0.01));
}

TEST_CASE("ZeRO 3 gathers parameters ahead, so that only the first layer and the last gradients are waited for") {
  TransformerParams params = replicas(3);
  const Plan plan = plan_of(params);
  const Step hidden = run(params);
  params.overlap = false;
  const Step exposed = run(params);
  CHECK(hidden.computed == exposed.computed);
  CHECK(hidden.packets == exposed.packets);
  const std::uint64_t gather = ring_of_two(plan.dense_parameters(0, 1) * 2) / 2;
  // 2 micro-batches x 2 ways x 4 layers, and gradients of as many as 2 x 4, with embedding and output layer beside.
  CHECK(static_cast<double>(exposed.cycles - exposed.computed) == about(24 * gather, 0.01));
  CHECK(static_cast<double>(hidden.cycles - hidden.computed) == about(2 * gather, 0.05));
}

TEST_CASE("a tensor group waits for each of its allreduces, and a group within a node does not use the network") {
  TransformerParams params = small_transformer();
  params.tensor = 2;
  params.micro_batches = 1;
  const Plan plan = plan_of(params);
  const Step step = run(params);
  const std::uint64_t calls = 8 * 4 + 2;
  const std::uint64_t messages = calls * ring_of_two(plan.activation_bytes()) + 3 * ring_of_two(4 * plan.tokens());
  CHECK(static_cast<double>(step.cycles - step.computed) == about(messages, 0.01));
  params.accelerators_per_node = 2;
  CHECK(run(params).packets == 0);
}

TEST_CASE("everything at once ends, with all messages matched") {
  for (const std::uint32_t chunks : {1U, 2U}) {
    TransformerParams params = small_transformer();
    params.tensor = 2;
    params.pipeline = 2;
    params.virtual_stages = chunks;
    params.data = 4;
    params.zero = 1;
    params.model.experts = 8;
    params.expert_parallel = 2;
    params.expert_skew = 1;
    params.micro_batches = 4;
    params.recompute = true;
    params.sequence_parallel = true;
    params.steps = 2;
    params.teraflops = 1;
    CHECK(run(params).cycles > 0);
  }
}

}  // namespace overlap_test
