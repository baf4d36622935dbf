// SPDX-License-Identifier: Apache-2.0
// Operations of the compute stream of an accelerator in a pass of the pipeline, and at the end of a step.
#pragma once

#include <cstdint>

#include "trgen/programs/ai/plan.hpp"
#include "trgen/programs/ai/signals.hpp"

namespace trgen::programs::ai {

class ComputeStream {
 public:
  static constexpr std::uint32_t sends_each_way = 4;  ///< messages to other stages that may be under way at once
  static constexpr std::uint32_t most_requests = 2 * sends_each_way;

  ComputeStream(const Plan& plan, std::uint32_t accelerator, Operations& out)
      : plan_(plan),
        self_(accelerator),
        stage_(plan.layout.stage_of(accelerator)),
        holder_(plan.layout.data_of(accelerator) % plan.layout.expert),
        out_(out) {}

  /// Appends pass `k` of step `step`.
  void pass(std::uint64_t step, std::uint64_t k);
  /// Ends a step, after its passes: waits for gradients, gathers parameters.
  void finish();

 private:
  using Kind = collectives::Kind;

  void forward(const Pass& pass);
  void backward(const Pass& pass);
  void layer_forward(std::uint32_t unit, const Pass& pass);
  void layer_backward(std::uint32_t unit, const Pass& pass);
  void block(std::uint32_t unit, const Pass& pass, std::uint64_t times);
  void output_forward();
  void output_backward();
  void exchange_tokens(std::uint64_t draw, bool back);
  void before_part();
  void after_part();
  void use_layer(std::uint32_t unit, std::uint64_t number);
  void gradients_of(std::uint32_t unit, const Pass& pass);
  void take(const Pass& pass);
  void give(const Pass& pass);
  std::int32_t tag(const Pass& pass, std::uint32_t chunk) const;
  std::uint32_t rank_in(std::uint32_t stage) const { return plan_.layout.in_stage(self_, stage); }
  bool begins_model(const Pass& pass) const { return stage_ == 0 && pass.chunk == 0; }
  bool ends_model(const Pass& pass) const {
    return stage_ + 1 == plan_.schedule.stages && pass.chunk + 1 == plan_.schedule.chunks;
  }

  const Plan& plan_;
  std::uint32_t self_;
  std::uint32_t stage_;
  std::uint32_t holder_;
  Operations& out_;
  std::uint64_t step_ = 0;
};

}  // namespace trgen::programs::ai
