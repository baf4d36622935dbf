// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: inference, tensor: 8, requests: 100, ...}`: the keys of inference.hpp, and their checks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "trgen/programs/ai/inference.hpp"
#include "trgen/programs/ai/model_keys.hpp"
#include "trgen/programs/request.hpp"

namespace trgen::programs::ai {

struct InferenceParams : ModelKeys {
  static constexpr std::string_view name = "inference";
  static constexpr std::string_view doc = "serving of a transformer: prefill and decode of requests in batches";
  static constexpr std::string_view cite =
      "G.-I. Yu et al., Orca: a distributed serving system for transformer-based generative models, OSDI 2022";

  std::uint32_t tensor = 1, pipeline = 1;
  std::optional<std::uint32_t> replicas;
  std::uint64_t requests = 16, prompt = 512, answer = 64;
  double rate = 0;
  bool random_lengths = true;
  std::uint32_t batch = 32;
  std::uint64_t prefill_tokens = 8192;
  double teraflops = 400, efficiency = 0.5, memory = 3350;
  std::uint64_t element = 2, seed = 1;
  std::uint32_t accelerators_per_node = 1;

  template <class F>
  void fields(F& f) {
    ModelKeys::fields(f);
    f("vocabulary", model.vocabulary, "number of different tokens").range(1, 1U << 24U);
    f("tensor", tensor, "accelerators that divide each layer among them").range(1, 65'536);
    f("pipeline", pipeline, "stages into which the layers are divided").range(1, 65'536);
    f("replicas", replicas, "copies of the model, each with its own requests (default: as many as fill the nodes)")
        .range(1, 1U << 24U);
    f("requests", requests, "number of requests to each replica").range(1, 1U << 20U);
    f("rate", rate, "requests per second that arrive at each replica; 0: all arrive at the beginning").range(0, 1e9);
    f("prompt", prompt, "tokens of a prompt, or their mean").range(1, 1U << 20U);
    f("answer", answer, "tokens of an answer, or their mean").range(1, 1U << 20U);
    f("random_lengths", random_lengths, "true: the lengths of prompts and answers are geometrically distributed");
    f("batch", batch, "largest number of requests in an iteration").range(1, 65'536);
    f("prefill_tokens", prefill_tokens,
      "largest number of prompt tokens in an iteration, except for a single longer prompt")
        .range(1, 1U << 24U);
    f("teraflops", teraflops, "peak rate of an accelerator in Tflop/s").range(1e-6, 1e9);
    f("efficiency", efficiency, "share of the peak rate at which an accelerator computes").range(1e-6, 1);
    f("memory", memory, "rate in GB/s at which an accelerator reads its memory").range(1e-3, 1e9);
    f("element", element, "bytes of a parameter or an activation").range(1, 8);
    f("accelerators_per_node", accelerators_per_node,
      "accelerators of a node of the network; messages between them do not enter it")
        .range(1, 1024);
    f("seed", seed, "seed of the arrivals and lengths; measure.seed does not change the program");
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::ai
