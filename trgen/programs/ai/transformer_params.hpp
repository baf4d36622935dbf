// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: transformer, tensor: 8, pipeline: 8, ...}`: the keys of transformer.hpp, and their checks. The
// defaults are a model of 65 billion parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "trgen/programs/ai/model_keys.hpp"
#include "trgen/programs/ai/plan.hpp"
#include "trgen/programs/request.hpp"

namespace trgen::programs::ai {

struct TransformerParams : ModelKeys {
  static constexpr std::string_view name = "transformer";
  static constexpr std::string_view doc =
      "steps of training of a transformer, with tensor, pipeline, data and expert parallelism";
  static constexpr std::string_view cite =
      "D. Narayanan et al., Efficient large-scale language model training on GPU clusters using Megatron-LM, SC 2021";

  std::uint64_t micro_batch = 1, micro_batches = 8;
  std::uint32_t tensor = 1, pipeline = 1, virtual_stages = 1, expert_parallel = 1;
  std::optional<std::uint32_t> data;
  std::uint32_t zero = 0;
  bool sequence_parallel = false, recompute = false, overlap = true;
  std::optional<std::uint32_t> buckets;
  std::uint32_t prefetch = 2;
  double expert_skew = 0;
  double teraflops = 400, efficiency = 0.5;
  std::uint64_t element = 2, gradient_element = 2;
  std::uint32_t accelerators_per_node = 1;
  std::uint64_t steps = 1, seed = 1;

  template <class F>
  void fields(F& f) {
    ModelKeys::fields(f);
    f("sequence", model.sequence, "tokens of a sequence").range(1, 1U << 24U);
    f("vocabulary", model.vocabulary, "number of different tokens").range(1, 1U << 24U);
    f("experts", model.experts, "number of experts of each layer; 0: one feed-forward block for all tokens")
        .range(0, 65'536);
    f("top_k", model.top_k, "number of experts that process a token, where there are experts").range(1, 1024);
    f("expert_skew", expert_skew,
      "exponent of the popularity of experts: the r-th most popular has a share proportional to 1 / r^skew; 0: all "
      "equal")
        .range(0, 8);
    f("micro_batch", micro_batch, "sequences of a micro-batch").range(1, 65'536);
    f("micro_batches", micro_batches, "micro-batches of each replica of the model in a step").range(1, 1U << 20U);
    f("tensor", tensor, "accelerators that divide each layer among them").range(1, 65'536);
    f("pipeline", pipeline, "stages into which the layers are divided").range(1, 65'536);
    f("virtual_stages", virtual_stages,
      "parts of the model that each stage has: 1 is the schedule 1F1B, more is 1F1B interleaved")
        .range(1, 1024);
    f("data", data, "replicas of the model (default: as many as fill the nodes of the network)").range(1, 1U << 24U);
    f("expert_parallel", expert_parallel, "accelerators over which the experts of a layer are spread").range(1, 65'536);
    f("zero", zero, "stage of ZeRO: state that is divided among the replicas instead of copied by each").range(0, 3);
    f("sequence_parallel", sequence_parallel,
      "true: the accelerators of a tensor group divide the tokens among them between the parts of a layer");
    f("recompute", recompute, "true: the backward pass recomputes all activations, with their communication");
    f("overlap", overlap,
      "true: gradients, and with ZeRO 3 parameters, are communicated while the accelerator computes");
    f("buckets", buckets, "parts in which gradients are communicated (default: 8, or one for each layer of a stage)")
        .range(1, 65'536);
    f("prefetch", prefetch, "layers whose parameters are gathered ahead of their use, with ZeRO 3").range(1, 65'536);
    f("element", element, "bytes of a parameter or an activation").range(1, 8);
    f("gradient_element", gradient_element, "bytes of a communicated gradient").range(1, 8);
    f("teraflops", teraflops, "peak rate of an accelerator in Tflop/s").range(1e-6, 1e9);
    f("efficiency", efficiency, "share of the peak rate at which an accelerator computes").range(1e-6, 1);
    f("accelerators_per_node", accelerators_per_node,
      "accelerators of a node of the network; messages between them do not enter it")
        .range(1, 1024);
    f("steps", steps, "number of steps of training").range(1, 1U << 30U);
    f("seed", seed, "seed of the popularity of experts; measure.seed does not change the program");
  }

  /// The plan; empty after an error, which is in request.diagnostics.
  std::optional<Plan> plan(const Request& request) const;

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::ai
