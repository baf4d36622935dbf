// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/inference_params.hpp"

#include <fmt/format.h>

#include "trgen/programs/ai/divide.hpp"

namespace trgen::programs::ai {
namespace {

constexpr std::uint64_t most_iterations = std::uint64_t{1} << 24;  // of all replicas together
constexpr std::uint64_t most_accelerators = std::uint64_t{1} << 24;

class ServerChecks {
 public:
  ServerChecks(const InferenceParams& params, const Request& request) : params_(params), request_(request) {}

  void model(const Model& model) {
    divides("heads", model.heads, "hidden", model.hidden);
    divides("key_heads", model.key_heads, "heads", model.heads);
    divides("tensor", params_.tensor, "heads", model.heads);
    divides("tensor", params_.tensor, "feed_forward", model.feed_forward);
    divides("pipeline", params_.pipeline, "layers", model.layers);
    if (params_.requests < params_.pipeline)
      request_.refuse("requests",
                      fmt::format("a pipeline of {} stages has as many batches, and {} requests do not give "
                                  "each one; set requests to at least {}",
                                  params_.pipeline, params_.requests, params_.pipeline));
  }

  /// The number of replicas; 0 after an error.
  std::uint32_t replicas() {
    const std::uint64_t each = std::uint64_t{params_.tensor} * params_.pipeline;
    const std::uint64_t accelerators = std::uint64_t{request_.nodes} * params_.accelerators_per_node;
    if (!params_.replicas && (accelerators == 0 || accelerators % each != 0)) {
      request_.refuse("replicas", fmt::format("replicas of tensor {} x pipeline {} = {} accelerators do not fill {} of "
                                              "them; set replicas, or make tensor x pipeline {}",
                                              params_.tensor, params_.pipeline, each, accelerators,
                                              nearest_divisors(accelerators, each)));
      return 0;
    }
    const std::uint64_t count = params_.replicas.value_or(static_cast<std::uint32_t>(accelerators / each));
    if (count * each > most_accelerators) {
      request_.refuse("replicas",
                      fmt::format("{} accelerators are too many; at most {}", count * each, most_accelerators));
      return 0;
    }
    divides("accelerators_per_node", params_.accelerators_per_node, "the number of accelerators", count * each);
    return static_cast<std::uint32_t>(count);
  }

 private:
  void divides(std::string_view key, std::uint64_t value, std::string_view whole_key, std::uint64_t whole) {
    if (whole % value != 0)
      request_.refuse(key, fmt::format("{} {} cannot be divided by {} {}; set {} to {}", whole_key, whole, key, value,
                                       key, nearest_divisors(whole, value)));
  }

  const InferenceParams& params_;
  const Request& request_;
};

std::string name_of(const Server& server, const InferenceParams& params) {
  const Model& m = server.model;
  return fmt::format(
      "inference: {} layers, hidden {}, feed-forward {}{}, heads {}/{}, vocabulary {}; tensor {}, pipeline {}, {} "
      "replicas; {} requests each, {} a second, prompt {}, answer {}{}, seed {}, batch {}, {} tokens of prompts; {} B, "
      "{} "
      "flop/ns, {} B/ns, {} a node",
      m.layers, m.hidden, m.feed_forward, m.gated ? " gated" : "", m.heads, m.key_heads, m.vocabulary,
      server.layout.tensor, server.layout.pipeline, server.layout.data, params.requests, params.rate, params.prompt,
      params.answer, params.random_lengths ? " geometric" : "", params.seed, params.batch, params.prefill_tokens,
      server.element, server.flops_per_ns, server.memory_bytes_per_ns, server.per_node);
}

}  // namespace

std::shared_ptr<const Program> InferenceParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                     const MarkOf& mark_of) const {
  const Request request{nodes, diagnostics, mark_of};
  const std::size_t before = request.diagnostics.error_count();
  Server server;
  server.model = complete_model();
  ServerChecks checks(*this, request);
  checks.model(server.model);
  const std::uint32_t count = checks.replicas();
  if (request.diagnostics.error_count() != before) return nullptr;
  server.layout = {tensor, count, pipeline, 1, 1};
  server.element = element;
  server.flops_per_ns = teraflops * 1e3 * efficiency;
  server.memory_bytes_per_ns = memory;
  server.per_node = accelerators_per_node;

  Serving serving(count);
  std::uint64_t left = most_iterations;
  for (std::uint32_t replica = 0; replica < count; ++replica) {
    for (std::uint32_t each = 0; each < pipeline; ++each) {
      const ServingRules rules{.requests = requests / pipeline + (each < requests % pipeline ? 1 : 0),
                               .gap_ns = rate > 0 ? 1e9 / rate * pipeline : 0,
                               .prompt = prompt,
                               .answer = answer,
                               .random_lengths = random_lengths,
                               .batch = batch,
                               .most_tokens = prefill_tokens,
                               .seed = seed,
                               .server = replica * pipeline + each};
      serving[replica].push_back(serve(
          rules, [&server](const Iteration& one) { return server.computing_ns(one); }, left));
      if (serving[replica].back().empty()) {
        request.refuse("requests", fmt::format("the requests take more than {} iterations; make requests, answer or "
                                               "the number of replicas smaller",
                                               most_iterations));
        return nullptr;
      }
      left -= serving[replica].back().size();
    }
  }
  std::string text = name_of(server, *this);
  return make_inference(server, std::move(serving), std::move(text));
}

}  // namespace trgen::programs::ai
