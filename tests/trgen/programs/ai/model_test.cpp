// SPDX-License-Identifier: Apache-2.0
// Parameters and operations of transformers against what is published about them.
#include "tests/trgen/programs/ai/transformer_fixture.hpp"

namespace model_test {

using namespace trgen::programs;
using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;

namespace {

Model gpt(std::uint64_t layers, std::uint64_t hidden, std::uint64_t heads, std::uint64_t sequence,
          std::uint64_t vocabulary) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = 4 * hidden,
          .heads = heads,
          .key_heads = heads,
          .sequence = sequence,
          .vocabulary = vocabulary,
          .gated = false,
          .experts = 0,
          .top_k = 1};
}

/// 96 B s l h^2 (1 + s / 6 h + V / 16 l h), times 6 h l to make it whole: equation 3 of the paper.
double paper(double b, const Model& m) {
  const auto s = static_cast<double>(m.sequence), l = static_cast<double>(m.layers), h = static_cast<double>(m.hidden),
             v = static_cast<double>(m.vocabulary);
  return 96 * b * s * l * h * h + 16 * b * s * s * l * h + 6 * b * s * h * v;
}

}  // namespace

TEST_CASE("the operations of a step are those of the Megatron-LM paper when activations are computed again") {
  for (const Model& model : {gpt(2, 64, 4, 32, 128), gpt(12, 768, 12, 1024, 51200), gpt(4, 1024, 16, 2048, 32000)}) {
    for (const double sequences : {1.0, 2.0, 8.0}) CHECK(model.step_flops(sequences, true) == paper(sequences, model));
  }
  // Table 1 of the paper: 145.6 billion parameters, batch 2304, on 1536 GPUs at 148 Tflop/s each, with s = 2048.
  const Model large = gpt(80, 12288, 96, 2048, 51200);
  CHECK(large.step_flops(2304, true) == doctest::Approx(paper(2304, large)));
  CHECK(static_cast<double>(large.parameters()) == doctest::Approx(145.6e9).epsilon(0.01));
}

TEST_CASE("a model of the shape of Llama 2 70B has its number of parameters, but for the norms") {
  const Model llama{.layers = 80,
                    .hidden = 8192,
                    .feed_forward = 28672,
                    .heads = 64,
                    .key_heads = 8,
                    .sequence = 4096,
                    .vocabulary = 32000,
                    .gated = true};
  // 68,976,648,192 with 161 norms of 8192.
  CHECK(llama.parameters() == 68'976'648'192 - 161 * 8192);
}

TEST_CASE("what all accelerators compute together is what the model takes, however it is divided") {
  for (const std::uint32_t tensor : {1U, 2U, 8U}) {
    for (const std::uint32_t pipeline : {1U, 2U, 4U}) {
      for (const bool recompute : {false, true}) {
        TransformerParams params = small_transformer();
        params.tensor = tensor;
        params.pipeline = pipeline;
        params.data = 2;
        params.micro_batches = 4;
        params.micro_batch = 3;
        params.recompute = recompute;
        const auto made = make(params);
        REQUIRE(made.program);
        std::uint64_t sum = 0;
        for (std::uint32_t rank = 0; rank < made.program->ranks(); ++rank) sum += computed(*made.program, rank);
        CHECK(static_cast<double>(sum) == plan_of(params).model.step_flops(2 * 4 * 3, recompute));
      }
    }
  }
}

TEST_CASE("experts compute what their tokens take, and unequal choices change who computes, not how much") {
  for (const double skew : {0.0, 1.2}) {
    TransformerParams params = small_transformer();
    params.data = 4;
    params.model.experts = 8;
    params.model.top_k = 2;
    params.expert_parallel = 4;
    params.expert_skew = skew;
    params.micro_batches = 2;
    const auto made = make(params);
    REQUIRE(made.program);
    std::uint64_t sum = 0, most = 0, least = ~std::uint64_t{0};
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      const std::uint64_t one = computed(*made.program, rank);
      sum += one;
      most = std::max(most, one);
      least = std::min(least, one);
    }
    CHECK(static_cast<double>(sum) == plan_of(params).model.step_flops(4 * 2, false));
    CHECK((most == least) == (skew == 0));
  }
}

}  // namespace model_test
