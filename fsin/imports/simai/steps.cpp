// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/simai/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"

namespace fsin::imports::simai {
namespace {

constexpr std::uint64_t most_steps = 20'000'000;
constexpr std::uint64_t least_forward_bytes = 4096;  ///< of a collective, where SimAI computes passes again

class Scheduler {
 public:
  Scheduler(const Workload& workload, Draft& draft, Diagnostics& diagnostics)
      : workload_(workload),
        draft_(draft),
        diagnostics_(diagnostics),
        asks_(workload.layers.size()),
        last_checkpoint_(workload.layers.size(), none) {
    for (const std::uint64_t each : workload.recomputing) asks_[each] = true;
    for (const std::uint64_t each : workload.checkpoints) last_checkpoint_[each] = each;
    for (std::size_t i = 1; i < last_checkpoint_.size(); ++i) {
      if (last_checkpoint_[i] == none) last_checkpoint_[i] = last_checkpoint_[i - 1];
    }
  }

  std::vector<Step> run(std::uint64_t passes) {
    for (std::uint64_t i = 0; i < passes && diagnostics_.ok(); ++i) {
      pass();
      if (proceeding_) steps_.push_back({.kind = Step::Kind::wait});
      proceeding_ = false;
      if (steps_.size() > most_steps)
        diagnostics_.input_error(workload_.layers.front().mark, "the passes have more than 20000000 steps in all");
    }
    const Mark& mark = workload_.layers.front().mark;
    if (workload_.policy == Policy::micro && workload_.layers.size() > 1)
      draft_.leave_out(mark, "the collectives of MICRO run one after another; SimAI itself runs the first alone");
    if (raised_ > 0)
      draft_.leave_out(mark, fmt::format("{} with fewer than 4096 B: sent with 4096 B, as SimAI does",
                                         counted(raised_, "forward collective")));
    if (updates_ > 0)
      draft_.leave_out(mark,
                       fmt::format("the update times of {} that run beside computing: SimAI ends each so much later",
                                   counted(updates_, "collective")));
    if (passes > 1)
      draft_.leave_out(mark,
                       "a pass begins when all gradients of the one before are there; in SimAI each layer waits for "
                       "its own");
    return std::move(steps_);
  }

 private:
  void pass() {
    const std::vector<Layer>& layers = workload_.layers;
    if (workload_.policy == Policy::micro) {
      for (const Layer& each : layers) blocking(each.weights, each);
      return;
    }
    for (const Layer& each : layers) forward(each);
    if (workload_.policy == Policy::inference) return;
    for (std::size_t i = layers.size(); i-- > 0;) {
      const Layer& each = layers[i];
      if (workload_.policy == Policy::data) {
        compute(each.weights.computing);
        proceed(each.weights, each);
        if (i > 0) compute(each.input.computing);
        continue;
      }
      recompute(i);
      compute(each.input.computing);
      blocking(each.input, each);
      compute(each.weights.computing);
      proceed(each.weights, each);
    }
  }

  void forward(const Layer& layer) {
    compute(layer.forward.computing);
    if (workload_.policy == Policy::data) return;
    Part sent = layer.forward;
    if (workload_.policy == Policy::transformer_with_recomputing && sent.collective != Collective::none &&
        sent.bytes < least_forward_bytes) {
      sent.bytes = least_forward_bytes;
      ++raised_;
    }
    blocking(sent, layer);
  }

  /// The forward pass from the last checkpoint, before the backward pass of a layer that asks for it.
  void recompute(std::size_t layer) {
    if (workload_.policy != Policy::transformer_with_recomputing || !asks_[layer]) return;
    const std::size_t from = last_checkpoint_[layer];
    if (from == none)
      return diagnostics_.input_error(
          workload_.layers[layer].mark,
          fmt::format("layer {} computes again from a checkpoint, and none is before it", layer));
    for (std::size_t i = from; i < layer; ++i) {
      if (i > from && asks_[i])
        return diagnostics_.input_error(
            workload_.layers[i].mark, fmt::format("layers {} and {} compute again from the same checkpoint", i, layer));
      forward(workload_.layers[i]);
    }
  }

  void compute(std::uint64_t ns) {
    if (ns == 0) return;
    if (!steps_.empty() && steps_.back().kind == Step::Kind::compute) {
      steps_.back().ns += ns;
    } else {
      steps_.push_back({.kind = Step::Kind::compute, .ns = ns});
    }
  }

  bool happens(const Part& part) const { return part.collective != Collective::none && workload_.size(part.group) > 1; }

  void blocking(const Part& part, const Layer& layer) {
    if (!happens(part)) return;
    steps_.push_back(
        {.kind = Step::Kind::collective, .collective = part.collective, .group = part.group, .bytes = part.bytes});
    compute(layer.update);
  }

  void proceed(const Part& part, const Layer& layer) {
    if (!happens(part)) return;
    steps_.push_back({.kind = Step::Kind::collective,
                      .collective = part.collective,
                      .group = part.group,
                      .bytes = part.bytes,
                      .proceeds = true});
    proceeding_ = true;
    updates_ += layer.update > 0 ? 1 : 0;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const Workload& workload_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  std::vector<bool> asks_;                    ///< layers before whose backward pass others compute again
  std::vector<std::size_t> last_checkpoint_;  ///< up to each layer
  std::vector<Step> steps_;
  bool proceeding_ = false;
  std::uint64_t raised_ = 0, updates_ = 0;
};

}  // namespace

std::vector<Step> steps_of(const Workload& workload, std::uint64_t passes, Draft& draft, Diagnostics& diagnostics) {
  return Scheduler(workload, draft, diagnostics).run(passes);
}

}  // namespace fsin::imports::simai
