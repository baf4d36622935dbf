// SPDX-License-Identifier: Apache-2.0
// Steps of training of a transformer as a program: tensor, pipeline, data and expert parallelism, with the computing
// and the communication of each accelerator.
//
// Modelled: forward and backward passes of layers in the order of the pipeline (pipeline_schedule.hpp); in each layer
// two allreduces of the activations in the tensor group forward and two backward, or with sequence parallelism as many
// pairs of allgather and reduce-scatter (V. Korthikanti et al., MLSys 2023); activations and their gradients between
// stages; tokens to experts and back (expert_load.hpp); gradients and parameters (parameters.hpp). An accelerator has a
// stream that computes, and that stands still during the collectives of its tensor group and experts. Gradients, and
// the parameters with ZeRO 3, have streams of their own (signals.hpp), so that they move while it computes; with
// `overlap` off, the computing stream does that too. Not modelled: the time of the update of the parameters, the norm
// of all gradients, tied embeddings, and the allgather of ZeRO 1 and 2 during the next step.
#pragma once

#include <memory>

#include "trgen/programs/ai/plan.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::ai {

/// The plan must have passed the checks of transformer_params.hpp.
std::shared_ptr<const Program> make_transformer(const Plan& plan, std::string name);

}  // namespace trgen::programs::ai
