// SPDX-License-Identifier: Apache-2.0
// Serving of a transformer as a program: replicas of the model, each divided over a tensor group and the stages of a
// pipeline, that answer requests (serving_schedule.hpp).
//
// Modelled: prefill and decode of an iteration, whose computing takes the longer of its operations and of reading the
// weights and the cache of keys and values from memory; two allreduces of the activations of its tokens in each layer;
// activations from stage to stage, and the new tokens from the last stage back to the first. A pipeline has as many
// batches under way as it has stages, in turn. Not modelled: the clients, prompts that are processed in parts, servers
// that only do one of prefill and decode, and experts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "trgen/programs/ai/layout.hpp"
#include "trgen/programs/ai/model.hpp"
#include "trgen/programs/ai/serving_schedule.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::ai {

struct Server {
  Model model;  ///< its `sequence` does not matter
  Layout layout;
  std::uint64_t element = 2;
  double flops_per_ns = 2e5;
  double memory_bytes_per_ns = 3350;
  std::uint32_t per_node = 1;

  std::uint64_t layers_of_stage() const { return model.layers / layout.pipeline; }

  /// Computing of an accelerator for one layer, and for the output layer, in nanoseconds.
  std::uint64_t layer_ns(const Iteration& each) const;
  std::uint64_t output_ns(const Iteration& each) const;
  /// Computing of all stages, one after the other.
  std::uint64_t computing_ns(const Iteration& each) const { return model.layers * layer_ns(each) + output_ns(each); }
};

/// The iterations, by replica and batch of its pipeline.
using Serving = std::vector<std::vector<std::vector<Iteration>>>;

std::shared_ptr<const Program> make_inference(const Server& server, Serving serving, std::string name);

}  // namespace trgen::programs::ai
