// SPDX-License-Identifier: Apache-2.0
// The plan of a training step: the model, its division, and the computing and messages of each part. The sequence of
// the parts is in transformer.hpp.
#pragma once

#include <cmath>
#include <cstdint>

#include "trgen/programs/ai/expert_load.hpp"
#include "trgen/programs/ai/layout.hpp"
#include "trgen/programs/ai/model.hpp"
#include "trgen/programs/ai/pipeline_schedule.hpp"

namespace trgen::programs::ai {

struct Plan {
  Model model;
  Layout layout;
  PipelineSchedule schedule;
  std::uint64_t micro_batch = 1;  ///< sequences
  std::uint32_t zero = 0;         ///< stage of ZeRO
  bool sequence_parallel = false;
  bool recompute = false;
  bool overlap = true;
  std::uint32_t buckets = 8;
  std::uint32_t prefetch = 2;  ///< layers whose parameters are gathered ahead (zero 3)
  std::uint64_t steps = 1;
  std::uint64_t element = 2;           ///< bytes of a parameter or an activation
  std::uint64_t gradient_element = 2;  ///< bytes of a communicated gradient
  double flops_per_ns = 2e5;           ///< sustained rate of an accelerator
  std::uint32_t per_node = 1;          ///< accelerators of a node
  ExpertLoad experts;

  std::uint32_t layers_of_stage() const { return static_cast<std::uint32_t>(model.layers / schedule.stages); }
  std::uint32_t layers_of_chunk() const { return layers_of_stage() / schedule.chunks; }
  /// Number within the model of layer `unit` of a stage, whose layers are numbered from those of chunk 0 on.
  std::uint64_t layer_of(std::uint32_t stage, std::uint32_t unit) const {
    const std::uint32_t each = layers_of_chunk();
    return (std::uint64_t{unit / each} * schedule.stages + stage) * each + unit % each;
  }
  bool is_first(std::uint32_t stage, std::uint32_t unit) const { return stage == 0 && unit == 0; }
  bool is_last(std::uint32_t stage, std::uint32_t unit) const {
    return stage + 1 == schedule.stages && unit + 1 == layers_of_stage();
  }

  // Sizes of messages in bytes.
  std::uint64_t tokens() const { return micro_batch * model.sequence; }
  std::uint64_t activation_bytes() const { return tokens() * model.hidden * element; }
  /// Part of the activations between layers that an accelerator holds.
  std::uint64_t activation_part() const { return activation_bytes() / (sequence_parallel ? layout.tensor : 1); }
  /// Bytes that an accelerator sends to a holder of experts, or gets back.
  std::uint64_t expert_bytes(std::uint32_t holder, std::uint64_t draw) const {
    const std::uint64_t parts = sequence_parallel ? layout.tensor : 1;
    return (experts.choices(holder, draw) * model.hidden * element + parts - 1) / parts;
  }

  // Parameters that an accelerator holds of a layer, with those of the embedding and of the output layer next to it.
  std::uint64_t dense_parameters(std::uint32_t stage, std::uint32_t unit) const {
    const std::uint64_t rows = (model.vocabulary + layout.tensor - 1) / layout.tensor;
    const std::uint64_t ends = (is_first(stage, unit) ? 1U : 0U) + (is_last(stage, unit) ? 1U : 0U);
    const std::uint64_t block = model.experts == 0 ? model.block_parameters() : 0;
    return (model.attention_parameters() + block) / layout.tensor + ends * rows * model.hidden;
  }
  std::uint64_t expert_parameters() const {
    return model.experts / layout.expert * model.block_parameters() / layout.tensor;
  }

  // Computing of an accelerator in a forward pass of a layer, in nanoseconds.
  std::uint64_t nanoseconds(double flops) const {
    return static_cast<std::uint64_t>(std::llround(flops / layout.tensor / flops_per_ns));
  }
  std::uint64_t attention_ns() const { return nanoseconds(model.attention_flops(static_cast<double>(tokens()))); }
  std::uint64_t block_ns(std::uint32_t holder, std::uint64_t draw) const {
    if (model.experts == 0) return nanoseconds(model.block_flops(static_cast<double>(tokens())));
    return nanoseconds(model.block_flops(static_cast<double>(experts.choices(holder, draw)) * layout.expert));
  }
  std::uint64_t output_ns() const { return nanoseconds(model.output_flops(static_cast<double>(tokens()))); }

  /// The draw of a layer: the popularity of its experts in this step and micro-batch.
  std::uint64_t draw(std::uint64_t step, std::uint64_t micro_batch_number, std::uint64_t layer) const {
    return (step * schedule.micro_batches + micro_batch_number) * model.layers + layer;
  }

  // Gradients leave in buckets, the last layers first: bucket 0 has the highest units.
  bool has_gradients() const { return layout.data > 1; }
  std::uint32_t bucket_of(std::uint32_t unit) const {
    return static_cast<std::uint32_t>(std::uint64_t{layers_of_stage() - 1 - unit} * buckets / layers_of_stage());
  }
  bool ends_bucket(std::uint32_t unit) const { return unit == 0 || bucket_of(unit - 1) != bucket_of(unit); }
  std::uint64_t dense_of_bucket(std::uint32_t stage, std::uint32_t bucket) const {
    std::uint64_t sum = 0;
    for (std::uint32_t unit = 0; unit < layers_of_stage(); ++unit) {
      if (bucket_of(unit) == bucket) sum += dense_parameters(stage, unit);
    }
    return sum;
  }
  std::uint64_t experts_of_bucket(std::uint32_t bucket) const {
    std::uint64_t sum = 0;
    for (std::uint32_t unit = 0; unit < layers_of_stage(); ++unit) {
      if (bucket_of(unit) == bucket) sum += expert_parameters();
    }
    return sum;
  }
  /// True when the gradients of each micro-batch are communicated, rather than only their sum over all micro-batches.
  bool reduces_each_time() const { return zero >= 2; }
};

/// The part of each of `owners` equal owners, rounded up.
constexpr std::uint64_t part_of(std::uint64_t whole, std::uint64_t owners) { return (whole + owners - 1) / owners; }

}  // namespace trgen::programs::ai
