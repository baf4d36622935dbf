// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/transformer_params.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/programs/ai/divide.hpp"
#include "trgen/programs/ai/transformer.hpp"

namespace trgen::programs::ai {
namespace {

constexpr std::uint64_t most_message = std::uint64_t{1} << 47;  // bytes
constexpr double most_step_ns = 1e15;                           // 11 days
constexpr std::uint64_t most_ranks = std::uint64_t{1} << 24;
constexpr std::uint64_t most_tag = std::uint64_t{1} << 30;

/// The checks of a plan, each with its reason and the remedy.
class PlanChecks {
 public:
  PlanChecks(const TransformerParams& params, const Request& request) : params_(params), request_(request) {}

  void model(const Model& model) {
    divides("heads", model.heads, "hidden", model.hidden);
    divides("key_heads", model.key_heads, "heads", model.heads);
    divides("tensor", params_.tensor, "heads", model.heads);
    divides("tensor", params_.tensor, "hidden", model.hidden);
    divides("tensor", params_.tensor, "feed_forward", model.feed_forward);
    if (params_.sequence_parallel) divides("tensor", params_.tensor, "sequence", model.sequence);
    if (params_.sequence_parallel && params_.tensor == 1)
      refuse("sequence_parallel", "sequence_parallel has no effect without a tensor group; set tensor to 2 or more");
    if (params_.micro_batch * model.sequence > most_message / model.hidden / params_.element)
      refuse("micro_batch", fmt::format("the activations of a micro-batch exceed {} bytes, the most of a message; make "
                                        "micro_batch, sequence or hidden smaller",
                                        most_message));
    if (model.parameters() / params_.tensor > most_message / 8)
      refuse("layers", "the parameters exceed what one message may carry; make the model smaller");
  }

  void pipeline(const Model& model) {
    const std::uint64_t chunks = std::uint64_t{params_.pipeline} * params_.virtual_stages;
    if (params_.virtual_stages > 1 && params_.pipeline == 1)
      refuse("virtual_stages", "virtual_stages interleaves the parts of several stages; set pipeline to 2 or more");
    else if (model.layers % chunks != 0 && model.layers % params_.pipeline != 0)
      divides("pipeline", params_.pipeline, "layers", model.layers);
    else if (model.layers % chunks != 0)
      refuse("virtual_stages",
             fmt::format("the {} layers of a stage cannot be divided into {} parts; set virtual_stages to {}",
                         model.layers / params_.pipeline, params_.virtual_stages,
                         nearest_divisors(model.layers / params_.pipeline, params_.virtual_stages)));
    if (params_.virtual_stages > 1 && params_.micro_batches % params_.pipeline != 0)
      refuse("micro_batches",
             fmt::format("the interleaved schedule needs micro_batches to be a multiple of pipeline ({}), not {}; set "
                         "it to {}",
                         params_.pipeline, params_.micro_batches,
                         nearest_multiples(params_.pipeline, params_.micro_batches)));
    if (params_.buckets && *params_.buckets > std::max<std::uint64_t>(1, model.layers / params_.pipeline))
      refuse("buckets", fmt::format("a stage has {} layers, and a bucket at least one; set buckets to at most {}",
                                    model.layers / params_.pipeline, model.layers / params_.pipeline));
    if (params_.micro_batches * params_.virtual_stages > most_tag)
      refuse("micro_batches", "micro_batches times virtual_stages exceeds 2^30, the number of tags");
  }

  /// The number of replicas; 0 after an error.
  std::uint32_t replicas() {
    const std::uint64_t each = std::uint64_t{params_.tensor} * params_.pipeline;
    const std::uint64_t accelerators = std::uint64_t{request_.nodes} * params_.accelerators_per_node;
    if (!params_.data && (accelerators == 0 || accelerators % each != 0)) {
      refuse("data",
             fmt::format("replicas of tensor {} x pipeline {} = {} accelerators do not fill {} of them; set "
                         "data, or make tensor x pipeline {}",
                         params_.tensor, params_.pipeline, each, accelerators, nearest_divisors(accelerators, each)));
      return 0;
    }
    const std::uint64_t data = params_.data.value_or(static_cast<std::uint32_t>(accelerators / each));
    if (each * data * 3 > most_ranks) {
      refuse("data", fmt::format("tensor {} x pipeline {} x data {} are too many accelerators; at most {}",
                                 params_.tensor, params_.pipeline, data, most_ranks / 3));
      return 0;
    }
    if (each * data % params_.accelerators_per_node != 0)
      refuse("accelerators_per_node",
             fmt::format("{} accelerators do not fill nodes of {}; set accelerators_per_node to {}", each * data,
                         params_.accelerators_per_node, nearest_divisors(each * data, params_.accelerators_per_node)));
    return static_cast<std::uint32_t>(data);
  }

  void replication(std::uint32_t data) {
    if (params_.zero > 0 && data == 1)
      refuse("zero", "zero has no effect with one replica; set data to 2 or more, or zero to 0");
    if (params_.zero > 1 && params_.pipeline > 1)
      refuse("zero", fmt::format("ZeRO {} communicates in every micro-batch what a pipeline keeps until its end; set "
                                 "pipeline to 1, or zero to 0 or 1",
                                 params_.zero));
    if (params_.model.experts == 0) {
      if (params_.expert_parallel > 1)
        refuse("expert_parallel", "there are no experts to spread; set experts, or expert_parallel to 1");
      if (params_.expert_skew > 0)
        refuse("expert_skew", "there are no experts to choose; set experts, or expert_skew to 0");
      return;
    }
    divides("expert_parallel", params_.expert_parallel, "experts", params_.model.experts);
    if (data != 0) divides("expert_parallel", params_.expert_parallel, "data", data);
    if (params_.model.top_k > params_.model.experts)
      refuse("top_k", fmt::format("{} experts cannot work on a token, since there are {}", params_.model.top_k,
                                  params_.model.experts));
  }

  void time(const Plan& plan) {
    const double tokens = static_cast<double>(params_.micro_batches * plan.tokens());
    const double step = plan.model.step_flops(tokens / static_cast<double>(plan.model.sequence), true);
    if (step / plan.flops_per_ns > most_step_ns)
      refuse("teraflops",
             "a step computes longer than 11 days on one accelerator's rate; make the model or the number of "
             "micro-batches smaller, or teraflops larger");
  }

 private:
  void refuse(std::string_view key, std::string message) { request_.refuse(key, std::move(message)); }

  void divides(std::string_view key, std::uint64_t value, std::string_view whole_key, std::uint64_t whole) {
    if (whole % value != 0)
      refuse(key, fmt::format("{} {} cannot be divided by {} {}; set {} to {}", whole_key, whole, key, value, key,
                              nearest_divisors(whole, value)));
  }

  const TransformerParams& params_;
  const Request& request_;
};

std::string name_of(const Plan& plan, const TransformerParams& params) {
  const Model& m = plan.model;
  return fmt::format(
      "transformer: {} layers, hidden {}, feed-forward {}{}, heads {}/{}, sequence {}, vocabulary {}, experts {} top "
      "{} "
      "skew {} seed {}; tensor {}{}, pipeline {} x {}, data {}, experts over {}, zero {}; {} micro-batches of {}, {} "
      "steps, {} buckets, {} B and {} B, {} flop/ns{}{}, prefetch {}, {} a node",
      m.layers, m.hidden, m.feed_forward, m.gated ? " gated" : "", m.heads, m.key_heads, m.sequence, m.vocabulary,
      m.experts, m.top_k, params.expert_skew, params.seed, plan.layout.tensor,
      plan.sequence_parallel ? " with sequences" : "", plan.schedule.stages, plan.schedule.chunks, plan.layout.data,
      plan.layout.expert, plan.zero, plan.schedule.micro_batches, plan.micro_batch, plan.steps, plan.buckets,
      plan.element, plan.gradient_element, plan.flops_per_ns, plan.recompute ? ", recomputed" : "",
      plan.overlap ? ", overlapped" : "", plan.prefetch, plan.per_node);
}

}  // namespace

std::optional<Plan> TransformerParams::plan(const Request& request) const {
  const std::size_t before = request.diagnostics.error_count();
  Plan plan;
  plan.model = complete_model();
  PlanChecks checks(*this, request);
  checks.model(plan.model);
  checks.pipeline(plan.model);
  const std::uint32_t replicas = checks.replicas();
  checks.replication(replicas);
  if (request.diagnostics.error_count() != before) return std::nullopt;

  plan.schedule = {pipeline, virtual_stages, micro_batches};
  plan.layout = {tensor, replicas, pipeline, expert_parallel, 1};
  if (overlap && replicas > 1) plan.layout.streams = zero == 3 ? 3 : 2;
  plan.micro_batch = micro_batch;
  plan.zero = zero;
  plan.sequence_parallel = sequence_parallel;
  plan.recompute = recompute;
  plan.overlap = overlap;
  plan.buckets = std::min(buckets.value_or(8), plan.layers_of_stage());
  plan.prefetch = prefetch;
  plan.steps = steps;
  plan.element = element;
  plan.gradient_element = gradient_element;
  plan.flops_per_ns = teraflops * 1e3 * efficiency;
  plan.per_node = accelerators_per_node;
  if (model.experts > 0)
    plan.experts = ExpertLoad(static_cast<std::uint32_t>(model.experts), expert_parallel, plan.tokens() * model.top_k,
                              expert_skew, seed);
  checks.time(plan);
  if (request.diagnostics.error_count() != before) return std::nullopt;
  return plan;
}

std::shared_ptr<const Program> TransformerParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                       const MarkOf& mark_of) const {
  const Request request{nodes, diagnostics, mark_of};
  const auto planned = plan(request);
  return planned ? make_transformer(*planned, name_of(*planned, *this)) : nullptr;
}

}  // namespace trgen::programs::ai
